import { MONTHS_A_YEAR, parseDay } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { type Minor, markMinor } from '../money/minor.ts';
import {
  CARD_PRODUCT_IDS,
  CARD_PRODUCTS,
  type CardProduct,
  type CardProductId,
} from '../products/cards/card-catalog.ts';
import { buildPolicyFacts, type Stated } from './applicant-facts.ts';
import type { CreditFacts } from './facts.ts';
import type { PolicyFacts } from './policy.ts';
import { type Band, getBand, getShare, type Reason } from './reasons.ts';
import { type Employment, MAX_LATE_PAYMENTS, MIN_SCORE, SCORE_BANDS, WORST_LATE } from './terms.ts';

/**
 * The policy for cards, version cards-1. The server decides by it, and the catalog shows the same decision
 * before the customer applies. Amounts are in minor units, rates in percent per year.
 *
 * An application is approved if all of these conditions are met:
 * - The score is in a band for which the product has an APR. A secured card needs no score.
 * - At most two payments were late in the last twelve months, none by 60 days or more. For a secured card,
 *   none was late by 90 days.
 * - The customer opened fewer than two cards in the last 90 days.
 * - A student card needs the employment status "student".
 * - The initial limit is at least the product's lowest limit.
 *
 * The initial limit is the lowest of three amounts, rounded down to $100:
 * - The product's highest limit.
 * - 20% of annual income minus the limits of other cards.
 * - The credit line whose minimum payment at full use keeps the debt-to-income ratio within the limit of the
 *   score band (12 CFR 1026.51(a)).
 *
 * The limit of a secured card is the deposit, which the customer chooses when opening it. Its lowest limit
 * must fit that ratio, too.
 */
export const CARD_POLICY_VERSION = 'cards-1';

const INCOME_PERCENT = 20;
const ROUND_LIMIT = 100_00;
const RECENT_DAYS = 90;
const MAX_RECENT_CARDS = 2;
const WORST_LATE_SECURED = 60;
/** The debt-to-income limit below the lowest score band, in percent. */
const DEBT_WITHOUT_BAND = SCORE_BANDS[3].debtToIncome;
const PERCENT = 100;

/** The facts of an applicant. Amounts are in minor units. */
export type CardFacts = PolicyFacts & {
  employment: Employment | null;
  /** The limits of the applicant's open cards. */
  otherLimits: number;
  /** The number of cards that were opened in the last 90 days. */
  recentCards: number;
};

export type CardReason = Omit<Reason, 'code'> & { code: CardReasonCode };
export type CardReasonCode = 'score' | 'payments' | 'recent_cards' | 'student' | 'debt' | 'income' | 'limit';

export type CardDecision = ReturnType<typeof decideCard>;

/** Builds the facts for the policy from the customer's records and the application. */
export function buildCardFacts(credit: CreditFacts, stated: Stated): CardFacts {
  const cards = credit.lines.filter(({ kind }) => kind === 'card');
  const today = parseDay(credit.today);
  return {
    ...buildPolicyFacts(credit, stated),
    employment: stated.employment,
    otherLimits: cards.reduce((sum, { closed, limit }) => (closed === null ? sum + limit : sum), 0),
    recentCards: cards.filter(({ opened }) => parseDay(opened) > today - RECENT_DAYS).length,
  };
}

/**
 * Returns the minimum payment of a fully used credit line, in minor units: 1% of it and one month's interest
 * (12 CFR 1026.51(a)(2)(ii)).
 */
export function computeFullUsePayment(limit: number, apr: number): Minor {
  return markMinor(roundHalfAway((limit * (1 + apr / MONTHS_A_YEAR)) / PERCENT));
}

/** Returns the credit line whose full-use minimum payment is `room`, in minor units, rounded down. */
export function computeCreditLine(room: number, apr: number): Minor {
  return markMinor(Math.floor((Math.max(0, room) * PERCENT) / (1 + apr / MONTHS_A_YEAR)));
}

/**
 * Decides on a card. If it isn't approved, `alternative` is the best other card that would be, or null. A
 * declined application has at least one reason against it.
 */
export function decideCard(facts: CardFacts, product: CardProductId) {
  const assessment = assessCard(facts, product);
  const alternative = assessment.isApproved ? null : findAlternative(facts, product);
  const outcome = assessment.isApproved ? 'approved' : alternative ? 'countered' : 'declined';
  return {
    ...assessment,
    outcome: outcome as 'approved' | 'countered' | 'declined',
    alternative,
    version: CARD_POLICY_VERSION,
    score: facts.score,
    monthlyIncome: markMinor(facts.monthlyIncome),
    monthlyDebt: markMinor(facts.monthlyDebt),
  };
}

/** Applies the policy to a card, without looking for an alternative. */
export function assessCard(facts: CardFacts, id: CardProductId) {
  const product = CARD_PRODUCTS[id];
  const band = getBand(facts.score);
  const apr = getApr(product, band);
  // A product without an APR for the band can't be approved, so any of its rates explains the limits.
  const rate = apr ?? product.aprs.findLast((each) => each !== null) ?? 0;
  const debtLimit = band?.debtToIncome ?? DEBT_WITHOUT_BAND;
  const room = Math.floor((facts.monthlyIncome * debtLimit) / PERCENT) - facts.monthlyDebt;
  const byDebt = computeCreditLine(room, rate);
  const yearly = facts.monthlyIncome * MONTHS_A_YEAR;
  const byIncome = markMinor(
    Math.max(0, Math.floor((yearly * INCOME_PERCENT) / PERCENT) - facts.otherLimits),
  );
  const most =
    product.kind === 'secured' ? product.limits.most : Math.min(product.limits.most, byDebt, byIncome);
  const rounded = Math.floor(most / ROUND_LIMIT) * ROUND_LIMIT;
  const limit = markMinor(product.kind === 'secured' ? product.limits.least : rounded);
  const payment = computeFullUsePayment(limit, rate);
  const terms = { product, band, apr, limit, byDebt, byIncome, debtLimit, payment };
  const reasons = getCardReasons(facts, terms);
  return {
    isApproved: reasons.every(({ effect }) => effect !== 'against'),
    product: id,
    name: product.name,
    apr: rate,
    limit,
    /** The minimum payment if the whole limit is used. */
    payment,
    /** The monthly debt with that payment, in percent of the income. */
    debtToIncome: getShare(facts.monthlyDebt + payment, facts.monthlyIncome),
    debtLimit,
    /** The three limits, of which the lowest decides. */
    limits: { product: markMinor(product.limits.most), income: byIncome, debt: byDebt },
    reasons,
  };
}

function getApr(product: CardProduct, band: Band | null): number | null {
  return band ? product.aprs[band.index] : product.aprWithoutScore;
}

/** Returns the best card that would be approved instead. Without another one, a secured card is left. */
function findAlternative(facts: CardFacts, requested: CardProductId) {
  const order = CARD_PRODUCT_IDS.filter((id) => id !== requested).toReversed();
  for (const product of order) {
    const { isApproved, name, limit, apr } = assessCard(facts, product);
    if (isApproved) return { product, name, limit, apr };
  }
  return null;
}

type Terms = {
  product: CardProduct;
  band: Band | null;
  apr: number | null;
  limit: number;
  byDebt: number;
  byIncome: number;
  debtLimit: number;
  payment: number;
};
type Finding = Pick<CardReason, 'text' | 'value' | 'limit' | 'effect'>;

const UNITS = {
  score: 'points',
  debt: 'percent',
  payments: 'count',
  limit: 'money',
  income: 'money',
  recent_cards: 'count',
  student: 'count',
} as const;

/** The weight of each reason, out of 100. */
const WEIGHTS = {
  unsecured: { score: 25, debt: 25, payments: 20, limit: 15, income: 10, recent_cards: 5, student: 0 },
  student: { score: 20, debt: 25, payments: 15, limit: 10, income: 10, recent_cards: 5, student: 15 },
  secured: { score: 0, debt: 40, payments: 40, limit: 0, income: 10, recent_cards: 10, student: 0 },
} as const;

/** Returns the reasons for or against an application, most important first. */
function getCardReasons(facts: CardFacts, terms: Terms): CardReason[] {
  const { kind } = terms.product;
  const weights = WEIGHTS[kind === 'student' || kind === 'secured' ? kind : 'unsecured'];
  return (Object.keys(UNITS) as CardReasonCode[])
    .flatMap((code) => {
      const finding = FINDINGS[code](facts, terms);
      return finding ? [{ code, unit: UNITS[code], ...finding, weight: weights[code] }] : [];
    })
    .sort((left, right) => right.weight - left.weight);
}

const FINDINGS: Record<CardReasonCode, (facts: CardFacts, terms: Terms) => Finding | null> = {
  score: ({ score }, { product, band, apr }) => {
    const index = product.aprs.findLastIndex((each) => each !== null);
    const least = product.aprWithoutScore === null ? (SCORE_BANDS[index]?.from ?? MIN_SCORE) : 0;
    // A secured card is open to every score.
    if (least === 0) return null;
    const isQualified = apr !== null;
    const isBest = product.aprs[0] === apr;
    const better = SCORE_BANDS.findLast((_, place) => isQualified && (product.aprs[place] ?? apr) < apr);
    const text = !isQualified
      ? 'Your credit score is too low for this card.'
      : isBest || !better
        ? `Your credit score is ${band?.text ?? 'high enough for this card'}.`
        : `A credit score of ${better.from} or higher would get you a lower APR.`;
    return { text, value: score, limit: least, effect: !isQualified ? 'against' : isBest ? 'for' : 'price' };
  },
  payments: ({ latePayments, worstLate }, { product }) => {
    const isSecured = product.kind === 'secured';
    const worst = isSecured ? WORST_LATE_SECURED : WORST_LATE;
    if (worstLate > worst) {
      const text = `A payment was ${isSecured ? 90 : 60} days or more late in the last 12 months.`;
      return { text, value: latePayments, limit: MAX_LATE_PAYMENTS, effect: 'against' };
    }
    const isTooMany = !isSecured && latePayments > MAX_LATE_PAYMENTS;
    const text = isTooMany
      ? 'You had too many late payments in the last 12 months.'
      : latePayments > 0
        ? 'You had late payments in the last 12 months.'
        : 'You had no late payments in the last 12 months.';
    const effect = isTooMany ? 'against' : latePayments > 0 ? 'price' : 'for';
    return { text, value: latePayments, limit: MAX_LATE_PAYMENTS, effect };
  },
  recent_cards: ({ recentCards }) => {
    const isTooMany = recentCards >= MAX_RECENT_CARDS;
    const text = isTooMany
      ? `You opened ${recentCards} cards in the last ${RECENT_DAYS} days. Wait before you open another one.`
      : `You opened ${recentCards === 0 ? 'no cards' : '1 card'} in the last ${RECENT_DAYS} days.`;
    return { text, value: recentCards, limit: MAX_RECENT_CARDS - 1, effect: isTooMany ? 'against' : 'for' };
  },
  student: ({ employment }, { product }) => {
    if (product.kind !== 'student') return null;
    const isStudent = employment === 'STUDENT';
    const text = isStudent ? 'You’re a student.' : 'This card is for students only.';
    return { text, value: isStudent ? 1 : 0, limit: 1, effect: isStudent ? 'for' : 'against' };
  },
  debt: ({ monthlyIncome, monthlyDebt }, { product, limit, debtLimit, payment }) => {
    if (monthlyIncome <= 0) {
      const text = "We couldn't find any income to make the payments.";
      return { text, value: PERCENT, limit: debtLimit, effect: 'against' };
    }
    // The limit was lowered until the payment fits. If nothing is left, the debts alone are the reason.
    const counted = monthlyDebt + Math.max(payment, computeFullUsePayment(product.limits.least, 0));
    const isWithin = counted * PERCENT <= debtLimit * monthlyIncome;
    const text = isWithin
      ? 'Your debt-to-income ratio with this card is within our limit.'
      : 'Your debt-to-income ratio with this card is above our limit.';
    const value = getShare(limit > 0 ? monthlyDebt + payment : counted, monthlyIncome) ?? 0;
    return { text, value, limit: debtLimit, effect: isWithin ? 'for' : 'against' };
  },
  income: ({ monthlyIncome, income: { stated, most, basis } }) => {
    if (monthlyIncome <= 0) return null;
    const isCounted = (stated ?? 0) <= most;
    const text = isCounted
      ? 'We counted your stated income.'
      : basis === 'deposits'
        ? 'We counted part of your stated income. Your deposits here don’t confirm the rest.'
        : 'We counted part of your stated income. We need 3 months of deposits to count the rest.';
    return { text, value: stated ?? monthlyIncome, limit: most, effect: isCounted ? 'for' : 'price' };
  },
  limit: ({ otherLimits }, { product, limit, byDebt, byIncome }) => {
    if (product.kind === 'secured') return null;
    const { least, most } = product.limits;
    if (limit >= least) {
      const isReduced = Math.min(byDebt, byIncome) < most;
      const text = isReduced
        ? `We based your limit on your ${byIncome < byDebt ? 'income and the limits of your other cards' : 'income and your debts'}.`
        : 'You get the highest initial limit of this card.';
      return { text, value: limit, limit: most, effect: isReduced ? 'price' : 'for' };
    }
    const text =
      byIncome < byDebt && otherLimits > 0
        ? 'The limits of your other cards are already high for your income.'
        : 'Your income supports only a limit below this card’s lowest limit.';
    return { text, value: limit, limit: least, effect: 'against' };
  },
};
