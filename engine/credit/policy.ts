import { monthlyPayment, schedule, totalInterest } from '../money/amortization.ts';
import { type Band, bandOf, loanToValue, type Reason, reasonsOf, shareOf } from './reasons.ts';
import {
  LATE_ADDS,
  LONG_TERM,
  type LoanType,
  MOST_LATE,
  type Product,
  productOf,
  termOf,
  UTILIZATION,
} from './terms.ts';

/**
 * The policy by which applications are judged, version 2026-11. The same module decides on the server and follows the
 * sliders in the browser. Amounts in minor units, rates in percent a year, terms in months.
 *
 * A request is approved when all of these hold:
 * - Income counts as stated, up to what deposits confirm, or up to a fixed amount before they can (`INCOME_RULES`).
 * - The score is at least 540. Bands: 740 excellent, 680 good, 620 fair, 540 weak.
 * - All monthly debts with the new payment take at most 45, 43, 40 or 36 % of the monthly income, by band.
 * - At most two payments were late in the last twelve months, none by 60 days or more.
 * - A mortgage is at most 95 % of the property's value, a car loan at most 110 % of the car's, where it is stated.
 * - The amount is within the most of its type, and unsecured within a yearly income: a quarter of one in the first six
 *   months with the bank.
 * - The term is within the longest of its type.
 * The rate is that of the type, plus what the score band, late payments, card utilization, loan to value and a long
 * term add. More income, less debt, a better score, fewer late payments, less used of cards and a smaller amount never
 * make the answer worse.
 */
export type PolicyFacts = {
  /** The qualifying income. */
  monthlyIncome: number;
  income: IncomeFacts;
  /** What goes out each month on debts already, here and elsewhere. */
  monthlyDebt: number;
  monthsOfHistory: number;
  /** In the last twelve months. */
  latePayments: number;
  /** The worst of them in days: 0, 1, 30, 60 or 90. */
  worstLate: number;
  /** 300 to 850. */
  score: number;
  /** Percent of all card limits; null without a card. */
  utilization: number | null;
};

/**
 * What the income that counts rests on, a month: the one stated (null when none was), and the most that could count
 * given the deposits, or given that there are not yet three months of them.
 */
export type IncomeFacts = { basis: 'deposits' | 'unverified'; stated: number | null; most: number };

export type CreditRequest = {
  type: LoanType;
  amount: number;
  term: number;
  /**
   * What the home or car is worth; null when it is not stated. A mortgage's down payment is this less the
   * amount.
   */
  collateralValue: number | null;
};

export type RatePart = { words: string; percent: number };

/** What the policy says about exactly this amount and term. */
export type Assessment = {
  isApproved: boolean;
  rate: number;
  rateParts: RatePart[];
  payment: number;
  interest: number;
  /** Percent of the monthly income, to a tenth; null without an income. */
  debtToIncome: number | null;
  reasons: Reason[];
};

/** Judges a request as it stands. The term is taken up to the next the product is made in. */
export function assess(facts: PolicyFacts, asked: CreditRequest): Assessment {
  const product = productOf(asked.type, asked.collateralValue);
  const request = { ...asked, term: termOf(asked.term, product) };
  const band = bandOf(facts.score);
  const rateParts = ratePartsOf(facts, request, product, band);
  const rate = rateParts.reduce((sum, { percent }) => sum + percent * 100, 0) / 100;
  const payment = monthlyPayment(request.amount, rate, request.term);
  const reasons = reasonsOf(facts, request, { product, band, payment });
  return {
    isApproved: reasons.every(({ effect }) => effect !== 'against'),
    rate,
    rateParts,
    payment,
    interest: totalInterest(schedule(request.amount, rate, request.term)),
    debtToIncome: shareOf(facts.monthlyDebt + payment, facts.monthlyIncome),
    reasons,
  };
}

function ratePartsOf(
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
    { words: 'Base rate of this type', percent: product.rate },
    { words: `Score: ${band?.words ?? 'too low'}`, percent: product.bands[band?.index ?? 3] },
    { words: 'Late payments', percent: Math.min(facts.latePayments, MOST_LATE) * LATE_ADDS },
    { words: 'Cards in use', percent: product.loanToValue ? 0 : (used?.adds ?? 0) },
    {
      words: 'Loan to value',
      percent: product.loanToValue
        ? (product.loanToValue.find(({ upTo }) => ratio <= upTo)?.adds ?? worst)
        : 0,
    },
    { words: 'Long term', percent: request.term > long.above ? long.adds : 0 },
  ];
  return parts.filter(({ percent }, index) => index === 0 || percent !== 0);
}
