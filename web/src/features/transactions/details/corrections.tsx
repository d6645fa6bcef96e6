import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { customerQueries } from '@/features/settings/queries';
import { formatTextDate } from '@/lib/dates';
import { Money } from '@/ui/money';
import type { TransactionDetails } from './details-queries';

/** Renders that a transaction was corrected or is a correction, with a link to the other one. */
export function DetailsCorrections({ row }: { row: TransactionDetails }) {
  const timeZone = useQuery(customerQueries.me()).data?.time_zone;
  if (row.corrects)
    return (
      <p className="mb-6 text-ink-2">
        {row.kind === 'correction' ? 'This reverses ' : 'This replaces '}
        <RowLink id={row.corrects}>an earlier transaction</RowLink>.
        {row.kind === 'correction' && ' Neither counts as spending or income.'}
      </p>
    );
  if (!row.correctedBy) return null;
  return (
    <div className="mb-6 text-ink-2">
      <p>This was reversed and doesn't count as spending or income.</p>
      <ul className="mt-1">
        {row.corrections.map(({ id, kind, date, amount, currency }) => (
          <li key={id}>
            {formatTextDate(date, timeZone)}:{' '}
            <Money amount={amount} currency={currency} className="font-normal!" />{' '}
            <RowLink id={id}>{kind === 'correction' ? 'reversed' : 'correction'}</RowLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link to another transaction in the same list. */
function RowLink({ id, children }: { id: string; children: string }) {
  const { pathname, search } = useLocation();
  const next = new URLSearchParams(search);
  next.set('open', id);
  return (
    <Link to={`${pathname}?${next}`} replace preventScrollReset className="underline underline-offset-4">
      {children}
    </Link>
  );
}
