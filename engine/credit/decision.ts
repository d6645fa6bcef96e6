import { roundHalfAway } from '../money/amortization.ts';
import { findSmallest } from '../money/bisect.ts';
import { type Minor, markMinor, sumMinor, ZERO } from '../money/minor.ts';
import { assess, type CreditRequest, getRequiredInsurance, type PolicyFacts } from './policy.ts';
import { mostFor } from './reasons.ts';
import {
  CREDIT_LINE,
  type Fee,
  getProduct,
  getTerm,
  MIN_OFFER,
  POLICY_VERSION,
  type Product,
} from './terms.ts';

/** The terms of a loan that the bank offers. Amounts are in minor units. */
export type Offer = {
  kind: 'asked' | 'shorter' | 'longer' | 'less';
  amount: Minor;
  /** Months. */
  term: number;
  /** The rate in percent per year. */
  rate: number;
  payment: Minor;
  interest: Minor;
  /** The part of a home's price that is not borrowed; 0 for other loans. */
  downPayment: Minor;
  /** The margin of a line of credit above the prime rate, in percentage points. Missing for other loans. */
  margin?: number;
  drawMonths?: number;
  rateCap?: number;
  /** The fees that are paid when the loan opens. Missing if there are none. */
  originationFee?: Minor;
  underwritingFee?: Minor;
  /** The rate of mortgage insurance in percent of the loan per year. Missing if it isn't required. */
  pmiRate?: number;
  /** The most points that the customer can buy. Missing if the loan has none. */
  mostPoints?: number;
};

export type Outcome = 'approved' | 'countered' | 'declined';

export type Decision = ReturnType<typeof decide>;

export type Change = ReturnType<typeof whatWouldChange>;

/** Counteroffers are multiples of $100. They are at least one tenth of the requested amount. */
const ROUND_OFFER = 100_00;
const MIN_SHARE = 10;
const HIGHEST_INCOME = 10_000_000_00;
const SCORES = { least: 300, most: 850 };

/** Decides on a request: approves it, counters with a smaller or longer loan, or declines it. */
export function decide(facts: PolicyFacts, request: CreditRequest) {
  const assessment = assess(facts, request);
  const offers = assessment.isApproved ? approvedOffers(facts, request) : counterOffers(facts, request);
  const decision: Outcome = assessment.isApproved ? 'approved' : offers.length > 0 ? 'countered' : 'declined';
  const { score } = facts;
  const [monthlyIncome, monthlyDebt] = [markMinor(facts.monthlyIncome), markMinor(facts.monthlyDebt)];
  return { ...assessment, decision, version: POLICY_VERSION, score, monthlyIncome, monthlyDebt, offers };
}

/**
 * Returns the changes that would get a request approved under the current policy, each on its own. If a
 * change alone is not enough, its value is null (`largestAmount` is 0).
 */
export function whatWouldChange(facts: PolicyFacts, request: CreditRequest) {
  const isApproved = (changed: Partial<PolicyFacts>) => assess({ ...facts, ...changed }, request).isApproved;
  const income = findSmallest(0, HIGHEST_INCOME, (monthlyIncome) => isApproved({ monthlyIncome }));
  const reduction = findSmallest(0, facts.monthlyDebt, (less) =>
    isApproved({ monthlyDebt: facts.monthlyDebt - less }),
  );
  return {
    largestAmount: largestAmount(facts, request),
    neededIncome: income === null ? null : markMinor(income),
    neededDebtReduction: reduction === null ? null : markMinor(reduction),
    neededScore: findSmallest(SCORES.least, SCORES.most, (score) => isApproved({ score })),
  };
}

/**
 * Returns the largest amount that is approved at the requested term, in minor units; 0 if no amount is
 * approved.
 */
export function largestAmount(facts: PolicyFacts, request: CreditRequest): Minor {
  const product = getProduct(request.type, request.collateralValue);
  const most = Math.max(0, mostFor(facts, product));
  const smallest = findSmallest(
    0,
    most - 1,
    (less) => assess(facts, { ...request, amount: most - less }).isApproved,
  );
  return smallest === null ? ZERO : markMinor(most - smallest);
}

function approvedOffers(facts: PolicyFacts, request: CreditRequest): Offer[] {
  const product = getProduct(request.type, request.collateralValue);
  const step = getStep(request.term, product);
  const requestedTerm = getTerm(request.term, product);
  const shorter = Math.floor((requestedTerm * 2) / 3 / step) * step;
  const longer = Math.min(product.longest, Math.ceil((requestedTerm * 3) / 2 / step) * step);
  const threeQuarters = Math.floor((request.amount * 3) / 4 / ROUND_OFFER) * ROUND_OFFER;
  const offer = (kind: Offer['kind'], amount: number, term: number) =>
    getOffer(facts, { ...request, amount, term }, kind);
  const offers = [
    ...offer('asked', request.amount, requestedTerm),
    ...(shorter > 0 && shorter < requestedTerm ? offer('shorter', request.amount, shorter) : []),
    ...(longer > requestedTerm ? offer('longer', request.amount, longer) : []),
    ...(threeQuarters >= MIN_OFFER ? offer('less', threeQuarters, requestedTerm) : []),
  ];
  return offers.slice(0, 3);
}

/**
 * Returns the counteroffers: a smaller amount at the requested term, and the full amount at a longer term. If
 * no term allows the full amount, offers the largest amount at the longest term.
 */
function counterOffers(facts: PolicyFacts, request: CreditRequest): Offer[] {
  const product = getProduct(request.type, request.collateralValue);
  const requestedTerm = Math.min(getTerm(request.term, product), product.longest);
  const less = roundedAmount(facts, { ...request, term: requestedTerm });
  const fitting = longerTerms(requestedTerm, product).find(
    (term) => assess(facts, { ...request, term }).isApproved,
  );
  const most = roundedAmount(facts, { ...request, term: product.longest });
  return [
    ...(less > 0 ? getOffer(facts, { ...request, amount: less, term: requestedTerm }, 'less') : []),
    ...(fitting === undefined ? [] : getOffer(facts, { ...request, term: fitting }, 'longer')),
    ...(fitting === undefined && most > less && product.longest > requestedTerm
      ? getOffer(facts, { ...request, amount: most, term: product.longest }, 'longer')
      : []),
  ];
}

/**
 * Returns the requested amount if it can be approved. Otherwise, returns the largest amount that can be,
 * rounded down to $100, or 0 if it is too small to offer.
 */
function roundedAmount(facts: PolicyFacts, request: CreditRequest): number {
  const largest = Math.min(request.amount, largestAmount(facts, request));
  const rounded = largest === request.amount ? largest : Math.floor(largest / ROUND_OFFER) * ROUND_OFFER;
  const isOfUse = rounded >= MIN_OFFER && rounded * MIN_SHARE >= request.amount;
  return isOfUse ? rounded : 0;
}

function longerTerms(from: number, product: Product): number[] {
  const step = getStep(from, product);
  const first = (Math.floor(from / step) + 1) * step;
  const count = Math.max(0, Math.floor((product.longest - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** Returns the number of months between offered terms, which is at least six for terms of a year or more. */
function getStep(term: number, { step }: Product): number {
  return Math.max(step, term >= 12 ? 6 : 1);
}

function getOffer(facts: PolicyFacts, request: CreditRequest, kind: Offer['kind']): Offer[] {
  const { isApproved, rate, payment, interest } = assess(facts, request);
  if (!isApproved) return [];
  const { type, amount, term, collateralValue, prime } = request;
  const downPayment = type === 'HOME' && collateralValue ? markMinor(collateralValue - amount) : ZERO;
  // Rates are in hundredths of a point.
  const { drawMonths, rateCap } = CREDIT_LINE;
  const line =
    prime === undefined ? {} : { margin: Math.round((rate - prime) * 100) / 100, drawMonths, rateCap };
  const terms = { kind, amount: markMinor(amount), term, rate, payment, interest, downPayment };
  return [{ ...terms, ...line, ...getCharges(facts, request) }];
}

/** The costs of an offer besides its interest. */
export type Charges = Pick<Offer, 'originationFee' | 'underwritingFee' | 'pmiRate' | 'mostPoints'>;

/** Returns what the loan of a request would cost besides its interest. */
export function getCharges(facts: Pick<PolicyFacts, 'score'>, request: CreditRequest): Charges {
  const product = getProduct(request.type, request.collateralValue);
  const { originationFee, underwritingFee, mostPoints } = product;
  const pmiRate = getRequiredInsurance(facts, request);
  return {
    ...(originationFee && { originationFee: getFee(request.amount, originationFee) }),
    ...(underwritingFee && { underwritingFee: getFee(request.amount, underwritingFee) }),
    ...(pmiRate !== null && { pmiRate }),
    ...(mostPoints !== undefined && { mostPoints }),
  };
}

/** Returns the usual fees of a mortgage for an amount, in minor units. */
export function getMortgageFees(amount: number): Minor {
  const { originationFee, underwritingFee } = getProduct('HOME', amount);
  const fees = [originationFee, underwritingFee].flatMap((fee) => (fee ? [getFee(amount, fee)] : []));
  return sumMinor(fees, (fee) => fee);
}

const getFee = (amount: number, { percent, most }: Fee): Minor =>
  markMinor(Math.min(most, roundHalfAway((amount * percent) / 100)));
