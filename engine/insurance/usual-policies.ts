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
