import type { HouseholdRow } from '../household/row.ts';
import { POLICY_KINDS, type PolicyKind } from './terms.ts';

/**
 * Returns the policies that a household usually has: health and car insurance, and home insurance for owners
 * or renters insurance for tenants.
 */
export function getUsualPolicies({ debts }: Pick<HouseholdRow, 'debts'>): PolicyKind[] {
  const ownsHome = debts.some(({ value }) => typeof value === 'number');
  return POLICY_KINDS.filter(
    (kind) => (kind !== 'home' && kind !== 'renters') || (kind === 'home') === ownsHome,
  );
}

/** Returns what already pays the premium of a policy; null if the policy needs a scheduled payment. */
export function getPremiumPayer(
  kind: PolicyKind,
  { auto_deposits, debts }: Pick<HouseholdRow, 'auto_deposits' | 'debts'>,
): 'paycheck' | 'escrow' | null {
  if (kind === 'health' && auto_deposits.some(({ pay_details, paused }) => pay_details?.health && !paused))
    return 'paycheck';
  return kind === 'home' && debts.some(({ escrow }) => (escrow?.insurance ?? 0) > 0) ? 'escrow' : null;
}
