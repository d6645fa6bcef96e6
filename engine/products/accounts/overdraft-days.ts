import { isBusinessDay } from '../../calendar/bank-holidays.ts';
import { addMonths, type DayNumber } from '../../calendar/calendar.ts';
import { getHolidayCurrency } from '../../calendar/recurrence.ts';
import type { Run } from '../../simulation/run.ts';
import type { AccountState, OverdraftDay } from '../../simulation/state.ts';

/** An account is repeatedly overdrawn after this number of business days below zero (12 CFR 229.13(d)). */
const MIN_DAYS = 6;
/** Or after this number of business days on which it was overdrawn by a large amount, in minor units. */
const MIN_LARGE_DAYS = 2;
const LARGE_OVERDRAFT = 6_725_00;
const MONTHS_COUNTED = 6;

/**
 * Records that an account is below zero on a business day, or would be if the bank had made a payment that it
 * returned. Only households that hold deposits need the record.
 */
export function recordOverdraftDay(run: Run, account: AccountState, day: DayNumber, amount: number): void {
  if (run.state.pending !== 'realistic' || amount <= 0) return;
  if (!isBusinessDay(day, getHolidayCurrency(run.state, account.id))) return;
  const days = getRecentOverdrafts(account.overdraftDays ?? [], day);
  const earlier = days.find((other) => other.day === day);
  account.overdraftDays = earlier
    ? days.map((other) => (other === earlier ? { day, amount: Math.max(amount, earlier.amount) } : other))
    : [...days, { day, amount }];
}

/** Returns true if checks can be held longer because of the overdrafts in the six months before a day. */
export function isRepeatedlyOverdrawn(days: readonly OverdraftDay[], on: DayNumber): boolean {
  const recent = getRecentOverdrafts(days, on);
  return (
    recent.length >= MIN_DAYS ||
    recent.filter(({ amount }) => amount >= LARGE_OVERDRAFT).length >= MIN_LARGE_DAYS
  );
}

/** Returns the overdrafts in the six months before a day. */
export function getRecentOverdrafts(days: readonly OverdraftDay[], on: DayNumber): OverdraftDay[] {
  const first = addMonths(on, -MONTHS_COUNTED);
  return days.filter(({ day }) => day >= first);
}
