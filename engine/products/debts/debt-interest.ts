import { addMonths, DAYS_A_YEAR, type DayNumber } from '../../calendar/calendar.ts';
import { monthlyInterest, roundHalfAway } from '../../money/amortization.ts';
import { type Minor, markMinor } from '../../money/minor.ts';
import type { DebtState, LineTerms, VariableRate } from '../../simulation/state.ts';

/** The number of days between two due dates, the same for every month (30/360). */
export const DAYS_A_MONTH = 30;

/**
 * Computes the interest between two due dates on a 30/360 basis, rounded to minor units. `balanceDays` is the
 * sum of balances times days, with thirty days in the whole period. A constant balance accrues interest at
 * one twelfth of the annual rate.
 */
export function periodInterest(balanceDays: number, annualPercent: number): Minor {
  return monthlyInterest(balanceDays / DAYS_A_MONTH, annualPercent);
}

type Period = Pick<DebtState, 'start' | 'next' | 'line'>;

/**
 * Returns the number of days of interest until the next due date: thirty, or the actual days of a line of
 * credit.
 */
export function getPeriodDays({ start, next, line }: Period): number {
  return line ? addMonths(start, next) - addMonths(start, next - 1) : DAYS_A_MONTH;
}

/**
 * Computes a debt's interest on a sum of balances times days, rounded to minor units. A line of credit accrues
 * it on the daily balance (actual/365), other debts on a 30/360 basis.
 */
export function debtInterest({ rate, line }: Pick<DebtState, 'rate' | 'line'>, balanceDays: number): Minor {
  if (!line) return periodInterest(balanceDays, rate);
  return markMinor(roundHalfAway((balanceDays * rate) / 100 / DAYS_A_YEAR));
}

/** Returns true if only interest is due with an installment, because the customer can still draw. */
export function isInterestOnly({ line }: Pick<DebtState, 'line'>, number: number): boolean {
  return line !== undefined && number <= line.drawMonths;
}

/** Returns the last day on which a line of credit can be drawn. `bank.check_draw` has the same rule. */
export const getLastDrawDay = (start: DayNumber, { drawMonths }: Pick<LineTerms, 'drawMonths'>): DayNumber =>
  addMonths(start, drawMonths) - 1;

/**
 * Returns the rate after a reset in percent per year. The rate is rounded to thousandths, stays within the
 * caps, and is never negative.
 */
export function cappedRate(
  request: number,
  present: number,
  { capPerReset, capForLife, first }: VariableRate,
): number {
  const highest = Math.min(present + capPerReset, first + capForLife);
  const lowest = Math.max(present - capPerReset, first - capForLife, 0);
  return Math.round(Math.min(highest, Math.max(lowest, request)) * 1000) / 1000;
}
