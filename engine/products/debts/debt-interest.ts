import { monthlyInterest } from '../../money/amortization.ts';
import type { Minor } from '../../money/minor.ts';
import type { VariableRate } from '../../simulation/state.ts';

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
