import { roundHalfAway } from '../money/amortization.ts';

export const POLICY_KINDS = ['health', 'car', 'home', 'renters'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** The terms of a policy. Amounts are in minor units; the premium is monthly. */
export type PolicyTerms = {
  premium: number;
  deductible: number;
  /** The customer's part above the deductible, in percent. */
  coinsurance: number;
  /** The most that the customer pays in a calendar year; null if there is no such limit. */
  outOfPocketLimit: number | null;
};

/**
 * The usual policies. Health: single coverage through an employer (KFF 2025), 1,440 a year. Car: full
 * coverage, 2,580 a year. Home and renters: 1,569 and 171 a year (NAIC 2022).
 */
const USUAL: Record<PolicyKind, PolicyTerms> = {
  health: { premium: 12_000, deductible: 190_000, coinsurance: 20, outOfPocketLimit: 600_000 },
  car: { premium: 21_500, deductible: 50_000, coinsurance: 0, outOfPocketLimit: null },
  home: { premium: 13_075, deductible: 100_000, coinsurance: 0, outOfPocketLimit: null },
  renters: { premium: 1_425, deductible: 50_000, coinsurance: 0, outOfPocketLimit: null },
};

/**
 * The number of times that the usual deductible can be doubled. A health deductible stays below the yearly
 * limit.
 */
const DOUBLINGS: Record<PolicyKind, number> = { health: 1, car: 2, home: 2, renters: 2 };

/** The premium after one doubling of the deductible, in percent. */
const PREMIUM_AFTER_DOUBLING = 92;

/** Returns the policies of a kind, from the lowest deductible to the highest. */
export function getPolicyOptions(kind: PolicyKind): PolicyTerms[] {
  const usual = USUAL[kind];
  const options: PolicyTerms[] = [];
  let { premium, deductible } = usual;
  for (let doublings = 0; doublings <= DOUBLINGS[kind]; doublings += 1) {
    options.push({ ...usual, premium: roundHalfAway(premium), deductible });
    premium = (premium * PREMIUM_AFTER_DOUBLING) / 100;
    deductible *= 2;
  }
  return options;
}

/**
 * The percentage points above inflation by which premiums rise each year. `bank.schedule_premium` has the
 * same.
 */
export const RENEWAL_POINTS = 3;
