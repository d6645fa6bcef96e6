/** Computes a one-page federal tax return. Amounts are in minor units. */

import { getNextBusinessDay } from '../calendar/bank-holidays.ts';
import { addMonths, type DayNumber, getDay } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { divideChildCredit, getChildCredit } from './child-credit.ts';
import { computeIncomeTaxHundredths, type FilingStatus, getTaxTable, type TaxTable } from './tax-tables.ts';
import { EARLY_WITHDRAWAL_PERCENT } from './tax-treatments.ts';

/** The year's income and withholding, in cents. */
export type TaxYearFigures = {
  /** W-2 box 1. */
  wages: number;
  /** 1099-INT box 1. */
  interest: number;
  /** W-2 box 2. */
  withheld: number;
  /** 1099-B: the gains on units held for a year or less, and for longer. Negative for losses. */
  shortTermGain?: number;
  longTermGain?: number;
  /** 1099-DIV: all dividends of funds, and the part of them that is qualified. */
  dividends?: number;
  qualifiedDividends?: number;
  /** True if the customer was 65 or older at the end of the year. */
  isSenior?: boolean;
  /** The number of children under 17. */
  children?: number;
  /** 1099-R: the taxable withdrawals from retirement accounts, and the early part of them. */
  distributions?: number;
  earlyDistributions?: number;
  /** The contributions to retirement and health accounts that lower income. */
  deductions?: number;
  /** 1099-G box 1. */
  unemployment?: number;
  /** The required distributions that were missed, and the part of them that was withdrawn before filing. */
  missedDistributions?: number;
  correctedDistributions?: number;
};

/** The lines of a return in minor units. Each line is rounded to whole dollars. */
export type TaxReturn = {
  wages: number;
  interest: number;
  /** All dividends, which include the qualified ones. */
  dividends: number;
  /** The taxable withdrawals from retirement accounts. */
  distributions: number;
  /** Unemployment benefits. */
  unemployment: number;
  /** The capital gain; negative for a loss, which lowers income by up to 3,000 dollars. */
  gain: number;
  /** The contributions that lower income. */
  adjustments: number;
  /** Adjusted gross income. */
  agi: number;
  deduction: number;
  taxable: number;
  /** The tax before credits. */
  tax: number;
  /** The part of the child tax credit that lowers the tax, and the part that is refunded. */
  childCredit: number;
  refundableCredit: number;
  /** The additional tax on early withdrawals. */
  earlyTax: number;
  /** The excise tax on missed required distributions. */
  missedTax: number;
  withheld: number;
  /** Positive if tax is due, negative if it is a refund. */
  due: number;
};

const DOLLAR = 100;

/** The excise tax on required distributions that were missed, and on corrected ones, in percent (26 U.S.C. 4974). */
export const MISSED_DISTRIBUTION_PERCENT = 25;
export const CORRECTED_DISTRIBUTION_PERCENT = 10;

/** The highest capital loss that lowers the income of a year (26 U.S.C. 1211(b)). */
const LOSS_LIMIT = 3_000 * DOLLAR;

const toDollars = (amount: number) => roundHalfAway(amount / DOLLAR) * DOLLAR;

/**
 * Computes a return with the standard deduction, which is higher from age 65. A spouse's age is unknown. Tax
 * follows the bracket formula. The Tax Table of Form 1040 uses ranges of 50 dollars, so it can differ by a few
 * dollars. Losses above the limit are not carried forward.
 */
export function computeTaxReturn(
  figures: TaxYearFigures,
  filingStatus: FilingStatus,
  table: TaxTable,
): TaxReturn {
  const wages = toDollars(figures.wages);
  const interest = toDollars(figures.interest);
  const withheld = toDollars(figures.withheld);
  const [short, long] = [toDollars(figures.shortTermGain ?? 0), toDollars(figures.longTermGain ?? 0)];
  const gain = Math.max(-LOSS_LIMIT, short + long);
  const dividends = toDollars(figures.dividends ?? 0);
  const qualified = Math.min(dividends, toDollars(figures.qualifiedDividends ?? 0));
  const distributions = toDollars(figures.distributions ?? 0);
  const adjustments = toDollars(figures.deductions ?? 0);
  const unemployment = toDollars(figures.unemployment ?? 0);
  const compensation = wages + unemployment;
  const agi = Math.max(0, compensation + interest + dividends + distributions + gain - adjustments);
  const senior = figures.isSenior ? table.seniorDeduction[filingStatus] : 0;
  const deduction = table.standardDeduction[filingStatus] + senior;
  const taxable = Math.max(0, agi - deduction);
  const preferred = qualified + Math.max(0, Math.min(long, short + long));
  const tax = toDollars(computeTaxHundredths(taxable, preferred, filingStatus, table) / 100);
  const { children = 0 } = figures;
  const fullCredit = getChildCredit(children, agi, filingStatus, table);
  const divided = divideChildCredit(fullCredit, { children, tax, wages }, table);
  const childCredit = divided.credit;
  const refundableCredit = toDollars(divided.refundable);
  const earlyTax = toDollars(((figures.earlyDistributions ?? 0) * EARLY_WITHDRAWAL_PERCENT) / 100);
  const { missedDistributions: missed = 0, correctedDistributions: corrected = 0 } = figures;
  const missedTax = toDollars(
    ((missed - corrected) * MISSED_DISTRIBUTION_PERCENT + corrected * CORRECTED_DISTRIBUTION_PERCENT) / 100,
  );
  const due = tax - childCredit + earlyTax + missedTax - refundableCredit - withheld;
  const income = { wages, interest, dividends, distributions, unemployment, gain, adjustments };
  const credits = { childCredit, refundableCredit };
  return { ...income, agi, deduction, taxable, tax, ...credits, earlyTax, missedTax, withheld, due };
}

/**
 * Returns the tax in hundredths of a minor unit. Long-term gains and qualified dividends are the last part of
 * taxable income, and are taxed by their own brackets (26 U.S.C. 1(h)).
 */
function computeTaxHundredths(
  taxable: number,
  preferredIncome: number,
  filingStatus: FilingStatus,
  table: TaxTable,
): number {
  const preferred = Math.min(taxable, preferredIncome);
  const ordinary = taxable - preferred;
  const gainBrackets = table.gainBrackets[filingStatus];
  return (
    computeIncomeTaxHundredths(ordinary, table.brackets[filingStatus]) +
    computeIncomeTaxHundredths(taxable, gainBrackets) -
    computeIncomeTaxHundredths(ordinary, gainBrackets)
  );
}

/** A filed return: the figures of its year in minor units, and its days. */
export type FiledReturn = TaxYearFigures & {
  year: number;
  filingStatus: FilingStatus;
  filedOn: DayNumber;
  /** The inflation rate by which unpublished tax amounts are estimated, in percent per year. */
  inflation: number;
};

/** A refund arrives this many days after an electronic return was filed. */
const REFUND_DAYS = 21;
const CURRENCY = 'USD';
const APRIL = 4;
const DEADLINE_DATE = 15;

/**
 * Returns the day by which the return and the payment for a year are due: April 15 or the next business day.
 */
export const getTaxDeadline = (year: number): DayNumber =>
  getNextBusinessDay(getDay(year + 1, APRIL, DEADLINE_DATE), CURRENCY);

/** Computes a filed return. */
export const computeFiledReturn = (filed: FiledReturn): TaxReturn =>
  computeTaxReturn(filed, filed.filingStatus, getTaxTable(filed.year, filed.inflation));

/**
 * Returns the first day on which a return is settled. A refund arrives 21 days after filing or on the next
 * business day. A payment is made on the deadline, or on the business day after a late return was filed.
 */
export function getSettlementDay({ year, filedOn }: FiledReturn, due: number): DayNumber {
  if (due < 0) return getNextBusinessDay(filedOn + REFUND_DAYS, CURRENCY);
  return Math.max(getTaxDeadline(year), getNextBusinessDay(filedOn + 1, CURRENCY));
}

/** Penalties in tenths of a percent of the tax due per month or part of a month, and their longest times. */
const LATE_FILING = { perMonth: 45, months: 5 };
const LATE_PAYMENT = { perMonth: 5, months: 50 };

/**
 * Returns the penalty for tax that is paid on a day. Late filing costs 5% of the tax due per month, at most
 * five months, and late payment 0.5%, at most fifty months. The 5% include the 0.5% of the same months
 * (26 U.S.C. 6651(a), (c)(1)).
 */
export function computeTaxPenalty({ year, filedOn }: FiledReturn, due: number, paidOn: DayNumber): number {
  if (due <= 0) return 0;
  const deadline = getTaxDeadline(year);
  const filing = Math.min(LATE_FILING.months, countMonths(deadline, filedOn)) * LATE_FILING.perMonth;
  const payment = Math.min(LATE_PAYMENT.months, countMonths(deadline, paidOn)) * LATE_PAYMENT.perMonth;
  return roundHalfAway((due * (filing + payment)) / 1_000);
}

/** Counts the months from one day to another. A part of a month counts as a month. */
function countMonths(from: DayNumber, to: DayNumber): number {
  let months = 0;
  while (addMonths(from, months) < to) months += 1;
  return months;
}
