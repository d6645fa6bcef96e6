import { type Figure, getUnit } from '@engine/scenarios/course-schema.ts';
import type { RunObjective } from '@engine/scenarios/run-state.ts';
import { formatMinor, fromMinor, type Minor } from '@/lib/money';

/** The name of each figure and its formula. */
const FIGURES: Record<Figure, { name: string; formula: string }> = {
  balance: { name: 'Balance', formula: 'Account balance at the end of the day.' },
  cash: { name: 'Cash', formula: 'Checking plus savings at the end of the day.' },
  net_worth: {
    name: 'Net worth',
    formula:
      "Cash + investments + homes − credit cards − loans − mortgages. Money you deposit yourself doesn't count.",
  },
  invested: { name: 'Invested', formula: 'Investment account value at the end of the day.' },
  debt: { name: 'Owed', formula: 'Total debt at the end of the day.' },
  interest_paid: { name: 'Interest paid', formula: 'Interest charged since the scenario started.' },
  fees_paid: { name: 'Fees paid', formula: 'Fees charged since the scenario started.' },
  income: { name: 'Income', formula: 'Income since the scenario started.' },
  spent: { name: 'Spent', formula: "Spending since the scenario started. Debt payments don't count." },
  utilization: { name: 'Utilization', formula: 'Card balances ÷ credit limits.' },
  savings_rate: { name: 'Savings rate', formula: '(Income − spending) ÷ income.' },
  goal: { name: 'Saved for the goal', formula: 'What is saved toward it ÷ its target.' },
  home_equity: {
    name: 'Home equity',
    formula: '(Home value − mortgage balance) ÷ home value.',
  },
  emergency_months: {
    name: 'Months covered',
    formula: 'Savings ÷ average monthly spending, from the first full month.',
  },
  full_payments: {
    name: 'Statements paid in full',
    formula: 'The longest run of statements paid in full by their due date.',
  },
  late_fees: { name: 'Late fees', formula: 'Late fees charged since the scenario started.' },
  failed_payments: {
    name: 'Failed payments',
    formula: 'Payments that failed because of insufficient funds since the scenario started.',
  },
  days_late: {
    name: 'Days late',
    formula: 'How long the oldest installment or minimum that is due has not been paid.',
  },
  credit_score: { name: 'Credit score', formula: "Sandbank's model, 300 to 850." },
};

export const figureName = (figure: Figure) => FIGURES[figure].name;
export const figureFormula = (figure: Figure) => FIGURES[figure].formula;

/** Returns a value for charts: money in major units, percentages and counts as they are. */
export const drawnValue = (figure: Figure, value: number) =>
  getUnit(figure) === 'dollars' ? fromMinor(value as Minor) : value;

/** Formats `$1,200.00`, `34.5%`, or `3`. Dollars in minor units. */
export function figureText(figure: Figure, value: number | null): string {
  if (value === null) return 'no data yet';
  if (getUnit(figure) === 'dollars') return formatMinor(value as Minor);
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return getUnit(figure) === 'percent' ? `${text}%` : text;
}

/** Formats `at least $2,400.00`. */
export function targetText({ figure, atLeast, atMost }: RunObjective): string {
  return atLeast === undefined
    ? `at most ${figureText(figure, atMost ?? 0)}`
    : `at least ${figureText(figure, atLeast)}`;
}

/**
 * Returns value and target as shares of one scale; null if a bar makes no sense, such as for a limit of zero.
 */
export function getBar({
  value,
  atLeast,
  atMost,
  course,
}: RunObjective): { share: number; mark: number } | null {
  const target = atLeast ?? atMost ?? 0;
  if (target <= 0 && atLeast !== undefined) return null;
  const now = Math.max(0, value ?? 0);
  const largest = Math.max(target, now, ...course.map((past) => past ?? 0));
  if (target < 0 || largest <= 0 || (atMost === 0 && largest <= 0)) return null;
  return { share: now / largest, mark: target / largest };
}
