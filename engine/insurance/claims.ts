import { type DayNumber, getDate } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import type { PolicyState } from '../simulation/state.ts';

/** The insurer's and the customer's parts of a bill, in minor units. */
export type Claim = {
  bill: number;
  insurer: number;
  customer: number;
  /** The rest of this year's deductible, and of the yearly limit (null if there is none). */
  deductibleLeft: number;
  limitLeft: number | null;
};

type Terms = Pick<PolicyState, 'deductible' | 'coinsurance' | 'limit'>;

/**
 * Divides a bill. With a yearly limit, the deductible counts once per calendar year, and the customer pays
 * min(deductible left + coinsurance × rest, limit − paid so far). Without one, the deductible counts for each
 * claim. Rounds half away from zero.
 */
export function divideBill(terms: Terms, bill: number, used = { deductible: 0, paid: 0 }): Claim {
  const isYearly = terms.limit !== undefined;
  const deductibleLeft = isYearly ? Math.max(0, terms.deductible - used.deductible) : terms.deductible;
  const first = Math.min(bill, deductibleLeft);
  const share = first + roundHalfAway(((bill - first) * terms.coinsurance) / 100);
  const left = terms.limit === undefined ? null : Math.max(0, terms.limit - used.paid);
  const customer = left === null ? share : Math.min(share, left);
  return {
    bill,
    insurer: bill - customer,
    customer,
    deductibleLeft: isYearly ? deductibleLeft - first : terms.deductible,
    limitLeft: left === null ? null : left - customer,
  };
}

/** Returns the customer's part of the bills in the calendar year of a day. */
export function getYearlyUse({ used }: Pick<PolicyState, 'used'>, day: DayNumber) {
  const { year } = getDate(day);
  return used?.year === year ? used : { year, deductible: 0, paid: 0 };
}

/** Divides a bill, and counts the customer's part toward the year's deductible and limit. */
export function fileClaim(policy: PolicyState, bill: number, day: DayNumber): Claim {
  const used = getYearlyUse(policy, day);
  const divided = divideBill(policy, bill, used);
  if (policy.limit !== undefined)
    policy.used = {
      year: used.year,
      deductible: policy.deductible - divided.deductibleLeft,
      paid: used.paid + divided.customer,
    };
  return divided;
}
