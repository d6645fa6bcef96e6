import { monthlyInterest, monthlyPayment, schedule, totalInterest } from '../money/amortization.ts';
import { type Minor, markMinor, ZERO } from '../money/minor.ts';
import { getPmiRate, monthlyPremium, requiresInsurance } from '../products/debts/mortgage-insurance.ts';
import { type Band, getBand, getReasons, getShare, loanToValue, type Reason } from './reasons.ts';
import {
  CREDIT_LINE,
  getProduct,
  getTerm,
  LATE_ADDS,
  LONG_TERM,
  type LoanType,
  MAX_LATE_PAYMENTS,
  type Product,
  UTILIZATION,
} from './terms.ts';

/**
 * The credit policy, version 2026-11. The server's decisions and the browser's sliders use the same module.
 * Amounts are in minor units, rates in percent per year, terms in months.
 *
 * Stated income counts up to a percentage of the deposits, or up to a fixed amount until there are enough
 * deposits (`INCOME_RULES`). A request is approved if all of these conditions are met:
 * - The score is at least 540. The bands are 740 excellent, 680 good, 620 fair, and 540 weak.
 * - Monthly debt including the new payment and its mortgage insurance is at most 45%, 43%, 40%, or 36% of
 *   monthly income, by band.
 * - At most two payments were late in the last twelve months, none by 60 days or more.
 * - A mortgage is at most 95% of the property's value, a car loan at most 110% of the stated car value. A home
 *   equity line and the mortgage before it are together at most 85%. Its payment is the installment that repays
 *   the whole limit in the repayment period.
 * - The amount is within the limit for its type. Unsecured loans are also limited to one year's income, or to
 *   a quarter of it during the first six months with the bank.
 * - The term is within the limit for its type.
 *
 * The rate is the base rate for the type plus add-ons for score band, late payments, card utilization,
 * loan-to-value ratio, and a long term. More income, less debt, a better score, fewer late payments, lower
 * utilization, and a smaller amount never make the result worse.
 */
export type PolicyFacts = {
  /** The qualifying income, in minor units. */
  monthlyIncome: number;
  income: IncomeFacts;
  /** Current monthly debt payments at this bank and elsewhere. */
  monthlyDebt: number;
  monthsOfHistory: number;
  /** The number of late payments in the last twelve months. */
  latePayments: number;
  /** The worst delinquency in days: 0, 1, 30, 60, or 90. */
  worstLate: number;
  /** The credit score, from 300 to 850. */
  score: number;
  /** The percentage of all card limits in use; null if the customer has no card. */
  utilization: number | null;
};

/**
 * The basis of the qualifying monthly income. `stated` is null if the applicant didn't state an income.
 * `most` is the maximum that the deposits support, or a fixed maximum before there are three months of
 * deposits.
 */
export type IncomeFacts = { basis: 'deposits' | 'unverified'; stated: number | null; most: number };

export type CreditRequest = {
  type: LoanType;
  amount: number;
  term: number;
  /**
   * The value of the home or car; null if not stated. A mortgage's down payment is this value minus the loan
   * amount.
   */
  collateralValue: number | null;
  /** The amount that is already owed on the home, for a line of credit. */
  lien?: number;
  /** The prime rate, to which the margin of a line of credit is added. */
  prime?: number;
};

export type RatePart = { text: string; percent: number };

/** The policy's result for a request. Amounts are in minor units. */
export type Assessment = {
  isApproved: boolean;
  rate: number;
  rateParts: RatePart[];
  /** The installment, without mortgage insurance. */
  payment: Minor;
  interest: Minor;
  /** The monthly debt with the new payment as a percentage of monthly income; null without an income. */
  debtToIncome: number | null;
  reasons: Reason[];
  /** The monthly premium of mortgage insurance. Missing if it isn't required. */
  premium?: Minor;
};

/** Applies the policy to a request. Rounds the term up to the next term that the product offers. */
export function assess(facts: PolicyFacts, application: CreditRequest): Assessment {
  const product = getProduct(application.type, application.collateralValue);
  const request = { ...application, term: getTerm(application.term, product) };
  const band = getBand(facts.score);
  const rateParts = getRateParts(facts, request, product, band);
  const rate = rateParts.reduce((sum, { percent }) => sum + percent * 100, 0) / 100;
  const isLine = request.type === 'HOME_EQUITY';
  const repaidIn = isLine ? CREDIT_LINE.months - CREDIT_LINE.drawMonths : request.term;
  const payment = monthlyPayment(request.amount, rate, repaidIn);
  const repaid = totalInterest(schedule(request.amount, rate, repaidIn));
  const pmiRate = getRequiredInsurance(facts, request);
  const premium = pmiRate === null ? ZERO : monthlyPremium(request.amount, pmiRate);
  const monthly = markMinor(payment + premium);
  const reasons = getReasons(facts, request, { product, band, payment: monthly });
  return {
    isApproved: reasons.every(({ effect }) => effect !== 'against'),
    rate,
    rateParts,
    payment,
    interest: isLine
      ? markMinor(repaid + monthlyInterest(request.amount, rate) * CREDIT_LINE.drawMonths)
      : repaid,
    debtToIncome: getShare(facts.monthlyDebt + monthly, facts.monthlyIncome),
    reasons,
    ...(pmiRate !== null && { premium }),
  };
}

/** Returns the rate of the mortgage insurance that a request requires, in percent per year, or null. */
export function getRequiredInsurance(
  { score }: Pick<PolicyFacts, 'score'>,
  { type, amount, collateralValue }: CreditRequest,
): number | null {
  const isInsured =
    type === 'HOME' && collateralValue && requiresInsurance(collateralValue, collateralValue - amount);
  return isInsured ? getPmiRate(score) : null;
}

function getRateParts(
  facts: PolicyFacts,
  request: CreditRequest,
  product: Product,
  band: Band | null,
): RatePart[] {
  const used = UTILIZATION.find(({ above }) => (facts.utilization ?? 0) > above);
  const long = product.step === 12 ? LONG_TERM.mortgage : LONG_TERM.loan;
  const ratio = loanToValue(request);
  const worst = product.loanToValue?.at(-1)?.adds ?? 0;
  const parts = [
    ...(request.prime === undefined ? [] : [{ text: 'Prime rate', percent: request.prime }]),
    {
      text: request.prime === undefined ? 'Base rate for this type' : 'Base margin for this type',
      percent: product.rate,
    },
    { text: `Score: ${band?.text ?? 'too low'}`, percent: product.bands[band?.index ?? 3] },
    { text: 'Late payments', percent: Math.min(facts.latePayments, MAX_LATE_PAYMENTS) * LATE_ADDS },
    { text: 'Credit utilization', percent: product.loanToValue ? 0 : (used?.adds ?? 0) },
    {
      text: 'Loan-to-value ratio',
      percent: product.loanToValue
        ? (product.loanToValue.find(({ upTo }) => ratio <= upTo)?.adds ?? worst)
        : 0,
    },
    {
      text: 'Long term',
      percent: request.type !== 'HOME_EQUITY' && request.term > long.above ? long.adds : 0,
    },
  ];
  return parts.filter(({ percent }, index) => index === 0 || percent !== 0);
}
