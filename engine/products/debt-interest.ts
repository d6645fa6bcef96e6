import { monthlyInterest } from '../money/amortization.ts';
import type { VariableRate } from '../simulation/state.ts';

/** What a period between two due dates counts, however long its month is: 30/360. */
export const DAYS_A_MONTH = 30;

/**
 * Interest of a period between two due dates: 30/360 on the balance held. `balanceDays` are balances times days, thirty
 * for the whole period; a balance that did not change gives the twelfth of the year's rate. Minor units, rounded.
 */
export function periodInterest(balanceDays: number, annualPercent: number): number {
  return monthlyInterest(balanceDays / DAYS_A_MONTH, annualPercent);
}

/** The rate after a reset: percent a year, to thousandths, within the caps and never below zero. */
export function cappedRate(
  wish: number,
  present: number,
  { capPerReset, capForLife, first }: VariableRate,
): number {
  const highest = Math.min(present + capPerReset, first + capForLife);
  const lowest = Math.max(present - capPerReset, first - capForLife, 0);
  return Math.round(Math.min(highest, Math.max(lowest, wish)) * 1000) / 1000;
}
