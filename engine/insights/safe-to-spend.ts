import { lastDayOfMonth, Zone } from '../calendar/calendar.ts';
import { type Upcoming, upcomingOf } from '../forecast/upcoming.ts';
import type { HouseholdRow } from '../household/row.ts';
import { DAYS_WITHOUT_PAYDAY, type SafeToSpend, safeToSpend } from './budgets.ts';

/** The low-balance threshold in minor units. Safe-to-spend amounts keep the balance above it. */
const MINIMUM = 100_00;
/** A customer who is paid monthly has a payday within these days. */
const DAYS_AHEAD = Math.max(DAYS_WITHOUT_PAYDAY, 35);

/**
 * A category in a month's budgets, in major units of the base currency; `available` is null without a limit.
 */
export type BudgetedCategory = { available: number | null; spent: number };

export type SafeToSpendAnswer = SafeToSpend & {
  /** Payments that leave the checking accounts before payday, in order of time. */
  dues: Upcoming[];
};

/** Returns the amount remaining in all budgets, in minor units; null without a budget. */
export function getBudgetRemaining(categories: readonly BudgetedCategory[]): number | null {
  const budgeted = categories.flatMap(({ available, spent }) =>
    available === null ? [] : [Math.round(available * 100) - Math.round(spent * 100)],
  );
  return budgeted.length === 0 ? null : budgeted.reduce((sum, left) => sum + left, 0);
}

/**
 * Returns what a customer can spend a day from their checking accounts in one currency; null without such an account.
 * `categories` are the budgets of the current month. Every screen that shows the figure calls this.
 */
export function computeSafeToSpend(
  row: HouseholdRow,
  currency: string,
  categories: readonly BudgetedCategory[],
): SafeToSpendAnswer | null {
  const checking = row.accounts.filter(
    (account) => account.type === 'CHECKING' && account.currency === currency && !account.closed,
  );
  if (checking.length === 0) return null;
  const own = new Set(checking.map(({ id }) => id));
  const zone = new Zone(row.time_zone);
  const today = zone.dayOf(row.now);
  const inDays = ({ at }: Upcoming) => zone.dayOf(at) - today;
  const dues = upcomingOf(row, DAYS_AHEAD).filter(({ account }) => own.has(account));
  const left = getBudgetRemaining(categories);
  const safe = safeToSpend({
    cash: checking.reduce((sum, { balance }) => sum + balance, 0),
    known: dues.map((due) => ({
      inDays: inDays(due),
      amount: Math.round(due.amount * 100),
      isPay: due.isPay,
      isGoal: due.isGoal,
    })),
    minimum: MINIMUM,
    budget: left === null ? null : { left, days: lastDayOfMonth(today) - today + 1 },
  });
  return { ...safe, dues: dues.filter((due) => due.amount < 0 && inDays(due) < safe.days) };
}
