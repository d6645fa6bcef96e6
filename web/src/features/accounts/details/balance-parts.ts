import { addMinor, fromMinor, type Minor, negateMinor, subtractMinor, toMinor } from '@/lib/money';

type BalanceRow = { amount: number; direction: string };

/** So many of the newest rows are told one by one. */
const TOLD = 6;

/** Of what a balance consists: the newest rows, latest first, and what was there before them. Adds up to the cent. */
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
