/**
 * Computes level-payment loans. Amounts are integers in minor units, rates are in percent per year (6.4 means
 * 6.4%), and terms are in months. Rounds half away from zero, as the bank's SQL does. The cases in
 * `amortization.cases.json` test this module and the SQL.
 */

import { MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { type Minor, markMinor, sumMinor } from './minor.ts';

export type Installment = {
  /** The number of the installment, counted from 1. */
  number: number;
  payment: Minor;
  interest: Minor;
  principal: Minor;
  /** The balance after this payment; zero after the last payment. */
  remaining: Minor;
};

/** Rounds to an integer, half away from zero. */
export function roundHalfAway(value: number): number {
  const nearest = Math.round(Math.abs(value) * (1 + Number.EPSILON));
  return value < 0 ? -nearest : nearest;
}

/**
 * Returns the level monthly payment in minor units: amount × r ÷ (1 − (1 + r)^−n), where r = percent ÷ 100 ÷
 * 12 and n is the number of months. If the rate is zero, the payment is amount ÷ n. Throws RangeError if the
 * term is less than one month.
 */
export function monthlyPayment(amount: number, annualPercent: number, months: number): Minor {
  if (months < 1) throw new RangeError('The term must be at least one month.');
  const rate = annualPercent / 100 / MONTHS_A_YEAR;
  if (rate === 0) return markMinor(roundHalfAway(amount / months));
  return markMinor(roundHalfAway((amount * rate) / (1 - 1 / power(1 + rate, months))));
}

/** Returns one month's interest (30/360: a twelfth of the annual rate), rounded to minor units. */
export function monthlyInterest(remaining: number, annualPercent: number): Minor {
  return markMinor(roundHalfAway((remaining * annualPercent) / 100 / MONTHS_A_YEAR));
}

/**
 * Returns all installments of a loan. The last one absorbs rounding differences, so the balance ends at zero.
 */
export function schedule(amount: number, annualPercent: number, months: number, extra = 0): Installment[] {
  const level = monthlyPayment(amount, annualPercent, months) + extra;
  const installments: Installment[] = [];
  let remaining = amount;
  for (let number = 1; remaining > 0 && number <= months; number += 1) {
    const interest = monthlyInterest(remaining, annualPercent);
    const due = remaining + interest;
    const payment = number === months ? due : Math.min(level, due);
    remaining = due - payment;
    installments.push({
      number,
      payment: markMinor(payment),
      interest,
      principal: markMinor(payment - interest),
      remaining: markMinor(remaining),
    });
  }
  return installments;
}

/** Returns the total interest of a loan in minor units. */
export function totalInterest(installments: readonly Installment[]): Minor {
  return sumMinor(installments, ({ interest }) => interest);
}

/**
 * Computes base^exponent by repeated multiplication, because the result of Math.pow can differ between
 * platforms.
 */
function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
