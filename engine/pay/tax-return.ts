/** Computes a one-page federal tax return. Amounts are in minor units. */

import { getNextBusinessDay } from '../calendar/bank-holidays.ts';
import { addMonths, type DayNumber, getDay } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { computeIncomeTaxHundredths, type FilingStatus, getTaxTable, type TaxTable } from './tax-tables.ts';

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
};

/** The lines of a return in minor units. Each line is rounded to whole dollars. */
export type TaxReturn = {
  wages: number;
  interest: number;
  /** The capital gain; negative for a loss, which lowers income by up to 3,000 dollars. */
  gain: number;
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

/** The highest capital loss that lowers the income of a year (26 U.S.C. 1211(b)). */
const LOSS_LIMIT = 3_000 * DOLLAR;

const toDollars = (amount: number) => roundHalfAway(amount / DOLLAR) * DOLLAR;

/**
 * Computes a return with the standard deduction. Tax follows the bracket formula. The Tax Table of Form 1040
 * uses ranges of 50 dollars, so it can differ by a few dollars. Losses above the limit are not carried
 * forward.
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
  const agi = Math.max(0, wages + interest + gain);
  const deduction = table.standardDeduction[filingStatus];
  const taxable = Math.max(0, agi - deduction);
  const tax = toDollars(
    computeTaxHundredths(taxable, Math.min(long, short + long), filingStatus, table) / 100,
  );
  return { wages, interest, gain, agi, deduction, taxable, tax, withheld, due: tax - withheld };
}

/**
 * Returns the tax in hundredths of a minor unit. A long-term gain is the last part of taxable income, and is
 * taxed by its own brackets (26 U.S.C. 1(h)).
 */
function computeTaxHundredths(
  taxable: number,
  longTermGain: number,
  filingStatus: FilingStatus,
  table: TaxTable,
): number {
  const preferred = Math.min(taxable, Math.max(0, longTermGain));
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
