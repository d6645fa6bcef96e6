import type { CreditRequest, PolicyFacts } from './policy.ts';
import {
  LONG_HISTORY_MONTHS,
  MAX_LATE_PAYMENTS,
  MIN_SCORE,
  type Product,
  SCORE_BANDS,
  SHARE_OF_INCOME,
  UTILIZATION,
  WEIGHTS,
  WORST_LATE,
} from './terms.ts';

export type Reason = {
  code: ReasonCode;
  text: string;
  /** The weight of this part, out of 100. */
  weight: number;
  value: number;
  limit: number;
  unit: 'percent' | 'money' | 'months' | 'count' | 'days' | 'points';
  /** The effect on the decision: supports approval, raises the rate, or counts against approval. */
  effect: 'for' | 'price' | 'against';
};

export type Band = { index: 0 | 1 | 2 | 3; text: string; debtToIncome: number };

export function getBand(score: number): Band | null {
  const index = SCORE_BANDS.findIndex(({ from }) => score >= from);
  const band = SCORE_BANDS[index];
  return band ? { index: index as Band['index'], text: band.text, debtToIncome: band.debtToIncome } : null;
}

/** Returns a ratio in percent, rounded to a tenth; null if the whole is zero. */
export function getShare(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : null;
}

/**
 * Returns the loan-to-value ratio in percent, unrounded; 0 if there is no collateral. What is already owed on
 * the home counts (the combined loan-to-value ratio).
 */
export function loanToValue({ amount, collateralValue, lien = 0 }: CreditRequest): number {
  return collateralValue ? ((amount + lien) * 100) / collateralValue : 0;
}

type Context = {
  facts: PolicyFacts;
  request: CreditRequest;
  product: Product;
  band: Band | null;
  payment: number;
};
type Finding = Pick<Reason, 'text' | 'value' | 'limit' | 'effect'> & { unit?: Reason['unit'] };

const UNITS = {
  debt: 'percent',
  income: 'money',
  score: 'points',
  payments: 'count',
  collateral: 'percent',
  amount: 'money',
  utilization: 'percent',
  history: 'months',
  term: 'months',
} as const;
export type ReasonCode = keyof typeof UNITS;

/** Returns the reasons for or against a request, most important first. */
export function getReasons(
  facts: PolicyFacts,
  request: CreditRequest,
  terms: Pick<Context, 'product' | 'band' | 'payment'>,
): Reason[] {
  const weights = terms.product.loanToValue ? WEIGHTS.secured : WEIGHTS.unsecured;
  return (Object.keys(FINDINGS) as ReasonCode[])
    .flatMap((code) => {
      const finding = FINDINGS[code]({ facts, request, ...terms });
      return finding ? [{ code, unit: UNITS[code], ...finding, weight: weights[code] }] : [];
    })
    .sort((left, right) => right.weight - left.weight);
}

/**
 * The function that evaluates a request for each reason. It returns null if the reason doesn't apply to the
 * product.
 */
const FINDINGS: Record<ReasonCode, (context: Context) => Finding | null> = {
  debt: ({ facts: { monthlyIncome, monthlyDebt }, payment, band }) => {
    const limit = band?.debtToIncome ?? 36;
    const all = monthlyDebt + payment;
    if (monthlyIncome <= 0)
      return {
        text: "We couldn't find any income to repay the loan.",
        value: 100,
        limit,
        effect: 'against',
      };
    const isWithin = all * 100 <= limit * monthlyIncome;
    const text = `Your debt-to-income ratio with this loan is ${isWithin ? 'within' : 'above'} our limit.`;
    return { text, value: getShare(all, monthlyIncome) ?? 0, limit, effect: isWithin ? 'for' : 'against' };
  },
  income: ({ facts: { monthlyIncome, income } }) => {
    const { basis, stated, most } = income;
    const isCounted = (stated ?? 0) <= most;
    const text =
      basis === 'deposits'
        ? stated === null
          ? 'We calculated your income from your deposits here.'
          : isCounted
            ? 'Your deposits here confirm your stated income.'
            : 'We counted part of your stated income. Your deposits here don’t confirm the rest.'
        : isCounted
          ? 'We counted your stated income because we have less than 3 months of your deposits.'
          : 'We counted part of your stated income. We need 3 months of deposits to count the rest.';
    return { text, value: stated ?? monthlyIncome, limit: most, effect: isCounted ? 'for' : 'price' };
  },
  score: ({ facts: { score }, band }) => {
    const effect = band === null ? 'against' : band.index <= 1 ? 'for' : 'price';
    const text = {
      for: `Your credit score is ${band?.text}.`,
      price: `Your credit score is ${band?.text}. A better score would get you a lower rate.`,
      against: 'Your credit score is below our minimum.',
    }[effect];
    return { text, value: score, limit: MIN_SCORE, effect };
  },
  payments: ({ facts: { latePayments, worstLate } }) => {
    if (worstLate > WORST_LATE) {
      const text = 'A payment was 60 days or more late in the last 12 months.';
      return { text, value: worstLate, limit: WORST_LATE, unit: 'days', effect: 'against' };
    }
    const effect = latePayments === 0 ? 'for' : latePayments <= MAX_LATE_PAYMENTS ? 'price' : 'against';
    const text = {
      for: 'You had no late payments in the last 12 months.',
      price: 'You had late payments in the last 12 months. Each one raises the rate.',
      against: 'You had too many late payments in the last 12 months.',
    }[effect];
    return { text, value: latePayments, limit: MAX_LATE_PAYMENTS, effect };
  },
  collateral: ({ request, product: { loanToValue: steps } }) => {
    if (!steps) return null;
    const ratio = loanToValue(request);
    const step = steps.findIndex(({ upTo }) => ratio <= upTo);
    const effect = step === 0 ? 'for' : step > 0 ? 'price' : 'against';
    const value = Math.round(ratio * 10) / 10;
    const limit = steps.at(-1)?.upTo ?? 100;
    if (request.type === 'HOME_EQUITY') {
      const text = {
        for: 'Your home’s value covers the credit limit and your mortgage.',
        price:
          'The limit and your mortgage are a large share of your home’s value. A lower limit would lower the rate.',
        against: 'The credit limit and your mortgage are too large for your home’s value.',
      }[effect];
      return { text, value, limit, effect };
    }
    const text = {
      for: 'The value of your purchase covers the loan.',
      price:
        "The loan is a large share of your purchase's value. A larger down payment would lower the rate.",
      against: "The loan is too large for your purchase's value.",
    }[effect];
    return { text, value, limit, effect };
  },
  amount: ({ facts, request: { amount }, product }) => {
    const limit = mostFor(facts, product);
    const isWithin = amount <= limit;
    const text = isWithin
      ? 'The amount is within our limit for this type of loan.'
      : limit < product.most
        ? 'The amount is too high for your annual income and how long you’ve been a customer.'
        : 'The amount is above our limit for this type of loan.';
    return { text, value: amount, limit, effect: isWithin ? 'for' : 'against' };
  },
  utilization: ({ facts: { utilization }, product }) => {
    if (product.loanToValue) return null;
    const limit = UTILIZATION[1].above;
    const isLow = (utilization ?? 0) <= limit;
    const text =
      utilization === null
        ? "You don't have any credit cards."
        : isLow
          ? 'Your credit utilization is low.'
          : 'Your credit utilization is high, so the rate is higher.';
    return { text, value: Math.round((utilization ?? 0) * 10) / 10, limit, effect: isLow ? 'for' : 'price' };
  },
  history: ({ facts: { monthsOfHistory }, request: { type }, product }) => {
    const isLong = monthsOfHistory >= LONG_HISTORY_MONTHS;
    const text = isLong
      ? 'You’ve been a customer long enough.'
      : product.loanToValue
        ? `You’re a new customer, but your ${type === 'HOME_EQUITY' ? 'home' : 'purchase'} secures the loan.`
        : 'You’re a new customer, so we lend up to 25% of your annual income.';
    const effect = isLong || product.loanToValue ? 'for' : 'price';
    return { text, value: monthsOfHistory, limit: LONG_HISTORY_MONTHS, effect };
  },
  term: ({ request: { term }, product: { longest } }) => {
    const isWithin = term <= longest;
    const text = isWithin ? 'We offer this term.' : 'This term is longer than we offer.';
    return { text, value: term, limit: longest, effect: isWithin ? 'for' : 'against' };
  },
};

/**
 * Returns the largest amount that a product allows for these facts, before the debt-to-income limit applies.
 */
export function mostFor({ monthsOfHistory, monthlyIncome }: PolicyFacts, product: Product): number {
  if (product.loanToValue) return product.most;
  const share = monthsOfHistory < LONG_HISTORY_MONTHS ? SHARE_OF_INCOME.short : SHARE_OF_INCOME.long;
  return Math.min(product.most, Math.floor((monthlyIncome * 12 * share) / 100));
}
