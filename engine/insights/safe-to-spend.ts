import { lastDayOfMonth, Zone } from '../calendar/calendar.ts';
import { listUpcoming, type Upcoming } from '../forecast/upcoming.ts';
import type { HouseholdRow } from '../household/row.ts';
import { Exchange, type Rates } from '../money/exchange.ts';
import { type Minor, roundMinor, subtractMinor, sumMinor } from '../money/minor.ts';
import { DAYS_WITHOUT_PAYDAY, type SafeToSpend, safeToSpend } from './budgets.ts';

/** The low-balance threshold in minor units. Safe-to-spend amounts keep the balance above it. */
const MINIMUM = 100_00;
/** A customer who is paid monthly has a payday within these days. */
const DAYS_AHEAD = Math.max(DAYS_WITHOUT_PAYDAY, 35);

/** More than any bill, so that no simulated payment fails and every bill counts. Minor units. */
const ENOUGH = 1_000_000_000_00;

/** A category in a month's budgets, in major units of the base currency; `available` is null without a limit. */
export type BudgetedCategory = { category: string | null; available: number | null; spent: number };

export type SafeToSpendAnswer = SafeToSpend & {
  /** Payments that leave the checking accounts before payday, in order of time. */
  dues: Upcoming[];
};

/** Returns the amount remaining in all budgets, in minor units; null without a budget. */
export function getBudgetRemaining(
  categories: readonly Pick<BudgetedCategory, 'available' | 'spent'>[],
): Minor | null {
  const budgeted = categories.flatMap(({ available, spent }) =>
    available === null ? [] : [subtractMinor(roundMinor(available * 100), roundMinor(spent * 100))],
  );
  return budgeted.length === 0 ? null : sumMinor(budgeted, (left) => left);
}

/**
 * Returns what a customer can spend a day from their checking accounts in one currency; null without such an account.
 * `categories` are the budgets of the current month. Every screen that shows the figure calls this. Bills in other
 * currencies leave the budgets at today's `rates`; those without a rate are left out.
 */
export function computeSafeToSpend(
  row: HouseholdRow,
  currency: string,
  categories: readonly BudgetedCategory[],
  rates: Rates,
): SafeToSpendAnswer | null {
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
  // A transfer between two of these accounts leaves the money in checking.
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
    .reduce((sum, bill) => sum + exchange.worth(Math.round(bill.spending * 100), bill.currency), 0);
  const safe = safeToSpend({
    cash: checking.reduce((sum, { balance }) => sum + balance, 0),
    known: dues.map((due) => ({
      inDays: inDays(due),
      amount: Math.round(due.amount * 100),
      isPay: due.isPay,
      isGoal: due.isGoal,
    })),
    minimum: MINIMUM,
    budget: left === null ? null : { left, planned, days: daysLeft },
  });
  return { ...safe, dues: dues.filter((due) => due.amount < 0 && inDays(due) < safe.days) };
}
