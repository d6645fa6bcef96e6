import { useQuery } from '@tanstack/react-query';
import { customerQueries } from '@/entities/customer/queries';
import { getTitle, transactionQueries } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatListDate } from '@/lib/dates';
import { ErrorState } from '@/ui/error-state';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';

export function LatestTransactions() {
  const { data: rows, error, refetch, isFetching } = useQuery(transactionQueries.latest());
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const all = <TextLink to="/transactions">View transactions</TextLink>;
  return (
    <Section title="Latest transactions" aside={all}>
      {rows ? (
        <RowList label="Latest transactions">
          {rows.map((row) => (
            <Row
              key={row.id}
              to={`/transactions?open=${row.id}`}
              icon={
                <TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />
              }
              title={getTitle(row)}
              detail={formatListDate(row.date, zone)}
              end={
                <Money
                  amount={row.direction === 'in' ? row.amount : -row.amount}
                  currency={row.currency}
                  signed
                  className={row.direction === 'in' ? 'text-positive' : ''}
                />
              }
            />
          ))}
        </RowList>
      ) : error ? (
        <ErrorState
          title="We couldn't load your latest transactions."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Section>
  );
}
