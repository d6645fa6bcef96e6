import { getDate, MONTHS_A_YEAR, parseDay } from '../calendar/calendar.ts';
import {
  absMinor,
  addMinor,
  type Minor,
  markMinor,
  negateMinor,
  subtractMinor,
  sumMinor,
  toMinor,
  ZERO,
} from '../money/minor.ts';
import { type Cause, explainChange, type Movement, summarizeMovements } from '../simulation/digest.ts';
import {
  type Flow,
  type FlowLine,
  type FlowSums,
  getCategoryLines,
  getMonthFlow,
  getRangeFlow,
} from './flows.ts';
import { getBudgetRemaining } from './safe-to-spend.ts';

/** A row of `year_movements`, in major units. */
export type YearMovement = {
  kind: string;
  subject: string | null;
  is_pay: boolean;
  is_surprise: boolean;
  product: string;
  currency: string;
  amount: number;
  times: number;
};

/** The largest purchase of a year, in major units of the base currency. */
export type YearPurchase = {
  id: string;
  day: string;
  name: string | null;
  category: string | null;
  amount: number;
};

/** A category's budget in one month, in major units. `available` is null without a limit. */
export type YearBudget = { month: string; available: number | null; spent: number };

/** The records behind the review of a year: each figure from the function that other pages use for it. */
export type YearRecords = {
  year: number;
  currency: string;
  /** `net_worth_history` since the household's first day. */
  days: readonly { day: string; amount: number; opened_with: number | null }[];
  movements: readonly YearMovement[];
  /** `analytics_flows` of the year, compared with the year before. */
  flows: readonly FlowSums[];
  /** `budget_history` with the months of the year. */
  budgets: readonly YearBudget[];
  purchases: readonly YearPurchase[];
  /** The descriptions of the goals that were reached. */
  goals: readonly string[];
};

export type YearReview = {
  year: number;
  currency: string;
  /** The first day that counts: January 1, or the household's first day. */
  since: string;
  netWorth: { start: Minor; end: Minor; change: Minor; causes: readonly Cause[] };
  flow: Flow;
  /** The year before; null if the household had only a part of it. */
  before: Flow | null;
  /** The income and spending of the months with either. */
  months: readonly (Flow & { month: string })[];
  categories: readonly FlowLine[];
  /** The category whose spending changed the most since the year before; null if that year is incomplete. */
  largestChange: (FlowLine & { change: Minor }) | null;
  interestEarned: Minor;
  interestPaid: Minor;
  fees: Minor;
  /** The decrease of cards, loans, and mortgages; negative if they rose. In the base currency only. */
  debtPaidDown: Minor;
  budgets: { months: number; within: number };
  bestMonth: { month: string; netSavings: number } | null;
  biggestPurchase: YearPurchase | null;
  goals: readonly string[];
};

const DEBTS = new Set(['card', 'loan', 'mortgage']);

/** Returns the first and the last day of a year and of the year before it, for `analytics_flows`. */
export const getYearSpan = (year: number) => ({
  from: `${year}-01-01`,
  to: `${year}-12-31`,
  beforeFrom: `${year - 1}-01-01`,
  beforeTo: `${year - 1}-12-31`,
});

/** Returns the last complete year on a day (`2027-01-01`). */
export const getLastYear = (today: string): number => getDate(parseDay(today)).year - 1;

/** Reviews a complete year. */
export function reviewYear(records: YearRecords): YearReview {
  const { year, currency, days, flows, budgets, purchases, goals } = records;
  const { from, to, beforeFrom } = getYearSpan(year);
  const own = days.filter(({ day }) => day >= from && day <= to);
  const hasYearBefore = days[0] !== undefined && days[0].day <= beforeFrom;
  const opening = own.find(({ opened_with }) => opened_with !== null);
  const last = days.findLast(({ day }) => day < from);
  const start = toMinor(opening?.opened_with ?? last?.amount ?? 0);
  const end = toMinor(own.at(-1)?.amount ?? 0);
  const movements = records.movements.map(toMovement);
  const digest = summarizeMovements(movements);
  const change = subtractMinor(end, start);
  const getGroup = (group: string) =>
    markMinor(digest.lines.find((line) => line.group === group)?.amounts[currency] ?? 0);
  const months = Array.from({ length: MONTHS_A_YEAR }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}-01`;
    return { ...getMonthFlow(flows, month), month };
  }).filter(({ income, spending }) => income !== 0 || spending !== 0);
  const [best] = months.toSorted((left, right) => right.netSavings - left.netSavings);
  const categories = getCategoryLines(flows, 'out');
  return {
    year,
    currency,
    since: opening?.day ?? from,
    netWorth: { start, end, change, causes: explainChange(digest, change, currency) },
    flow: getRangeFlow(flows, false),
    before: hasYearBefore ? getRangeFlow(flows, true) : null,
    months,
    categories,
    largestChange: hasYearBefore ? findLargestChange(flows) : null,
    interestEarned: getGroup('interest_earned'),
    interestPaid: negateMinor(getGroup('interest_charged')),
    fees: negateMinor(addMinor(getGroup('fee'), getGroup('fee_waived'))),
    debtPaidDown: sumMinor(
      movements.filter((movement) => DEBTS.has(movement.product) && movement.currency === currency),
      ({ amount }) => amount,
    ),
    budgets: countBudgets(year, budgets),
    bestMonth: best ? { month: best.month, netSavings: best.netSavings } : null,
    biggestPurchase: purchases[0] ?? null,
    goals,
  };
}

const toMovement = ({ is_pay, is_surprise, amount, ...movement }: YearMovement): Movement => ({
  ...movement,
  isPay: is_pay,
  isSurprise: is_surprise,
  amount: toMinor(amount),
});

/** Returns the category whose spending changed the most, even if it has no spending in the year. */
function findLargestChange(flows: readonly FlowSums[]): YearReview['largestChange'] {
  if (!flows.some(({ part, is_before }) => part === 'month' && is_before)) return null;
  const lines = getCategoryLines(flows, 'out');
  const gone = flows
    .filter((row) => row.part === 'category' && row.direction === 'out' && row.is_before)
    .filter((row) => !lines.some(({ id }) => id === row.category_id))
    .map((row) => ({
      id: row.category_id,
      name: row.category ?? 'No category',
      amount: 0,
      before: row.amount ?? 0,
      times: 0,
    }));
  const [largest] = [...lines, ...gone]
    .map((line) => ({ ...line, change: subtractMinor(toMinor(line.amount), toMinor(line.before)) }))
    .toSorted((left, right) => absMinor(right.change) - absMinor(left.change));
  return largest && largest.change !== ZERO ? largest : null;
}

/** Counts the months with budgets, and those in which the spending stayed within their total. */
function countBudgets(year: number, budgets: readonly YearBudget[]): YearReview['budgets'] {
  const months = new Map<string, YearBudget[]>();
  for (const budget of budgets)
    if (budget.month.startsWith(`${year}-`))
      months.set(budget.month, [...(months.get(budget.month) ?? []), budget]);
  const left = [...months.values()].flatMap((rows) => getBudgetRemaining(rows) ?? []);
  return { months: left.length, within: left.filter((amount) => amount >= 0).length };
}
