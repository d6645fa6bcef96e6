import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { accountQueries } from '@/entities/account/queries';
import { formatTextDate } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { ErrorState } from '@/ui/error-state';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { importQueries } from './queries';
import { UndoImport } from './undo-import';

/** All imported files, with undo. */
export function PastImports() {
  const { data, error, refetch, isFetching } = useQuery(importQueries.list());
  const accounts = useQuery(accountQueries.list()).data;
  const getName = (accountId: string) => accounts?.find(({ id }) => id === accountId)?.name ?? 'Account';
  return (
    <Section title="Past imports" className="mt-12">
      {error && !data ? (
        <ErrorState title="We couldn't load your imports." onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.length === 0 ? (
        <p className="text-ink-2">No imports yet</p>
      ) : (
        <ul aria-label="Past imports" className="divide-y divide-line border-line border-y">
          {data.map((made) => (
            <li key={made.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <Link
                  to={`/transactions/import?report=${made.id}`}
                  className="block truncate font-medium hover:underline"
                >
                  {made.file_name}
                </Link>
                <p className="text-ink-3 text-sm">
                  {formatTextDate(made.imported_at)} · {getName(made.account_id)} ·{' '}
                  {made.posted.toLocaleString('en-US')} imported
                  {made.left_out > 0 && `, ${made.left_out.toLocaleString('en-US')} skipped`}
                </p>
              </div>
              {made.undone_at ? <Badge>Undone</Badge> : <UndoImport made={made} size="sm" />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
