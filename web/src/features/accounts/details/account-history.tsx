import { useQuery } from '@tanstack/react-query';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { customerQueries } from '@/features/settings/queries';
import { getTitle, transactionQueries } from '@/features/transactions/queries';
import { formatTextDate } from '@/lib/dates';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import type { Account } from '../../../entities/account/queries';

/** The newest transactions of an account with the balance after each. */
export function AccountHistory({ account }: { account: Account }) {
  const { data: rows, error, refetch, isFetching } = useQuery(transactionQueries.latest(account.id));
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  if (error && !rows) {
    return (
      <ErrorState title="We couldn't load the history." onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!rows) return <SkeletonRows rows={6} />;
  if (rows.length === 0)
    return <EmptyState title="No transactions yet">Your first deposit will show up here.</EmptyState>;
  return (
    <RowList label={`History of ${account.name}`}>
      {rows.map((row) => (
        <Row
          key={row.id}
          icon={<TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />}
          title={getTitle(row)}
          detail={formatTextDate(row.date, zone)}
          to={`/transactions?account=${account.id}&open=${row.id}`}
          end={
            <>
              <Money
                amount={row.direction === 'in' ? row.amount : -row.amount}
                currency={row.currency}
                signed
                className={row.direction === 'in' ? 'text-positive' : ''}
              />
              <span className="block text-ink-3 text-sm">
                <Money
                  amount={row.balance_after}
                  currency={row.currency}
                  size="small"
                  className="font-normal!"
                />
              </span>
            </>
          }
        />
      ))}
    </RowList>
  );
}
