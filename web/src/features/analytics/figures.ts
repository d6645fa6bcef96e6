import { addMinor, fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import type { FlowRow } from './queries';

/**
 * A list row: the amounts in the range and in the previous range, in major units, and the number of
 * transactions.
 */
export type Line = { id: string | null; name: string; amount: number; before: number; times: number };
type AccountLine = Line & { accountId: string | null; cardId: string | null };
export type Flow = { income: number; spending: number; netSavings: number; rate: number | null };
export type MonthFlow = { month: string; income: number; spending: number };

export type Figures = ReturnType<typeof getFigures>;

const NO_CATEGORY = { in: 'Other income', out: 'No category' } as const;

/** Computes all figures on the page from one response, so that the sections are consistent. */
export function getFigures(
  rows: readonly FlowRow[],
  months: readonly string[],
  nameOf: (row: FlowRow) => string,
) {
  const now = getRangeFlow(rows, false);
  const before = getRangeFlow(rows, true);
  return {
    currencies: rows
      .flatMap(({ part, currency }) => (part === 'currency' ? [currency] : []))
      .toSorted((left, right) => (left < right ? -1 : 1)),
    /** Currencies without an exchange rate. Their amounts aren't counted. */
    leftOut: rows.flatMap(({ part, currency }) => (part === 'left_out' ? [currency] : [])),
    now,
    before,
    months: months.map((month) => {
      const { income, spending } = getFlow(
        rows.filter((row) => row.part === 'month' && !row.is_before && row.month === month),
      );
      return { month, income, spending };
    }),
    spending: getLines(rows, 'out'),
    income: getLines(rows, 'in'),
    accounts: accountLines(rows, nameOf),
    isEmpty: !rows.some(({ part, is_before }) => part === 'month' && !is_before),
  };
}

/** Returns the income and spending of the range, or of the previous range. */
export const getRangeFlow = (rows: readonly FlowRow[], isBefore: boolean) =>
  getFlow(rows.filter((row) => row.part === 'month' && row.is_before === isBefore));

function getFlow(rows: readonly FlowRow[]): Flow {
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

function getLines(rows: readonly FlowRow[], direction: 'in' | 'out'): Line[] {
  const own = rows.filter((row) => row.part === 'category' && row.direction === direction);
  return pairs(own, ({ category_id }) => category_id).map(({ row, ...line }) => ({
    ...line,
    name: row.category ?? NO_CATEGORY[direction],
  }));
}

function accountLines(rows: readonly FlowRow[], nameOf: (row: FlowRow) => string): AccountLine[] {
  const own = rows.filter(({ part, direction }) => part === 'account' && direction === 'out');
  return pairs(own, ({ account_id, card_id }) => card_id ?? account_id).map(({ row, ...line }) => ({
    ...line,
    name: nameOf(row),
    accountId: row.account_id,
    cardId: row.card_id,
  }));
}

/** Matches each row of the range with its row in the previous range. Sorts the largest amounts first. */
function pairs(rows: readonly FlowRow[], idOf: (row: FlowRow) => string | null) {
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

/** Changes above this percentage are shown as a factor, which is easier to read. */
const MOST_PERCENT = 200;
const MOST_TIMES = 10;

/** Describes a change: `12% more than`, `about 4 times as much as`, `more than 10 times as much as`, `the same as`. */
export function formatChange(amount: number, before: number): string {
  const difference = subtractMinor(toMinor(amount), toMinor(before));
  if (difference === 0) return 'the same as';
  // A percentage of zero or of a net refund would be meaningless.
  if (before <= 0) return difference > 0 ? 'more than' : 'less than';
  const percent = Math.round((Math.abs(difference) / toMinor(before)) * 100);
  if (difference > 0 && percent > MOST_PERCENT) {
    const times = Math.round(amount / before);
    return times > MOST_TIMES
      ? `more than ${MOST_TIMES} times as much as`
      : `about ${times} times as much as`;
  }
  const word = difference > 0 ? 'more' : 'less';
  return percent === 0 ? `a little ${word} than` : `${percent}% ${word} than`;
}

/** Formats `18%` or `−4%`, with a minus sign. */
export function formatPercent(share: number): string {
  const percent = Math.round(share * 100);
  return percent < 0 ? `\u2212${-percent}%` : `${percent}%`;
}
