import { addMonths, type DayNumber, getDate, getDay } from '../../calendar/calendar.ts';
import { type Minor, markMinor } from '../../money/minor.ts';
import type { DebtState } from '../../simulation/state.ts';
import { DAYS_A_MONTH, periodInterest } from './debt-interest.ts';

/** The number of days by which a due date can move. */
const MAX_SHIFT = 15;

/** The effect of another payment day: the next due date, the days by which it moves, and their interest. */
export type PaymentDayChange = { due: DayNumber; days: number; interest: Minor };

/** Returns the number of days between two days with months of 30 days. `bank.days_between` has the same rule. */
export function getDaysBetween(from: DayNumber, to: DayNumber): number {
  const [start, end] = [getDate(from), getDate(to)];
  const date = ({ date: day }: { date: number }) => Math.min(DAYS_A_MONTH, day);
  return (12 * (end.year - start.year) + end.month - start.month) * DAYS_A_MONTH + date(end) - date(start);
}

/**
 * Returns the effect of another payment day, from 1 to 28. The next due date moves to the nearest date after today
 * with this day, or to the later one of two. Returns null if it would move by more than 15 days.
 * `bank.nearest_due_date` has the same rule.
 */
export function findPaymentDayChange(
  debt: Pick<DebtState, 'start' | 'next' | 'balance' | 'rate'>,
  day: number,
  today: DayNumber,
): PaymentDayChange | null {
  const due = addMonths(debt.start, debt.next);
  const { year, month } = getDate(due);
  const [nearest] = [-1, 0, 1]
    .map((shift) => {
      const candidate = addMonths(getDay(year, month, 1), shift) + day - 1;
      return { due: candidate, days: getDaysBetween(due, candidate) };
    })
    .filter((candidate) => candidate.due > today && Math.abs(candidate.days) <= MAX_SHIFT)
    .sort((left, right) => Math.abs(left.days) - Math.abs(right.days) || right.due - left.due);
  return nearest ? { ...nearest, interest: periodInterest(debt.balance * nearest.days, debt.rate) } : null;
}

/** Moves the period of a debt to another due date. The interest of additional days is due once. */
export function movePaymentDay(debt: DebtState, { due, days, interest }: PaymentDayChange): void {
  const odd = markMinor(Math.max(0, (debt.oddInterest ?? 0) + interest));
  debt.start = addMonths(due, -debt.next);
  debt.countedTo -= days;
  debt.paymentDay = true;
  delete debt.oddInterest;
  if (odd > 0) debt.oddInterest = odd;
}
