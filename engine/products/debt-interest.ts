import { monthlyInterest } from '../money/amortization.ts';
import type { Minor } from '../money/minor.ts';
import type { VariableRate } from '../simulation/state.ts';

/** Days of a period between two due dates, for every month: 30/360. */
export const DAYS_A_MONTH = 30;

/**
 * Computes the interest between two due dates: 30/360 on the balance held. `balanceDays` are balances times
 * days, thirty for the whole period; a constant balance gives a twelfth of the annual rate. Minor units,
 * rounded.
 */
export function periodInterest(balanceDays: number, annualPercent: number): Minor {
  return monthlyInterest(balanceDays / DAYS_A_MONTH, annualPercent);
}

/** Returns the rate after a reset in percent a year, to thousandths, within the caps and at least zero. */
export function cappedRate(
  request: number,
  present: number,
  { capPerReset, capForLife, first }: VariableRate,
): number {
  const highest = Math.min(present + capPerReset, first + capForLife);
  const lowest = Math.max(present - capPerReset, first - capForLife, 0);
  return Math.round(Math.min(highest, Math.max(lowest, request)) * 1000) / 1000;
}
