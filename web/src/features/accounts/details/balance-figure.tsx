import { useQuery } from '@tanstack/react-query';
import { Explain } from '@/entities/explanation/explain';
import { getTitle, transactionQueries } from '@/features/transactions/queries';
import { getDay } from '@/lib/dates';
import {
  addMinor,
  formatMoney,
  fromMinor,
  type Minor,
  negateMinor,
  subtractMinor,
  toMinor,
} from '@/lib/money';
import { Money } from '@/ui/money';
import type { Account } from '../../../entities/account/queries';

/** Renders the balance of an account with the transactions behind it. */
export function BalanceFigure({ account }: { account: Account }) {
  const { balance, currency } = account;
  const newest = useQuery(transactionQueries.latest(account.id)).data;
  const figure = <Money amount={balance} currency={currency} size="page" />;
  // Transactions from another moment would explain another balance.
  if (!newest?.[0] || newest[0].balance_after !== balance) return figure;
  const { before, rows } = balanceParts(balance, newest);
  return (
    <Explain
      title="Balance"
      formula="The balance before the latest transactions, plus or minus each of them."
      inputs={[
        { name: 'Earlier balance', value: formatMoney(before, currency) },
        { name: 'Balance', value: formatMoney(balance, currency) },
      ]}
      postings={rows.map(({ row, amount }) => ({
        day: getDay(row.date),
        words: getTitle(row),
        amount,
        currency,
        to: `/transactions?account=${account.id}&open=${row.id}`,
      }))}
      source="Every transaction is recorded twice: here, and where the money came from or went."
    >
      {figure}
    </Explain>
  );
}

type BalanceRow = { amount: number; direction: string };

/** The number of transactions listed one by one. */
const TOLD = 6;

/**
 * Returns the parts of a balance: the newest transactions and the balance before them. They add up to the
 * cent.
 */
export function balanceParts<Row extends BalanceRow>(balance: number, newestFirst: readonly Row[]) {
  const rows = newestFirst.slice(0, TOLD).map((row) => ({ row, amount: signedAmount(row) }));
  const moved = addMinor(0 as Minor, ...rows.map(({ amount }) => amount));
  return {
    before: fromMinor(subtractMinor(toMinor(balance), moved)),
    rows: rows.map(({ row, amount }) => ({ row, amount: fromMinor(amount) })),
  };
}

const signedAmount = ({ amount, direction }: BalanceRow) =>
  direction === 'in' ? toMinor(amount) : negateMinor(toMinor(amount));
