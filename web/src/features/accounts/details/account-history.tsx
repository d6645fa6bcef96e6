import { useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { PendingRows } from '@/entities/hold/pending-rows';
import { holdQueries } from '@/entities/hold/queries';
import { refundQueries } from '@/entities/refund/queries';
import { getTitle, type Transaction, transactionQueries } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { formatRecentDay, getDay } from '@/lib/dates';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';

/** The number of transactions on the account's page. Older ones are under "View all". */
const MAX_ROWS = 15;

/** Renders an account's latest transactions by day. */
export function AccountHistory({ account }: { account: Account }) {
  const latest = useQuery(transactionQueries.latest(account.id));
  const me = useQuery(customerQueries.me()).data;
  const holds =
    useQuery(holdQueries.open()).data?.filter(({ account_id }) => account_id === account.id) ?? [];
  const refunds =
    useQuery(refundQueries.open()).data?.filter(({ account_id }) => account_id === account.id) ?? [];
  return (
    <Loaded from={latest} failure="We couldn't load the history." rows={6}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="No transactions yet"
            example={
              <ExampleRows
                rows={[
                  { title: 'Paycheck', detail: 'leaves $3,280.00', end: '+$1,780.00' },
                  { title: 'Rent', detail: 'leaves $1,500.00', end: '−$1,450.00' },
                ]}
              />
            }
          >
            Your first deposit will show up here, with the balance after it.
          </EmptyState>
        ) : (
          <section aria-label={`History of ${account.name}`} className="space-y-2">
            <PendingRows holds={holds} refunds={refunds} getCurrency={() => account.currency} />
            {groupByDay(rows.slice(0, MAX_ROWS), me?.time_zone).map(({ day, rows: ofDay }) => (
              <div key={day} className="items-baseline gap-6 md:flex">
                <h3 className="mb-1 shrink-0 font-medium text-ink-3 text-sm md:w-28">
                  {formatRecentDay(day, getDay(me?.now ?? new Date(), me?.time_zone))}
                </h3>
                <RowList className="min-w-0 flex-1">
                  {ofDay.map((row) => (
                    <HistoryRow key={row.id} account={account} row={row} />
                  ))}
                </RowList>
              </div>
            ))}
          </section>
        )
      }
    </Loaded>
  );
}

/** Groups transactions by the customer's day, in the given order. */
function groupByDay(rows: readonly Transaction[], zone: string | undefined) {
  const days: { day: string; rows: Transaction[] }[] = [];
  for (const row of rows) {
    const day = getDay(row.date, zone);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

type HistoryRowProps = {
  account: Account;
  row: Transaction;
  /** A second line, such as the date in a list that isn't grouped by day. */
  detail?: string;
};

/** Renders a transaction with its amount and the balance after it. */
export function HistoryRow({ account, row, detail }: HistoryRowProps) {
  const { direction, currency } = row;
  return (
    <Row
      icon={<TransactionIcon kind={row.kind} direction={direction} categoryId={row.category_id} />}
      title={getTitle(row)}
      detail={detail}
      to={`/transactions?account=${account.id}&open=${row.id}`}
      end={
        <>
          <Money
            amount={direction === 'in' ? row.amount : -row.amount}
            currency={currency}
            signed
            className={direction === 'in' ? 'text-positive' : ''}
          />
          <span className="block text-ink-3 text-sm">
            <Money amount={row.balance_after} currency={currency} size="small" className="font-normal!" />
          </span>
        </>
      }
    />
  );
}
