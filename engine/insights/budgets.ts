/** Computes budget suggestions, status, and daily amounts in minor units. */

/** The maximum and minimum number of full months for a suggestion. */
const MAX_MONTHS = 6;
const FEWEST_MONTHS = 3;
/** Suggestions are multiples of 5 units of the currency. */
const ROUND_TO = 500;
/** A budget counts as nearly used up if at least this percentage of it is spent. */
const NEAR_PERCENT = 80;
/** The number of days to cover if no payday is known. */
export const DAYS_WITHOUT_PAYDAY = 30;

export type Suggestion = {
  amount: number;
  /** The average is used if fewer than half of the months have spending. */
  basis: 'median' | 'average';
  months: number;
};

/**
 * Suggests a monthly budget from the spending of the last full months, in chronological order. Returns null
 * if there are too few months or no spending.
 */
export function suggestBudget(spentByMonth: readonly number[]): Suggestion | null {
  const spent = spentByMonth.slice(-MAX_MONTHS);
  if (spent.length < FEWEST_MONTHS) return null;
  const middle = median(spent);
  if (middle > 0) return { amount: roundUp(middle), basis: 'median', months: spent.length };
  const average = Math.ceil(spent.reduce((sum, amount) => sum + amount, 0) / spent.length);
  return average > 0 ? { amount: roundUp(average), basis: 'average', months: spent.length } : null;
}

/** Returns the median. The mean of the two middle amounts is rounded up. */
function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.ceil(((sorted[half - 1] ?? 0) + upper) / 2);
}

const roundUp = (amount: number) => Math.ceil(amount / ROUND_TO) * ROUND_TO;

/**
 * The maximum deviation from the median, in percent. Monthly amounts within this deviation count as equal.
 */
const STEADY_PERCENT = 5;

/** Returns true if a category costs the same every month, such as rent, so that pace is not meaningful. */
export function isSteady(spentByMonth: readonly number[]): boolean {
  const spent = spentByMonth.slice(-FEWEST_MONTHS);
  if (spent.length < FEWEST_MONTHS) return false;
  const middle = median(spent);
  const spread = Math.max(...spent) - Math.min(...spent);
  return middle > 0 && spread * 100 <= middle * STEADY_PERCENT;
}

export type BudgetStatus = 'within' | 'ahead' | 'near' | 'passed';

/**
 * Returns a budget's status: over budget, nearly used up from 80%, or ahead of pace. A budget is ahead of
 * pace if the percentage spent is larger than the percentage of the month that has passed.
 */
export function getBudgetStatus(available: number, spent: number, pace: number): BudgetStatus {
  if (spent > available) return 'passed';
  if (spent > 0 && spent * 100 >= available * NEAR_PERCENT) return 'near';
  return spent > available * pace ? 'ahead' : 'within';
}

/** A known payment. Income is positive; outflows are negative. */
export type KnownPayment = {
  inDays: number;
  amount: number;
  isPay: boolean;
  /** True for a goal contribution. */
  isGoal?: boolean;
};

/** The remaining amount of a month's budgets, in minor units. */
export type BudgetRemainder = {
  left: number;
  /** The month's unpaid bills in categories that have a budget. */
  planned: number;
  /** The remaining days in the month, including today. */
  days: number;
};

/**
 * Returns the amount that is safe to spend per day until the next payday. This is cash minus known bills, the
 * minimum balance, and goal contributions, divided by the days until payday. If there are budgets, the amount
 * is at most the remaining budgets minus unpaid bills, divided by the remaining days of the month.
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
  /** The remaining amount of the month's budgets; null if the customer has no budget. */
  budget?: BudgetRemainder | null;
}) {
  const paydays = known.filter(({ isPay, inDays }) => isPay && inDays > 0).map(({ inDays }) => inDays);
  const days = paydays.length > 0 ? Math.min(...paydays) : DAYS_WITHOUT_PAYDAY;
  const leaving = known.filter(({ amount, inDays }) => amount < 0 && inDays < days);
  const sumAmounts = (payments: readonly KnownPayment[]) =>
    payments.reduce((sum, { amount }) => sum - amount, 0);
  const bills = sumAmounts(leaving.filter(({ isGoal }) => !isGoal));
  const goals = sumAmounts(leaving.filter(({ isGoal }) => isGoal));
  const total = cash - bills - minimum - goals;
  const fromCash = Math.floor(total / days);
  const fromBudget = budget
    ? Math.floor((budget.left - budget.planned) / budget.days)
    : Number.POSITIVE_INFINITY;
  return {
    /** The daily amount, never negative. */
    perDay: Math.max(0, Math.min(fromCash, fromBudget)),
    /** The amount until payday. It is negative if the bills exceed the balance. */
    total,
    cash,
    bills,
    minimum,
    goals,
    days,
    hasPayday: paydays.length > 0,
    budget,
    /** True if the budgets allow less per day than the account balances do. */
    isLimitedByBudget: fromBudget < fromCash,
  };
}
