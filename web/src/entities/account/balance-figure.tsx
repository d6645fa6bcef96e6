import { addMinor, fromMinor, negateMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { Explain } from '@/entities/explanation/explain';
import { getTitle, transactionQueries } from '@/entities/transaction/queries';
import { getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Money } from '@/ui/money';
import type { Account } from './queries';

/** Renders an account's balance, with an explanation that lists the latest transactions. */
export function BalanceFigure({ account }: { account: Account }) {
  const { balance, currency } = account;
  const newest = useQuery(transactionQueries.latest(account.id)).data;
  const figure = <Money amount={balance} currency={currency} size="page" />;
  // Transactions that were loaded at a different time would add up to a different balance.
  if (!newest?.[0] || newest[0].balance_after !== balance) return figure;
  const { before, rows } = balanceParts(balance, newest);
  return (
    <Explain
      title="Balance"
      formula="The balance before the latest transactions, plus money in and minus money out."
      inputs={[
        { name: 'Earlier balance', value: formatMoney(before, currency) },
        { name: 'Balance', value: formatMoney(balance, currency) },
      ]}
      postings={rows.map(({ row, amount }) => ({
        day: getDay(row.date),
        text: getTitle(row),
        amount,
        currency,
        to: `/transactions?account=${account.id}&open=${row.id}`,
      }))}
      source="We record both sides of every transaction: this account, and where the money came from or went."
    >
      {figure}
    </Explain>
  );
}

type BalanceRow = { amount: number; direction: string };

/** The number of newest transactions in the breakdown. Older transactions are part of the earlier balance. */
const LISTED_TRANSACTIONS = 6;

/**
 * Returns the parts of a balance: the newest transactions and the balance before them. The parts add up to
 * the exact balance.
 */
export function balanceParts<Row extends BalanceRow>(balance: number, newestFirst: readonly Row[]) {
  const rows = newestFirst.slice(0, LISTED_TRANSACTIONS).map((row) => ({ row, amount: signedAmount(row) }));
  const moved = addMinor(...rows.map(({ amount }) => amount));
  return {
    before: fromMinor(subtractMinor(toMinor(balance), moved)),
    rows: rows.map(({ row, amount }) => ({ row, amount: fromMinor(amount) })),
  };
}

const signedAmount = ({ amount, direction }: BalanceRow) =>
  direction === 'in' ? toMinor(amount) : negateMinor(toMinor(amount));
