import { after } from '@engine/calendar/duration.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Customer } from '@/entities/customer/queries';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';

/** The shortest fast-forward before which the bank asks. */
const MIN_FAST_FORWARD = 'P3M';

/**
 * Returns true if the bank asks about surprises before a fast-forward: once, before the first one of at least
 * three months. A scenario has its own surprises.
 */
export function needsSurpriseQuestion(
  customer: Pick<Customer, 'surprises_chosen_at' | 'time_zone'> & { now: string },
  household: Pick<HouseholdRow, 'carryover'>,
  target: FastForwardTarget,
): boolean {
  const { surprises, life, play } = household.carryover;
  if (customer.surprises_chosen_at !== null || surprises || life?.luck || play) return false;
  const now = Date.parse(customer.now);
  const to = 'to' in target ? Date.parse(target.to) : after(now, target.by, customer.time_zone);
  return to >= after(now, MIN_FAST_FORWARD, customer.time_zone);
}
