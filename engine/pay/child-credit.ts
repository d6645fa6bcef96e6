/** Computes the child tax credit (26 U.S.C. 24). Amounts are in minor units. */

import { toMinor } from '../money/minor.ts';
import type { FilingStatus, TaxTable } from './tax-tables.ts';

/** The credit falls by 50 dollars for each 1,000 dollars, or part of 1,000 dollars, of income above these amounts. */
const PHASE_OUT_ABOVE: Record<FilingStatus, number> = {
  single: toMinor(200_000),
  joint: toMinor(400_000),
  head_of_household: toMinor(200_000),
};
const PHASE_OUT_STEP = toMinor(1_000);
const PHASE_OUT_PER_STEP = toMinor(50);

/** The refundable part is at most 15% of earned income above this amount. */
const MIN_EARNED_INCOME = toMinor(2_500);
const REFUNDABLE_PERCENT = 15;

/** Returns the credit for a number of children and an income, before it is limited to the tax. */
export function getChildCredit(
  children: number,
  income: number,
  filingStatus: FilingStatus,
  table: TaxTable,
): number {
  const steps = Math.ceil(Math.max(0, income - PHASE_OUT_ABOVE[filingStatus]) / PHASE_OUT_STEP);
  return Math.max(0, children * table.childCredit - steps * PHASE_OUT_PER_STEP);
}

/**
 * Returns the part of the credit that reduces the tax, and the part that exceeds the tax and is refunded. The
 * refundable part depends on the wages.
 */
export function divideChildCredit(
  credit: number,
  { children, tax, wages }: { children: number; tax: number; wages: number },
  table: TaxTable,
): { credit: number; refundable: number } {
  const used = Math.min(credit, tax);
  const earned = (Math.max(0, wages - MIN_EARNED_INCOME) * REFUNDABLE_PERCENT) / 100;
  return {
    credit: used,
    refundable: Math.min(credit - used, children * table.refundableChildCredit, earned),
  };
}
