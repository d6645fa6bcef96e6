import { lastDayOfMonth, Zone } from '../calendar/calendar.ts';
import { listUpcoming, type Upcoming } from '../forecast/upcoming.ts';
import type { HouseholdRow } from '../household/row.ts';
import { Exchange, type Rates } from '../money/exchange.ts';
import { type Minor, roundMinor, subtractMinor, sumMinor, toMinor } from '../money/minor.ts';
import { DAYS_WITHOUT_PAYDAY, safeToSpend } from './budgets.ts';

/** The low-balance threshold in minor units. The safe-to-spend amount keeps the balance above it. */
const MINIMUM = 100_00;
/** The number of days to search for a payday. It is long enough for monthly pay. */
const DAYS_AHEAD = Math.max(DAYS_WITHOUT_PAYDAY, 35);

/**
 * A balance in minor units that exceeds any bill, so that no simulated payment fails and every bill counts.
 */
const ENOUGH = 1_000_000_000_00;

/**
 * A category's budget for a month, in major units of the base currency. `available` is null if the category
 * has no limit.
 */
export type BudgetedCategory = { category: string | null; available: number | null; spent: number };

export type SafeToSpendAnswer = NonNullable<ReturnType<typeof computeSafeToSpend>>;

/** Returns the total remaining in all budgets, in minor units; null if there is no budget. */
export function getBudgetRemaining(
  categories: readonly Pick<BudgetedCategory, 'available' | 'spent'>[],
): Minor | null {
  const budgeted = categories.flatMap(({ available, spent }) =>
    available === null ? [] : [subtractMinor(roundMinor(available * 100), roundMinor(spent * 100))],
  );
  return budgeted.length === 0 ? null : sumMinor(budgeted, (left) => left);
}

/**
 * Returns the amount that a customer can spend per day from the checking accounts in one currency; null if
 * there is no such account. `categories` are the current month's budgets. Every screen that shows the amount
 * uses this function. Bills in other currencies reduce the budgets at today's `rates`. Bills in currencies
 * that have no rate are excluded.
 */
export function computeSafeToSpend(
  row: HouseholdRow,
  currency: string,
  categories: readonly BudgetedCategory[],
  rates: Rates,
) {
  const everyChecking = row.accounts.filter(({ type, closed }) => type === 'CHECKING' && !closed);
  const checking = everyChecking.filter((account) => account.currency === currency);
  if (checking.length === 0) return null;
  const own = new Set(checking.map(({ id }) => id));
  const zone = new Zone(row.time_zone);
  const today = zone.getDay(row.now);
  const inDays = ({ at }: Upcoming) => zone.getDay(at) - today;
  const funded = row.accounts.map((account) =>
    everyChecking.includes(account) ? { ...account, balance: account.balance + ENOUGH } : account,
  );
  const upcoming = listUpcoming({ ...row, accounts: funded }, DAYS_AHEAD);
  // A transfer between two checking accounts doesn't reduce the money in checking.
  const dues = upcoming.filter(
    ({ account, toAccount }) => own.has(account) && !(toAccount !== null && own.has(toAccount)),
  );
  const left = getBudgetRemaining(categories);
  const daysLeft = lastDayOfMonth(today) - today + 1;
  const budgeted = new Set(
    categories.flatMap(({ category, available }) => (available === null ? [] : [category])),
  );
  const exchange = new Exchange(currency, rates);
  const planned = upcoming
    .filter((payment) => budgeted.has(payment.category) && inDays(payment) < daysLeft)
    .reduce((sum, bill) => sum + exchange.worth(toMinor(bill.spending), bill.currency), 0);
  const safe = safeToSpend({
    cash: checking.reduce((sum, { id, balance }) => sum + balance - sumHolds(row, id), 0),
    known: dues.map((due) => ({
      inDays: inDays(due),
      amount: toMinor(due.amount),
      isPay: due.isPay,
      isGoal: due.isGoal,
    })),
    minimum: MINIMUM,
    budget: left === null ? null : { left, planned, days: daysLeft },
  });
  // The payments from the checking accounts before payday, in chronological order.
  return { ...safe, dues: dues.filter((due) => due.amount < 0 && inDays(due) < safe.days) };
}

/** Returns the amount on hold in an account, in minor units. It can't be spent. */
function sumHolds({ holds = [] }: HouseholdRow, accountId: string): number {
  return holds
    .filter(({ account_id }) => account_id === accountId)
    .reduce((sum, { remaining }) => sum + remaining, 0);
}
