import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { formatTextDate } from '@/lib/dates';
import { detailQueries } from './details-queries';

/** By which statement a movement was ticked off; nothing where it was not. */
export function DetailsReconciled({ accountId, entryId }: { accountId: string; entryId: number }) {
  const { data: statementDate } = useQuery(detailQueries.reconciled(accountId, entryId));
  if (!statementDate) return null;
  return (
    <p className="mb-6 flex gap-2 text-ink-2">
      <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" strokeWidth={1.5} />
      <span>
        Reconciled with the{' '}
        <Link to={`/dashboard/accounts/${accountId}/reconcile`} className="text-link">
          statement of {formatTextDate(statementDate)}
        </Link>
        .
      </span>
    </p>
  );
}
