/**
 * Level-payment loans. Amounts are integer minor units; rates are percent a year (6.4 = 6.4 %); terms are months.
 * Rounding is half away from zero to whole minor units, as in the bank's SQL: `amortization.cases.json` pins both.
 */

export type Installment = {
  /** 1 for the first. */
  number: number;
  payment: number;
  interest: number;
  principal: number;
  /** What is still owed after this payment; exactly zero after the last. */
  remaining: number;
};

const MONTHS_A_YEAR = 12;

/** Rounds to whole minor units, half away from zero. */
export function roundHalfAway(value: number): number {
  const nearest = Math.round(Math.abs(value) * (1 + Number.EPSILON));
  return value < 0 ? -nearest : nearest;
}

/**
 * The level monthly payment: amount × r ÷ (1 − (1 + r)^−n), with r = percent ÷ 100 ÷ 12 and n the months (the
 * specification's section 9); amount ÷ n at a rate of zero. In minor units, rounded.
 * Throws RangeError for a term below one month.
 */
export function monthlyPayment(amount: number, annualPercent: number, months: number): number {
  if (months < 1) throw new RangeError('A loan runs for at least one month.');
  const rate = annualPercent / 100 / MONTHS_A_YEAR;
  if (rate === 0) return roundHalfAway(amount / months);
  return roundHalfAway((amount * rate) / (1 - 1 / power(1 + rate, months)));
}

/** A month's interest on what is owed: 30/360, so a twelfth of the year's rate. Minor units, rounded. */
export function monthlyInterest(remaining: number, annualPercent: number): number {
  return roundHalfAway((remaining * annualPercent) / 100 / MONTHS_A_YEAR);
}

/** Every installment of a loan; the last absorbs the residue of rounding, so the balance ends at exactly zero. */
export function schedule(amount: number, annualPercent: number, months: number, extra = 0): Installment[] {
  const level = monthlyPayment(amount, annualPercent, months) + extra;
  const installments: Installment[] = [];
  let remaining = amount;
  for (let number = 1; remaining > 0 && number <= months; number += 1) {
    const interest = monthlyInterest(remaining, annualPercent);
    const due = remaining + interest;
    const payment = number === months ? due : Math.min(level, due);
    remaining = due - payment;
    installments.push({ number, payment, interest, principal: payment - interest, remaining });
  }
  return installments;
}

/** Interest paid over the whole life of a loan, in minor units. */
export function totalInterest(installments: readonly Installment[]): number {
  return installments.reduce((sum, { interest }) => sum + interest, 0);
}

/** base^exponent for whole exponents by repeated multiplication: the same on every machine, unlike Math.pow. */
function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
