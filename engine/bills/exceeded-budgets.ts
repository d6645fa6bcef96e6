import { type DayNumber, dayText, getDate, Zone } from '../calendar/calendar.ts';
import { occurrenceDay, occursOn } from '../calendar/recurrence.ts';
import { toMinor } from '../money/minor.ts';
import type { HouseholdState, ScheduledPaymentState } from '../simulation/state.ts';

/** A category's monthly budget in major units; null if it has none. */
export type CategoryBudget = { category: string | null; amount: number | null };

/** A budget that an announced increase exceeds. Amounts are in minor units. */
export type ExceededBudget = {
  /** The payment that goes up. */
  paymentId: string;
  name: string;
  amount: number;
  on: DayNumber;
  category: string;
  /** The part of the month's scheduled payments that exceeds the budget. */
  over: number;
};

/**
 * Returns the budgets that announced increases exceed: in the month of the increase, the scheduled payments of
 * the category fit the budget at the amounts before, but not after. Counts payments from accounts in the
 * budgets' currency.
 */
export function findExceededBudgets(
  state: HouseholdState,
  budgets: readonly CategoryBudget[],
  currency: string,
): ExceededBudget[] {
  const accounts = new Set(
    state.accounts.filter((account) => account.currency === currency).map(({ id }) => id),
  );
  const zone = new Zone(state.timeZone);
  const payments = state.scheduledPayments.filter(
    ({ accountId, to }) => to.kind === 'outside' && accounts.has(accountId),
  );
  return payments.flatMap((rule) => {
    const { id: paymentId, name, category, bill } = rule;
    const next = bill?.next;
    const limit = budgets.find((budget) => budget.category === category)?.amount;
    if (!next || category === undefined || limit == null) return [];
    const own = payments.filter((payment) => payment.category === category);
    const sum = (withIncrease: boolean) =>
      own.reduce(
        (total, payment) => total + sumMonth(payment, next.on, zone, withIncrease || payment !== rule),
        0,
      );
    const over = sum(true) - toMinor(limit);
    const before = sum(false) - toMinor(limit);
    return before <= 0 && over > 0
      ? [{ paymentId, name, amount: next.amount, on: next.on, category, over }]
      : [];
  });
}

/** Returns the sum of a payment's occurrences in the month of a day. */
function sumMonth(
  { recurrence, amount, bill, changed }: ScheduledPaymentState,
  day: DayNumber,
  zone: Zone,
  withIncrease: boolean,
): number {
  const { year, month, date } = getDate(day);
  const first = day - date + 1;
  let sum = 0;
  for (let occurrence = recurrence.next; occursOn(recurrence, occurrence, zone); occurrence += 1) {
    const on = occurrenceDay(recurrence, occurrence, zone);
    const at = getDate(on);
    if (on > day && (at.year > year || at.month > month)) break;
    if (on < first || typeof amount !== 'number') continue;
    const next = withIncrease ? bill?.next : undefined;
    const change = changed[dayText(on)];
    if (change && 'skip' in change) continue;
    sum += change ? change.amount : next && on >= next.on ? next.amount : amount;
  }
  return sum;
}
