import { type Figure, unitOf } from '@engine/scenarios/course-schema.ts';
import type { PlayObjective } from '@engine/scenarios/run-state.ts';
import { formatMinor, fromMinor, type Minor } from '@/lib/money';

/** The name of each figure and its formula. */
const FIGURES: Record<Figure, { name: string; formula: string }> = {
  balance: { name: 'Balance', formula: 'The balance of the account at the end of the day.' },
  cash: { name: 'Cash', formula: 'Checking and savings together at the end of the day.' },
  net_worth: {
    name: 'Net worth',
    formula:
      'Cash + investments + homes − credit cards − loans − mortgages. Money that you deposit yourself does not count.',
  },
  invested: { name: 'Invested', formula: 'What the investment accounts are worth at the end of the day.' },
  debt: { name: 'Owed', formula: 'What is owed at the end of the day.' },
  interest_paid: { name: 'Interest paid', formula: 'All interest charged since the story began.' },
  fees_paid: { name: 'Fees paid', formula: 'All fees charged since the story began.' },
  income: { name: 'Came in', formula: 'All that came in since the story began.' },
  spent: { name: 'Spent', formula: 'All that was spent since the story began. Repaid debt is no spending.' },
  utilization: { name: 'Utilization', formula: 'What the cards owe ÷ their limits.' },
  savings_rate: { name: 'Savings rate', formula: '(What came in − what was spent) ÷ what came in.' },
  goal: { name: 'Saved for the goal', formula: 'What is saved toward it ÷ its target.' },
  home_equity: {
    name: 'Home equity',
    formula: '(What the home is worth − what is owed on it) ÷ what it is worth.',
  },
  emergency_months: {
    name: 'Months covered',
    formula:
      'What is on savings accounts ÷ what a month has cost on average. It counts from the first full month.',
  },
  full_payments: {
    name: 'Statements paid in full',
    formula: 'The most statements in a row that were paid in full by their day.',
  },
  late_fees: { name: 'Late fees', formula: 'How many late fees were charged since the story began.' },
  failed_payments: {
    name: 'Failed payments',
    formula: 'How many payments failed for lack of money since the story began.',
  },
  days_late: {
    name: 'Days late',
    formula: 'How long the oldest installment or minimum that is due has not been paid.',
  },
  credit_score: { name: 'Credit score', formula: 'The bank’s model, 300 to 850.' },
};

export const figureName = (figure: Figure) => FIGURES[figure].name;
export const figureFormula = (figure: Figure) => FIGURES[figure].formula;

/** A value as it is drawn: major units of money; percent and counts as they are. */
export const drawnValue = (figure: Figure, value: number) =>
  unitOf(figure) === 'dollars' ? fromMinor(value as Minor) : value;

/** `$1,200.00`, `34.5%`, `3`. Dollars in minor units. */
export function figureText(figure: Figure, value: number | null): string {
  if (value === null) return 'nothing yet';
  if (unitOf(figure) === 'dollars') return formatMinor(value as Minor);
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return unitOf(figure) === 'percent' ? `${text}%` : text;
}

/** `at least $2,400.00`. */
export function targetText({ figure, atLeast, atMost }: PlayObjective): string {
  return atLeast === undefined
    ? `at most ${figureText(figure, atMost ?? 0)}`
    : `at least ${figureText(figure, atLeast)}`;
}

/** How far a figure is, both as shares of one scale; null where a bar says nothing: a limit of none. */
export function barOf({
  value,
  atLeast,
  atMost,
  course,
}: PlayObjective): { share: number; mark: number } | null {
  const target = atLeast ?? atMost ?? 0;
  if (target <= 0 && atLeast !== undefined) return null;
  const now = Math.max(0, value ?? 0);
  const largest = Math.max(target, now, ...course.map((past) => past ?? 0));
  if (target < 0 || largest <= 0 || (atMost === 0 && largest <= 0)) return null;
  return { share: now / largest, mark: target / largest };
}
