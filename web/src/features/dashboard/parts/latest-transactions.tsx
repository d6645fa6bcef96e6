import { useQuery } from '@tanstack/react-query';
import { customerQueries } from '@/entities/customer/queries';
import { getTitle, transactionQueries } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatListDate } from '@/lib/dates';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';

export function LatestTransactions() {
  const latest = useQuery(transactionQueries.latest());
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const all = <TextLink to="/transactions">View transactions</TextLink>;
  return (
    <Section title="Latest transactions" aside={all}>
      <Loaded from={latest} failure="We couldn't load your latest transactions." rows={5}>
        {(rows) => (
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
        )}
      </Loaded>
    </Section>
  );
}
