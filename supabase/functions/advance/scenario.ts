import type { SupabaseClient } from '@supabase/supabase-js';
import { type Instant, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';

/** Where a step of a story ends at the latest: at its next checkpoint, or where it was to end anyway. */
export function stepWithinScenario(
  { carryover: { play }, simulated_until, time_zone }: HouseholdRow,
  to: Instant,
): Instant {
  if (!play || play.outcome) return to;
  const zone = new Zone(time_zone);
  const ahead = play.checkpoints.map(({ day }) => zone.getStart(day)).filter((at) => at > simulated_until);
  return Math.min(to, ...ahead);
}

/** The midnight on which a step ended the story, or null. */
export function getScenarioEnd(before: HouseholdState, { play, timeZone }: HouseholdState): Instant | null {
  if (!play?.outcome || before.play?.outcome) return null;
  return new Zone(timeZone).getStart(play.outcome.on + 1);
}

/**
 * Keeps the life at a checkpoint of its story, to return to. Where there is no room for another one it is left out: the
 * customer's own are more than this one.
 */
export async function saveAtCheckpoint(
  bank: SupabaseClient,
  customer: string,
  { play, timeZone, at }: HouseholdState,
): Promise<void> {
  const zone = new Zone(timeZone);
  const reached = play?.checkpoints.find(({ day }) => zone.getStart(day) === at);
  if (!reached) return;
  const { error } = await bank.rpc('save_scenario_checkpoint', {
    customer_id: customer,
    name: reached.title,
  });
  if (error && error.code !== 'LIMIT' && error.code !== 'CLOCK') throw error;
}
