import { dayText } from '@engine/calendar/calendar.ts';
import { schedule } from '@engine/money/amortization.ts';
import { fromMinor, type Minor, toMinor, ZERO } from '@engine/money/minor.ts';
import { TAX_TREATMENT_NAMES } from '@engine/pay/tax-treatments.ts';
import { type Figure, getUnit } from '@engine/scenarios/course-schema.ts';
import type { ScenarioRun as Course, RunObjective, RunTurn } from '@engine/scenarios/run-state.ts';
import type { Scenario, ScenarioTopic } from '@engine/scenarios/scenario.ts';
import { formatCount } from '@/lib/count';
import { formatMinor, formatMoney, sumAmounts } from '@/lib/money';

const TOPIC_NAMES: Record<ScenarioTopic, string> = {
  earning: 'Earning',
  spending: 'Spending',
  saving: 'Saving',
  investing: 'Investing',
  credit: 'Credit',
  'managing risk': 'Managing risk',
};

export const topicName = (topic: ScenarioTopic) => TOPIC_NAMES[topic];

/** Formats a duration, such as `6 months` or `2 years`. */
export function formatLength(months: number): string {
  if (months % 12 === 0) return months === 12 ? '1 year' : `${months / 12} years`;
  return formatCount(months, 'month');
}

/** Formats a scenario's topics, duration, and difficulty, such as `Saving, credit · 6 months · easy`. */
export function formatScenario({ topics, months, difficulty }: Scenario): string {
  const [first, ...others] = topics.map(topicName);
  const named = [first, ...others.map((name) => name.toLowerCase())].join(', ');
  return `${named} · ${formatLength(months)} · ${difficulty}`;
}

/** Returns a debt's initial balance after past installments, in major units. */
export function owedAtFirst(debt: { lent: number; rate: number; months: number; paid?: number | undefined }) {
  if (!debt.paid) return debt.lent;
  const installments = schedule(toMinor(debt.lent), debt.rate, debt.months);
  return fromMinor(installments[debt.paid - 1]?.remaining ?? ZERO);
}

const ACCOUNT_TYPES = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  INVESTMENT: 'Investments',
  CD: 'Certificate of deposit',
} as const;

export type Holding = { id: string; name: string; detail: string; amount: number };

/** Returns the scenario's initial assets and debts. Both are positive amounts in major units. */
export function getHoldings({ start }: Scenario): { has: Holding[]; owes: Holding[]; worth: number } {
  const has: Holding[] = [
    ...start.accounts.map(({ id, name, type, balance, taxTreatment }) => ({
      id,
      name,
      detail: taxTreatment ? TAX_TREATMENT_NAMES[taxTreatment] : ACCOUNT_TYPES[type],
      amount: balance,
    })),
    ...start.mortgages.map(({ id, price }) => ({
      id: `${id} home`,
      name: 'Home',
      detail: 'Purchase price',
      amount: price,
    })),
  ];
  const owes: Holding[] = [
    ...start.cards.map(({ id, name, apr, limit, balance }) => ({
      id,
      name,
      detail: `Card, ${apr}% APR, limit ${formatMoney(limit)}`,
      amount: balance,
    })),
    ...start.loans.map((loan) => ({
      id: loan.id,
      name: loan.name,
      detail: `Loan at ${loan.rate}%, ${formatLength(loan.months - (loan.paid ?? 0))} left`,
      amount: owedAtFirst(loan),
    })),
    ...start.mortgages.map((mortgage) => {
      const months = mortgage.years * 12;
      return {
        id: mortgage.id,
        name: mortgage.name,
        detail: `Mortgage at ${mortgage.rate}%, ${formatLength(months - (mortgage.paid ?? 0))} left`,
        amount: owedAtFirst({ ...mortgage, months }),
      };
    }),
  ];
  const sum = (holdings: readonly Holding[]) => sumAmounts(holdings.map(({ amount }) => amount));
  return { has, owes, worth: sumAmounts([sum(has), -sum(owes)]) };
}

/** Formats the time until a day: `today`, `tomorrow`, or `in 12 days`. */
export function inDays(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days.toLocaleString('en-US')} days`;
}

/** Formats for how long a losing condition has been met. */
export function formatCrossed({ crossedFor, days }: { crossedFor: number; days: number }): string {
  return crossedFor > days
    ? 'Condition met. You lost the scenario.'
    : `${formatCount(crossedFor, 'day')} so far. The scenario ends after ${formatCount(days + 1, 'day')}.`;
}

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
  goal: { name: 'Saved for the goal', formula: 'Amount saved ÷ target.' },
  home_equity: {
    name: 'Home equity',
    formula: '(Home value − mortgage balance) ÷ home value.',
  },
  emergency_months: {
    name: 'Months covered',
    formula: 'Savings ÷ average monthly spending since the first full month.',
  },
  full_payments: {
    name: 'Statements paid in full',
    formula: 'Longest streak of statements paid in full by the due date.',
  },
  late_fees: { name: 'Late fees', formula: 'Late fees charged since the scenario started.' },
  failed_payments: {
    name: 'Failed payments',
    formula: 'Payments that failed because of insufficient funds since the scenario started.',
  },
  days_late: {
    name: 'Days late',
    formula: 'Days since the oldest unpaid installment or minimum payment was due.',
  },
  credit_score: { name: 'Credit score', formula: "Sandbank's model, 300 to 850." },
};

export const figureName = (figure: Figure) => FIGURES[figure].name;
export const figureFormula = (figure: Figure) => FIGURES[figure].formula;

/** Returns a value for charts. Money is converted to major units; percentages and counts are unchanged. */
export const drawnValue = (figure: Figure, value: number) =>
  getUnit(figure) === 'dollars' ? fromMinor(value as Minor) : value;

/** Formats a figure as `$1,200.00`, `34.5%`, or `3`. Dollars are in minor units. */
export function figureText(figure: Figure, value: number | null): string {
  if (value === null) return 'no data yet';
  if (getUnit(figure) === 'dollars') return formatMinor(value as Minor);
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return getUnit(figure) === 'percent' ? `${text}%` : text;
}

/** Formats a target, such as `at least $2,400.00`. */
export function targetText({ figure, atLeast, atMost }: RunObjective): string {
  return atLeast === undefined
    ? `at most ${figureText(figure, atMost ?? 0)}`
    : `at least ${figureText(figure, atLeast)}`;
}

/**
 * Returns a value and its target as shares of one scale. Returns null if a bar can't show the figure, such as
 * when the minimum target is zero.
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

/** A day with a problem or an achievement. */
type TurningPoint = { key: string; day: string; text: string; isGood: boolean };

/**
 * Returns the turning points of a run. `text` is what the scenario says about a turning point, or
 * null.
 */
export function getTurns(
  turns: readonly (RunTurn & { text: string | null })[],
  pack: Scenario,
  course: Course,
): TurningPoint[] {
  // Leaves out events after the end of the run, because they didn't affect the result.
  const last = course.outcome?.on ?? course.ends;
  return turns
    .filter(({ day }) => day <= last)
    .map((turn) => ({
      key: `${turn.kind} ${turn.subject}`,
      day: dayText(turn.day),
      text: toText(turn, getName(turn.subject, pack, course)),
      isGood: turn.kind === 'met' || turn.kind === 'paid_off',
    }));
}

function toText({ kind, amount, text }: RunTurn & { text: string | null }, name: string): string {
  const money = amount === undefined ? '' : ` of ${formatMinor(amount as Minor)}`;
  switch (kind) {
    case 'failed':
      return `A payment${money} failed${name && `: ${name}`}`;
    case 'late':
      return `A payment${money} was missed${name && `: ${name}`}`;
    case 'paid_off':
      return `${name || 'A debt'} was paid off`;
    case 'met':
      return `Met: ${text ?? ''}`;
    case 'missed':
      return `Missed: ${text ?? ''}`;
    case 'event':
    case 'crossed':
      return text ?? 'Event';
  }
}

/**
 * Returns the name that the scenario gives a product or rule, or an empty string for products opened during
 * the run.
 */
function getName(id: string, { start }: Scenario, { ids }: Course): string {
  const own = Object.keys(ids).find((name) => ids[name] === id);
  const { accounts, cards, loans, mortgages, incomes, payments } = start;
  const named = [...accounts, ...cards, ...loans, ...mortgages, ...incomes, ...payments];
  return named.find((item) => item.id === own)?.name ?? '';
}
