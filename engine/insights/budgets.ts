/** Budgets in integer minor units: what to budget with, how one stands, and what a day may cost. */

/** A suggestion looks at this many full months at most, and at no fewer than the least. */
const MOST_MONTHS = 6;
const FEWEST_MONTHS = 3;
/** Suggestions are round: five units of the currency. */
const ROUND_TO = 500;
/** From this share on a budget is nearly used, in hundredths. */
const NEAR_PERCENT = 80;
/** Without a payday in sight, what is there has to last this long. */
export const DAYS_WITHOUT_PAYDAY = 30;

export type Suggestion = {
  amount: number;
  /** The average stands in where money is spent in fewer than half of the months. */
  basis: 'median' | 'average';
  months: number;
};

/**
 * What a category needs in a month by what it cost in the last full ones (the latest last); null when they
 * are too few or it cost nothing.
 */
export function suggestBudget(spentByMonth: readonly number[]): Suggestion | null {
  const spent = spentByMonth.slice(-MOST_MONTHS);
  if (spent.length < FEWEST_MONTHS) return null;
  const middle = medianOf(spent);
  if (middle > 0) return { amount: roundUp(middle), basis: 'median', months: spent.length };
  const average = Math.ceil(spent.reduce((sum, amount) => sum + amount, 0) / spent.length);
  return average > 0 ? { amount: roundUp(average), basis: 'average', months: spent.length } : null;
}

/** The middle one; of two middle ones their mean, rounded up to a whole minor unit. */
function medianOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.ceil(((sorted[half - 1] ?? 0) + upper) / 2);
}

const roundUp = (amount: number) => Math.ceil(amount / ROUND_TO) * ROUND_TO;

/** How far months may lie apart that cost the same, in hundredths of the middle one. */
const STEADY_PERCENT = 5;

/** Whether a category costs the same every month, as rent does: then it has no pace. */
export function isSteady(spentByMonth: readonly number[]): boolean {
  const spent = spentByMonth.slice(-FEWEST_MONTHS);
  if (spent.length < FEWEST_MONTHS) return false;
  const middle = medianOf(spent);
  const spread = Math.max(...spent) - Math.min(...spent);
  return middle > 0 && spread * 100 <= middle * STEADY_PERCENT;
}

export type BudgetStanding = 'within' | 'ahead' | 'near' | 'passed';

/**
 * How a budget stands: passed when more was spent than there was, near from 80 %, ahead of its pace when more was spent
 * than the share of the month that is gone.
 */
export function standingOf(available: number, spent: number, pace: number): BudgetStanding {
  if (spent > available) return 'passed';
  if (spent > 0 && spent * 100 >= available * NEAR_PERCENT) return 'near';
  return spent > available * pace ? 'ahead' : 'within';
}

/** Something that is known to come: above zero in, below zero out. */
export type KnownPayment = {
  inDays: number;
  amount: number;
  isPay: boolean;
  /** Set aside for a goal. */
  isGoal?: boolean;
};

export type SafeToSpend = {
  /** A day, at least zero. */
  perDay: number;
  /** Until the payday. Below zero when the bills are more than there is. */
  total: number;
  cash: number;
  bills: number;
  minimum: number;
  goals: number;
  days: number;
  hasPayday: boolean;
  /**
   * What is left of the month's budgets and the days it has to last, today included; null without a budget.
   */
  budget: { left: number; days: number } | null;
  /** Whether the budgets allow less per day than the account balances. */
  isLimitedByBudget: boolean;
};

/**
 * Returns what can be spent a day: the cash until the next payday without known bills, the minimum balance, and
 * contributions to goals, and never more than the budgets leave for each day of the month.
 */
export function safeToSpend({
  cash,
  known,
  minimum,
  budget = null,
}: {
  cash: number;
  known: readonly KnownPayment[];
  minimum: number;
  budget?: SafeToSpend['budget'];
}): SafeToSpend {
  const paydays = known.filter(({ isPay, inDays }) => isPay && inDays > 0).map(({ inDays }) => inDays);
  const days = paydays.length > 0 ? Math.min(...paydays) : DAYS_WITHOUT_PAYDAY;
  const leaving = known.filter(({ amount, inDays }) => amount < 0 && inDays < days);
  const sumOf = (payments: readonly KnownPayment[]) => payments.reduce((sum, { amount }) => sum - amount, 0);
  const bills = sumOf(leaving.filter(({ isGoal }) => !isGoal));
  const goals = sumOf(leaving.filter(({ isGoal }) => isGoal));
  const total = cash - bills - minimum - goals;
  const fromCash = Math.floor(total / days);
  const fromBudget = budget ? Math.floor(budget.left / budget.days) : Number.POSITIVE_INFINITY;
  return {
    perDay: Math.max(0, Math.min(fromCash, fromBudget)),
    total,
    cash,
    bills,
    minimum,
    goals,
    days,
    hasPayday: paydays.length > 0,
    budget,
    isLimitedByBudget: fromBudget < fromCash,
  };
}
