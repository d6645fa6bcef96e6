/** Computes a one-page federal tax return. Amounts are in minor units. */

import { roundHalfAway } from '../money/amortization.ts';
import { computeIncomeTaxHundredths, type FilingStatus, type TaxTable } from './tax-tables.ts';

/** The year's income and withholding, in cents. */
export type TaxYearFigures = {
  /** W-2 box 1. */
  wages: number;
  /** 1099-INT box 1. */
  interest: number;
  /** W-2 box 2. */
  withheld: number;
};

/** The lines of a return in minor units. Each line is rounded to whole dollars. */
export type TaxReturn = {
  wages: number;
  interest: number;
  /** Adjusted gross income. */
  agi: number;
  deduction: number;
  taxable: number;
  tax: number;
  withheld: number;
  /** Positive if tax is due, negative if it is a refund. */
  due: number;
};

const DOLLAR = 100;

const toDollars = (amount: number) => roundHalfAway(amount / DOLLAR) * DOLLAR;

/**
 * Computes a return with the standard deduction. Tax follows the bracket formula. The Tax Table of Form 1040
 * uses ranges of 50 dollars, so it can differ by a few dollars.
 */
export function computeTaxReturn(
  figures: TaxYearFigures,
  filingStatus: FilingStatus,
  table: TaxTable,
): TaxReturn {
  const wages = toDollars(figures.wages);
  const interest = toDollars(figures.interest);
  const withheld = toDollars(figures.withheld);
  const agi = wages + interest;
  const deduction = table.standardDeduction[filingStatus];
  const taxable = Math.max(0, agi - deduction);
  const tax = toDollars(computeIncomeTaxHundredths(taxable, table.brackets[filingStatus]) / 100);
  return { wages, interest, agi, deduction, taxable, tax, withheld, due: tax - withheld };
}
