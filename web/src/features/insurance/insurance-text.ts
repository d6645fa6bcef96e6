import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { SURCHARGE_PERCENT } from '@engine/insurance/surcharge.ts';
import type { PolicyKind } from '@engine/insurance/terms.ts';
import { getPremiumPayer } from '@engine/insurance/usual-policies.ts';
import { markMinor } from '@engine/money/minor.ts';
import type { DrivingRecord } from '@engine/simulation/state.ts';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';

/** Formats an amount in minor units. */
export const formatCents = (amount: number, currency: string): string =>
  formatMinor(markMinor(amount), currency);

/** Describes what already pays the premium. Returns null if a scheduled payment is needed. */
export function describePremiumPayer(kind: PolicyKind, household: HouseholdRow): string | null {
  switch (getPremiumPayer(kind, household)) {
    case 'paycheck':
      return 'Your paycheck already pays the premium.';
    case 'escrow':
      return 'Your mortgage’s escrow account already pays the premium.';
    default:
      return null;
  }
}

/** Describes by how much a claim raises the premium of car insurance, and for how long. */
export const describeSurcharge = ({ from, until, charged }: NonNullable<DrivingRecord['surcharge']>) =>
  charged
    ? `The premium includes ${SURCHARGE_PERCENT}% for your claim, until ${formatTextDate(dayText(until))}.`
    : `Your claim adds ${SURCHARGE_PERCENT}% to the premium from ${formatTextDate(dayText(from))} to ${formatTextDate(dayText(until))}.`;
