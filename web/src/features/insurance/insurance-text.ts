import type { HouseholdRow } from '@engine/household/row.ts';
import type { PolicyKind } from '@engine/insurance/terms.ts';
import { markMinor } from '@engine/money/minor.ts';
import { formatMinor } from '@/lib/money';

/** Formats an amount in minor units. */
export const formatCents = (amount: number, currency: string): string =>
  formatMinor(markMinor(amount), currency);

/** Describes who already pays the premium. Returns null if a scheduled payment is needed. */
export function describePremiumPayer(
  kind: PolicyKind,
  { auto_deposits, debts }: HouseholdRow,
): string | null {
  if (kind === 'health' && auto_deposits.some(({ pay_details, paused }) => pay_details?.health && !paused))
    return 'Your paycheck already pays the premium.';
  if (kind === 'home' && debts.some(({ escrow }) => (escrow?.insurance ?? 0) > 0))
    return 'Your mortgage’s escrow account already pays the premium.';
  return null;
}
