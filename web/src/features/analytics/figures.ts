import {
  type FlowLine,
  getCategoryLines,
  getMonthFlow,
  getRangeFlow,
  pairPeriods,
} from '@engine/insights/flows.ts';
import { subtractMinor, toMinor } from '@engine/money/minor.ts';
import type { FlowRow } from './queries';

/**
 * A list row: the amounts in the range and in the previous range, in major units, and the number of
 * transactions.
 */
export type Line = FlowLine;
type AccountLine = Line & { accountId: string | null; cardId: string | null };
export type MonthFlow = { month: string; income: number; spending: number };

export type Figures = ReturnType<typeof getFigures>;

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
    months: months.map((month): MonthFlow => {
      const { income, spending } = getMonthFlow(rows, month);
      return { month, income, spending };
    }),
    spending: getCategoryLines(rows, 'out'),
    income: getCategoryLines(rows, 'in'),
    accounts: accountLines(rows, nameOf),
    isEmpty: !rows.some(({ part, is_before }) => part === 'month' && !is_before),
  };
}

function accountLines(rows: readonly FlowRow[], nameOf: (row: FlowRow) => string): AccountLine[] {
  const own = rows.filter(({ part, direction }) => part === 'account' && direction === 'out');
  return pairPeriods(own, ({ account_id, card_id }) => card_id ?? account_id).map(({ row, ...line }) => ({
    ...line,
    name: nameOf(row),
    accountId: row.account_id,
    cardId: row.card_id,
  }));
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
