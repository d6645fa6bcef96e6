import { MONTHS_A_YEAR } from '../../calendar/calendar.ts';
import { monthlyInterest, monthlyPayment } from '../../money/amortization.ts';
import { type Minor, markMinor, subtractMinor } from '../../money/minor.ts';
import { minimumPayment } from './card.ts';

/**
 * Computes the minimum payment warning of a statement under Regulation Z, 12 CFR 1026.7(b)(12). Estimates
 * follow appendix M1: no new purchases, no fees, each payment on the last day of a cycle, and months of 365 ÷
 * 12 days. Amounts are integers in minor units, rates in percent per year.
 */

export type Payoff = {
  months: number;
  /** The total of all payments, including interest. */
  total: Minor;
  interest: Minor;
};

/**
 * The rate of an estimate: one rate, or an introductory rate (`intro`) for a number of months and then the card's
 * own rate (`own`).
 */
export type Rates = number | { intro: number; months: number; own: number };

const QUICK_MONTHS = 36;
const YEARS_FROM_MONTHS = 24;
const QUICK_YEARS = 3;

/**
 * Projects a balance if only minimum payments are made. The first payment is the minimum payment on the
 * statement, which can include interest and fees.
 */
export function payoffByMinimum(balance: number, firstMinimum: number, rates: Rates): Payoff {
  let minimum = firstMinimum;
  return projectPayoff(balance, rates, (left, interest) => {
    const paid = minimum >= left ? left + interest : minimum;
    minimum = minimumPayment(left + interest - paid, interest, 0);
    return paid;
  });
}

/** Returns the rate of a month, counted from 0 (appendix M1(b)(2)). */
const getMonthRate = (rates: Rates, month: number): number =>
  typeof rates === 'number' ? rates : month < rates.months ? rates.intro : rates.own;

/** Returns the average of the rates in 36 months, by the number of months at each rate (appendix M1(d)). */
function getAverageRate(rates: Rates): number {
  if (typeof rates === 'number') return rates;
  const months = Math.min(QUICK_MONTHS, rates.months);
  return (rates.intro * months + rates.own * (QUICK_MONTHS - months)) / QUICK_MONTHS;
}

/** Projects a balance until it is paid off. `pay` returns the payment for a month's balance and interest. */
function projectPayoff(
  balance: number,
  rates: Rates,
  pay: (left: number, interest: number) => number,
): Payoff {
  let left = Math.max(0, balance);
  let months = 0;
  let total = 0;
  while (left > 0) {
    const interest = monthlyInterest(left, getMonthRate(rates, months));
    const paid = pay(left, interest);
    left += interest - paid;
    months += 1;
    total += paid;
  }
  return { months, total: markMinor(total), interest: markMinor(total - Math.max(0, balance)) };
}

/**
 * Projects a balance that is repaid with a constant monthly amount. Returns null if the amount doesn't cover
 * the interest.
 */
export function payoffByAmount(balance: number, payment: number, rates: Rates): Payoff | null {
  let isEnough = true;
  const payoff = projectPayoff(balance, rates, (left, interest) => {
    isEnough &&= payment > interest;
    // A payment that doesn't cover the interest never ends, so the projection stops here.
    return isEnough ? Math.min(payment, left + interest) : left + interest;
  });
  return isEnough ? payoff : null;
}

/**
 * Returns the monthly payment that pays off a balance in 36 months, rounded to the cent as appendix M1(d)
 * allows.
 */
export function paymentFor36Months(balance: number, rates: Rates): Minor {
  return monthlyPayment(balance, getAverageRate(rates), QUICK_MONTHS);
}

/**
 * Returns the level payment that pays off a balance in 36 months, and the estimated cost. The total is 36
 * times the payment, as required by 1026.7(b)(12) and appendix M1(e), even though the last payment differs by
 * a few cents.
 */
export function payoffIn36Months(balance: number, rates: Rates): Payoff & { payment: Minor } {
  const payment = paymentFor36Months(balance, rates);
  const total = markMinor(payment * QUICK_MONTHS);
  const interest = markMinor(total - Math.max(0, balance));
  return { payment, months: QUICK_MONTHS, total, interest };
}

/**
 * Returns a statement's warning, or null if the minimum payment pays the full balance (1026.7(b)(12)(v)). The
 * 36-month total is 36 times the rounded payment, and the saving is the difference between the two totals
 * (appendix M1(e) and (f)).
 */
export function minimumWarning(statement: { balance: number; minimum: number; rates: Rates }) {
  const { balance, minimum, rates } = statement;
  if (balance <= 0 || minimum >= balance) return null;
  const slow = payoffByMinimum(balance, minimum, rates);
  const { payment, total } = payoffIn36Months(balance, rates);
  const isQuick = Math.round(slow.months / MONTHS_A_YEAR) <= QUICK_YEARS;
  return {
    minimum: slow,
    // In months if under two years, otherwise in whole years (1026.7(b)(12)(i)(B)).
    time:
      slow.months < YEARS_FROM_MONTHS
        ? { count: slow.months, unit: 'month' as const }
        : { count: Math.round(slow.months / MONTHS_A_YEAR), unit: 'year' as const },
    // Not required if minimum payments take at most three years or are higher than the 36-month payment.
    in36: isQuick || payment < minimum ? null : { payment, total, saving: subtractMinor(slow.total, total) },
  };
}
