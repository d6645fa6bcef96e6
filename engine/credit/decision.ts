import { type Assessment, assess, type CreditRequest, type PolicyFacts } from './policy.ts';
import { mostFor } from './reasons.ts';
import { LEAST_OFFER, POLICY_VERSION, type Product, productOf, termOf } from './terms.ts';

/** What the bank would lend, all of it: the customer accepts one as it stands. Amounts in minor units. */
export type Offer = {
  kind: 'asked' | 'shorter' | 'longer' | 'less';
  amount: number;
  /** Months. */
  term: number;
  /** Percent a year. */
  rate: number;
  payment: number;
  interest: number;
  /** Of a mortgage: what the customer pays of the property's value; else 0. */
  downPayment: number;
};

export type Outcome = 'approved' | 'countered' | 'declined';

/** The bank's answer: about the request as it was made, with what it offers. */
export type Decision = Assessment & {
  decision: Outcome;
  version: string;
  score: number;
  monthlyIncome: number;
  monthlyDebt: number;
  offers: Offer[];
};

/** What would make the answer a yes, one thing at a time; null where that alone does not. Amounts in minor units. */
export type Change = {
  /** At the term asked for, 0 when there is none. */
  largestAmount: number;
  /** The least monthly income at which the request is approved. */
  neededIncome: number | null;
  /** By how much the monthly debts would have to fall; 0 when they need not. */
  neededDebtReduction: number | null;
  /** The least score. */
  neededScore: number | null;
};

/** Counter-offers are whole hundreds, at least a tenth of what was asked for. */
const ROUND_OFFER = 100_00;
const LEAST_SHARE = 10;
const HIGHEST_INCOME = 10_000_000_00;
const SCORES = { least: 300, most: 850 };

/** Decides on a request: approved as asked, countered with what is possible instead, or declined. */
export function decide(facts: PolicyFacts, request: CreditRequest): Decision {
  const assessment = assess(facts, request);
  const offers = assessment.isApproved ? approvedOffers(facts, request) : counterOffers(facts, request);
  const decision = assessment.isApproved ? 'approved' : offers.length > 0 ? 'countered' : 'declined';
  const { score, monthlyIncome, monthlyDebt } = facts;
  return { ...assessment, decision, version: POLICY_VERSION, score, monthlyIncome, monthlyDebt, offers };
}

/** Searches the same policy for what would change its answer. */
export function whatWouldChange(facts: PolicyFacts, request: CreditRequest): Change {
  const isApproved = (changed: Partial<PolicyFacts>) => assess({ ...facts, ...changed }, request).isApproved;
  const income = least(0, HIGHEST_INCOME, (monthlyIncome) => isApproved({ monthlyIncome }));
  const reduction = least(0, facts.monthlyDebt, (less) =>
    isApproved({ monthlyDebt: facts.monthlyDebt - less }),
  );
  return {
    largestAmount: largestAmount(facts, request),
    neededIncome: income,
    neededDebtReduction: reduction,
    neededScore: least(SCORES.least, SCORES.most, (score) => isApproved({ score })),
  };
}

/** The largest amount that is approved at the term asked for, in minor units; 0 when none is. */
export function largestAmount(facts: PolicyFacts, request: CreditRequest): number {
  const product = productOf(request.type, request.collateralValue);
  const most = Math.max(0, mostFor(facts, product));
  const smallest = least(
    0,
    most - 1,
    (less) => assess(facts, { ...request, amount: most - less }).isApproved,
  );
  return smallest === null ? 0 : most - smallest;
}

/** The least whole number for which it holds, when it holds for all above; null when it does not even for the most. */
function least(from: number, most: number, holds: (value: number) => boolean): number | null {
  if (most < from || !holds(most)) return null;
  let low = from;
  let high = most;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function approvedOffers(facts: PolicyFacts, request: CreditRequest): Offer[] {
  const product = productOf(request.type, request.collateralValue);
  const step = stepOf(request.term, product);
  const asked = termOf(request.term, product);
  const shorter = Math.floor((asked * 2) / 3 / step) * step;
  const longer = Math.min(product.longest, Math.ceil((asked * 3) / 2 / step) * step);
  const threeQuarters = Math.floor((request.amount * 3) / 4 / ROUND_OFFER) * ROUND_OFFER;
  const wishes = [
    { kind: 'asked', amount: request.amount, term: asked },
    { kind: 'shorter', amount: request.amount, term: shorter },
    { kind: 'longer', amount: request.amount, term: longer },
    { kind: 'less', amount: threeQuarters, term: asked },
  ] as const;
  const offers = wishes.flatMap(({ kind, amount, term }) => {
    const isItself =
      kind === 'asked' ||
      (kind === 'shorter'
        ? term > 0 && term < asked
        : kind === 'longer'
          ? term > asked
          : amount >= LEAST_OFFER);
    return isItself ? offerOf(facts, { ...request, amount, term }, kind) : [];
  });
  return offers.slice(0, 3);
}

/** Less at the term asked for; as much for longer; and where even that is too much, the most at the longest term. */
function counterOffers(facts: PolicyFacts, request: CreditRequest): Offer[] {
  const product = productOf(request.type, request.collateralValue);
  const asked = Math.min(termOf(request.term, product), product.longest);
  const less = roundedAmount(facts, { ...request, term: asked });
  const fitting = longerTerms(asked, product).find((term) => assess(facts, { ...request, term }).isApproved);
  const most = roundedAmount(facts, { ...request, term: product.longest });
  return [
    ...(less > 0 ? offerOf(facts, { ...request, amount: less, term: asked }, 'less') : []),
    ...(fitting === undefined ? [] : offerOf(facts, { ...request, term: fitting }, 'longer')),
    ...(fitting === undefined && most > less && product.longest > asked
      ? offerOf(facts, { ...request, amount: most, term: product.longest }, 'longer')
      : []),
  ];
}

/** The largest approvable amount up to the one asked for, in whole hundreds; 0 when it is too little to be of use. */
function roundedAmount(facts: PolicyFacts, request: CreditRequest): number {
  const largest = Math.min(request.amount, largestAmount(facts, request));
  const rounded = largest === request.amount ? largest : Math.floor(largest / ROUND_OFFER) * ROUND_OFFER;
  const isOfUse = rounded >= LEAST_OFFER && rounded * LEAST_SHARE >= request.amount;
  return isOfUse ? rounded : 0;
}

function longerTerms(from: number, product: Product): number[] {
  const step = stepOf(from, product);
  const first = (Math.floor(from / step) + 1) * step;
  const count = Math.max(0, Math.floor((product.longest - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** Months: half years from a year on. */
function stepOf(term: number, { step }: Product): number {
  return Math.max(step, term >= 12 ? 6 : 1);
}

function offerOf(facts: PolicyFacts, request: CreditRequest, kind: Offer['kind']): Offer[] {
  const { isApproved, rate, payment, interest } = assess(facts, request);
  if (!isApproved) return [];
  const { type, amount, term, collateralValue } = request;
  const downPayment = type === 'HOME' && collateralValue ? collateralValue - amount : 0;
  return [{ kind, amount, term, rate, payment, interest, downPayment }];
}
