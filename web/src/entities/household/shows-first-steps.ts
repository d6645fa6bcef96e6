import type { HouseholdRow } from '@engine/household/row.ts';

type Customer = { shows_first_steps: boolean | null; demo_until: string | null };

/**
 * Returns true if the dashboard shows the checklist of first steps. The demo and scenarios start with a
 * history, so they show it only on request.
 */
export function showsFirstSteps(
  { shows_first_steps, demo_until }: Customer,
  household: Pick<HouseholdRow, 'carryover'> | null | undefined,
): boolean {
  const hasHistory = demo_until !== null || Boolean(household?.carryover.play);
  return shows_first_steps ?? !hasHistory;
}
