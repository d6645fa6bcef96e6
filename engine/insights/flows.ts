import { addMinor, fromMinor, subtractMinor, toMinor } from '../money/minor.ts';

/**
 * Income or spending by month or by category, as returned by `analytics_flows`, in major units. Rows with
 * `is_before` belong to the earlier period of a comparison.
 */
export type FlowSums = {
  part: string;
  is_before: boolean;
  month: string | null;
  direction: string | null;
  category_id: string | null;
  category: string | null;
  amount: number | null;
  times: number;
};

/** Amounts in major units. `rate` is the share of income that is saved; null without income. */
export type Flow = { income: number; spending: number; netSavings: number; rate: number | null };

/** A category's amounts in a period and in the period before it, in major units. */
export type FlowLine = { id: string | null; name: string; amount: number; before: number; times: number };

const NO_CATEGORY = { in: 'Other income', out: 'No category' } as const;

/** Returns the income and spending of the period, or of the period before it. */
export const getRangeFlow = (rows: readonly FlowSums[], isBefore: boolean): Flow =>
  addFlow(rows.filter((row) => row.part === 'month' && row.is_before === isBefore));

/** Returns the income and spending of a month (`2026-11-01`). */
export const getMonthFlow = (rows: readonly FlowSums[], month: string): Flow =>
  addFlow(rows.filter((row) => row.part === 'month' && !row.is_before && row.month === month));

/** Adds up income and spending. */
export function addFlow(rows: readonly Pick<FlowSums, 'direction' | 'amount'>[]): Flow {
  const total = (direction: string) =>
    addMinor(...rows.flatMap((row) => (row.direction === direction ? [toMinor(row.amount ?? 0)] : [])));
  const income = total('in');
  const spending = total('out');
  const netSavings = subtractMinor(income, spending);
  return {
    income: fromMinor(income),
    spending: fromMinor(spending),
    netSavings: fromMinor(netSavings),
    rate: income > 0 ? netSavings / income : null,
  };
}

/** Returns the categories of the period's income or spending, the largest amounts first. */
export function getCategoryLines(rows: readonly FlowSums[], direction: 'in' | 'out'): FlowLine[] {
  const own = rows.filter((row) => row.part === 'category' && row.direction === direction);
  return pairPeriods(own, ({ category_id }) => category_id).map(({ row, ...line }) => ({
    ...line,
    name: row.category ?? NO_CATEGORY[direction],
  }));
}

/** Matches each row of the period with its row in the period before. Sorts the largest amounts first. */
export function pairPeriods<Row extends Pick<FlowSums, 'is_before' | 'amount' | 'times'>>(
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
) {
  const before = new Map(rows.flatMap((row) => (row.is_before ? [[idOf(row), row.amount ?? 0]] : [])));
  return rows
    .filter(({ is_before }) => !is_before)
    .map((row) => ({
      row,
      id: idOf(row),
      amount: row.amount ?? 0,
      before: before.get(idOf(row)) ?? 0,
      times: row.times,
    }))
    .toSorted((left, right) => right.amount - left.amount);
}
