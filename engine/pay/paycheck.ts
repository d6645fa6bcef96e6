/** Computes a paycheck from gross to net. Amounts are in minor units and rates in percent. */

import { roundHalfAway } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import { getChildCredit } from './child-credit.ts';
import { computeIncomeTaxHundredths, type FilingStatus, type TaxTable } from './tax-tables.ts';

/** The number of paychecks per year by frequency. Hourly and daily deposits have no pay details. */
export const PAY_PERIODS = { WEEKLY: 52, BIWEEKLY: 26, MONTHLY: 12 } as const;
export type PayFrequency = keyof typeof PAY_PERIODS;

export const isPayFrequency = (frequency: string): frequency is PayFrequency => frequency in PAY_PERIODS;

/** The details from which a paycheck is computed. */
export type PayDetails = {
  grossPerYear: number;
  filingStatus: FilingStatus;
  /** The employee's 401(k) contribution in percent of gross pay. */
  retirementPercent: number;
  /** The employer's match in percent of the contribution, up to `matchUpTo` percent of gross pay. */
  matchPercent: number;
  matchUpTo: number;
  /** The health insurance premium per paycheck. */
  health: number;
  /** The contribution to the health savings account per paycheck. */
  hsa: number;
  /** State income tax in percent of federal wages; 0 if there is none. */
  statePercent: number;
  /** The number of children under 17 (step 3 of Form W-4). Missing if there are none. */
  children?: number;
};

/** The pay of one employer so far this year, as far as the next paycheck depends on it. */
export type PayToDate = {
  /** Wages before the limit of the Social Security wage base. */
  ficaWages: number;
  retirement: number;
  hsa: number;
};

export const NO_PAY_TO_DATE: PayToDate = { ficaWages: 0, retirement: 0, hsa: 0 };

/** A paycheck. Gross pay minus all deductions and taxes is net pay. */
export type Paycheck = {
  gross: number;
  retirement: number;
  health: number;
  hsa: number;
  federalTax: number;
  socialSecurity: number;
  medicare: number;
  stateTax: number;
  net: number;
  /** The employer's contribution, which is not part of gross pay. */
  match: number;
  /** Wages for federal and state income tax (W-2 box 1). */
  federalWages: number;
  /** Wages for Medicare tax (W-2 box 5). */
  ficaWages: number;
  /** Wages for Social Security tax, which end at the wage base (W-2 box 3). */
  socialSecurityWages: number;
};

/** Above these wages of one employer, 0.9% more Medicare tax is withheld (26 U.S.C. 3102(f)). */
const ADDITIONAL_MEDICARE_ABOVE = toMinor(200_000);

/**
 * Computes a paycheck. Federal tax follows Publication 15-T, percentage method, for a Form W-4 from 2020 or
 * later whose step 2 is unchecked. Its adjustment (8,600 or 12,900 dollars) and the first row of its table add
 * up to the standard deduction, so both are computed from the brackets. The child tax credit of a year of such
 * paychecks lowers the tax (step 3). The year's 401(k) and HSA
 * contributions, `contributed`, count across all employers.
 */
export function computePaycheck(
  details: PayDetails,
  frequency: PayFrequency,
  table: TaxTable,
  toDate: PayToDate = NO_PAY_TO_DATE,
  contributed: Pick<PayToDate, 'retirement' | 'hsa'> = toDate,
): Paycheck {
  const periods = PAY_PERIODS[frequency];
  const { filingStatus } = details;
  const gross = roundHalfAway(details.grossPerYear / periods);
  const health = Math.min(details.health, gross);
  const hsaLimit = table.hsaLimit[filingStatus === 'single' ? 'self' : 'family'];
  const hsa = limit(details.hsa, hsaLimit - contributed.hsa, gross - health);
  const ficaWages = gross - health - hsa;
  const wanted = takePercent(gross, details.retirementPercent);
  const retirement = limit(wanted, table.retirementLimit - contributed.retirement, ficaWages);
  const matched = Math.min(retirement, takePercent(gross, details.matchUpTo));
  const federalWages = ficaWages - retirement;
  const taxable = Math.max(0, federalWages * periods - table.standardDeduction[filingStatus]);
  const yearlyTax = computeIncomeTaxHundredths(taxable, table.brackets[filingStatus]);
  const credit = getChildCredit(details.children ?? 0, federalWages * periods, filingStatus, table);
  const federalTax = roundHalfAway(Math.max(0, yearlyTax / 100 - credit) / periods);
  const socialSecurityWages = limit(ficaWages, table.wageBase - toDate.ficaWages);
  const socialSecurity = roundHalfAway((socialSecurityWages * 62) / 1_000);
  const highWages = limit(ficaWages, toDate.ficaWages + ficaWages - ADDITIONAL_MEDICARE_ABOVE);
  const medicare = roundHalfAway((ficaWages * 145 + highWages * 90) / 10_000);
  const stateTax = takePercent(federalWages, details.statePercent);
  const taxes = federalTax + socialSecurity + medicare + stateTax;
  return {
    gross,
    retirement,
    health,
    hsa,
    federalTax,
    socialSecurity,
    medicare,
    stateTax,
    net: federalWages - taxes,
    match: takePercent(matched, details.matchPercent),
    federalWages,
    ficaWages,
    socialSecurityWages,
  };
}

const takePercent = (amount: number, percent: number) => roundHalfAway((amount * percent) / 100);

/** Returns an amount, but no more than any of the limits and never less than zero. */
const limit = (amount: number, ...limits: readonly number[]) => Math.max(0, Math.min(amount, ...limits));

/** Adds a paycheck to the year so far. */
export function addPaycheck(toDate: PayToDate, paycheck: Paycheck): PayToDate {
  return {
    ficaWages: toDate.ficaWages + paycheck.ficaWages,
    retirement: toDate.retirement + paycheck.retirement,
    hsa: toDate.hsa + paycheck.hsa,
  };
}
