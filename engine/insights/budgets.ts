/** Computes budgets in integer minor units: suggestions, status, and daily amounts. */

/** The number of full months that a suggestion uses, at most and at least. */
const MOST_MONTHS = 6;
const FEWEST_MONTHS = 3;
/** Suggestions are multiples of 5 units of the currency. */
const ROUND_TO = 500;
/** The share at which a budget is nearly used up, in percent. */
const NEAR_PERCENT = 80;
/** The period in days to cover if no payday is known. */
export const DAYS_WITHOUT_PAYDAY = 30;

export type Suggestion = {
  amount: number;
  /** The average is used when fewer than half of the months have spending. */
  basis: 'median' | 'average';
  months: number;
};

/**
 * Suggests a monthly budget from the spending of the last full months (latest last); null if there are too
 * few or no spending.
 */
export function suggestBudget(spentByMonth: readonly number[]): Suggestion | null {
  const spent = spentByMonth.slice(-MOST_MONTHS);
  if (spent.length < FEWEST_MONTHS) return null;
  const middle = median(spent);
  if (middle > 0) return { amount: roundUp(middle), basis: 'median', months: spent.length };
  const average = Math.ceil(spent.reduce((sum, amount) => sum + amount, 0) / spent.length);
  return average > 0 ? { amount: roundUp(average), basis: 'average', months: spent.length } : null;
}

/** Returns the median; the mean of two middle amounts is rounded up. */
function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.ceil(((sorted[half - 1] ?? 0) + upper) / 2);
}

const roundUp = (amount: number) => Math.ceil(amount / ROUND_TO) * ROUND_TO;

/** The largest deviation from the median, in percent, at which months count as equal. */
const STEADY_PERCENT = 5;

/** Returns true if a category costs the same every month, like rent. Such a category has no pace. */
export function isSteady(spentByMonth: readonly number[]): boolean {
  const spent = spentByMonth.slice(-FEWEST_MONTHS);
  if (spent.length < FEWEST_MONTHS) return false;
  const middle = median(spent);
  const spread = Math.max(...spent) - Math.min(...spent);
  return middle > 0 && spread * 100 <= middle * STEADY_PERCENT;
}

export type BudgetStatus = 'within' | 'ahead' | 'near' | 'passed';

/**
 * Returns the status of a budget: exceeded, nearly used from 80%, or ahead of pace if the spent share is
 * larger than the elapsed share of the month.
 */
export function getBudgetStatus(available: number, spent: number, pace: number): BudgetStatus {
  if (spent > available) return 'passed';
  if (spent > 0 && spent * 100 >= available * NEAR_PERCENT) return 'near';
  return spent > available * pace ? 'ahead' : 'within';
}

/** A known payment: positive for income, negative for outflow. */
export type KnownPayment = {
  inDays: number;
  amount: number;
  isPay: boolean;
  /** True for a goal contribution. */
  isGoal?: boolean;
};

/** The rest of a month's budgets in minor units. */
export type BudgetRemainder = {
  left: number;
  /** The unpaid bills of the month in budgeted categories. */
  planned: number;
  /** The remaining days including today. */
  days: number;
};

export type SafeToSpend = {
  /** A daily amount, at least zero. */
  perDay: number;
  /** The amount until payday. Negative if the bills exceed the balance. */
  total: number;
  cash: number;
  bills: number;
  minimum: number;
  goals: number;
  days: number;
  hasPayday: boolean;
  /** The rest of the month's budgets; null without a budget. */
  budget: BudgetRemainder | null;
  /** True if the budgets allow less per day than the account balances. */
  isLimitedByBudget: boolean;
};

/**
 * Returns what can be spent a day: the cash until the next payday without known bills, the minimum balance, and
 * contributions to goals, and never more than the budgets leave for each day of the month after its unpaid bills.
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
  budget?: BudgetRemainder | null;
}): SafeToSpend {
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
