import { MONTHS_A_YEAR } from '../../calendar/calendar.ts';
import { monthlyPayment, roundHalfAway, schedule } from '../../money/amortization.ts';
import { findSmallest } from '../../money/bisect.ts';
import { type Minor, markMinor, subtractMinor, sumMinor } from '../../money/minor.ts';

/**
 * The terms of a loan or mortgage that its cost depends on. Amounts are in minor units, the rate is in percent
 * per year, and the term is in months.
 */
export type CostTerms = {
  amount: number;
  rate: number;
  months: number;
  /** The finance charges that are paid on or before the first day: origination, underwriting, and points. */
  fees?: number;
  /** The amount that is paid in addition to an installment, such as for mortgage insurance. */
  addedTo?: (installment: number) => number;
};

/** The highest monthly rate that the search covers, in billionths. */
const HIGHEST_RATE = 1_000_000_000_000_000;
const BILLION = 1_000_000_000;
/** Converts a monthly rate in billionths to a yearly rate in percent. */
const BILLIONTHS_A_PERCENT = BILLION / 100;

/**
 * Returns the annual percentage rate, in percent, by the actuarial method of Regulation Z, appendix J: twelve
 * times the monthly rate at which the present value of the payments equals the amount financed. The payments
 * are due one month apart, the first one a month after the loan. Amounts are in minor units. Throws RangeError
 * if the amount financed isn't positive.
 */
export function annualPercentageRate(amountFinanced: number, payments: readonly number[]): number {
  if (amountFinanced <= 0) throw new RangeError('The amount financed must be above zero.');
  const isEnough = (billionths: number) => presentValue(payments, billionths / BILLION) <= amountFinanced;
  const monthly = findSmallest(0, HIGHEST_RATE, isEnough) ?? HIGHEST_RATE;
  return (monthly * MONTHS_A_YEAR) / BILLIONTHS_A_PERCENT;
}

function presentValue(payments: readonly number[], monthlyRate: number): number {
  return payments.reduceRight((value, payment) => (value + payment) / (1 + monthlyRate), 0);
}

export type Disclosure = {
  /** In percent per year. */
  apr: number;
  /** The amount of the loan minus the prepaid finance charges. */
  amountFinanced: Minor;
  /** The cost of the loan: interest, prepaid finance charges, and mortgage insurance. */
  financeCharge: Minor;
  totalOfPayments: Minor;
};

/**
 * Returns the figures that Regulation Z requires before a loan is taken (12 CFR 1026.18), assuming that every
 * installment is paid on time. Returns null if the fees aren't lower than the loan, because nothing is lent.
 */
export function getDisclosure({ amount, rate, months, fees = 0, addedTo }: CostTerms): Disclosure | null {
  const amountFinanced = markMinor(amount - fees);
  if (amountFinanced <= 0) return null;
  const payments = schedule(amount, rate, months).map(({ number, payment }) =>
    markMinor(payment + (addedTo?.(number) ?? 0)),
  );
  const totalOfPayments = sumMinor(payments, (payment) => payment);
  return {
    apr: annualPercentageRate(amountFinanced, payments),
    amountFinanced,
    financeCharge: subtractMinor(totalOfPayments, amountFinanced),
    totalOfPayments,
  };
}

/**
 * The bank's price of points: each point costs 1% of the loan and lowers the rate by a quarter of a percentage
 * point. The bank's SQL uses the same price for refinance offers.
 */
export const POINTS = { most: 4, lowersRateBy: 0.25, percentOfLoan: 1 };

/** Returns the price of points in minor units. The amount is in minor units. */
export function pointsFee(amount: number, points: number): Minor {
  return markMinor(roundHalfAway((amount * points * POINTS.percentOfLoan) / 100));
}

/** Returns the rate in percent after points were paid, never below zero. */
export function rateWithPoints(rate: number, points: number): number {
  return Math.max(0, Math.round((rate - points * POINTS.lowersRateBy) * 1e6) / 1e6);
}

/**
 * Compares a loan with and without points. `rate` is the rate without points. The break-even month is the
 * first month in which the lower payments have saved the price of the points. It is null if the loan ends
 * before that.
 */
export function comparePoints({ amount, rate, months }: CostTerms, points: number) {
  const lowerRate = rateWithPoints(rate, points);
  const before = monthlyPayment(amount, rate, months);
  const after = monthlyPayment(amount, lowerRate, months);
  const fee = pointsFee(amount, points);
  const saved = before - after;
  const month = saved > 0 ? Math.ceil(fee / saved) : null;
  return {
    fee,
    rate: lowerRate,
    before,
    after,
    /** The reduction of the monthly payment. */
    saved: markMinor(saved),
    breakEvenMonth: month !== null && month <= months ? month : null,
  };
}
