import type { SupabaseClient } from '@supabase/supabase-js';
import { type Instant, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';

/** Returns the end of a scenario's step: its next checkpoint, or the planned end. */
export function stepWithinScenario(
  { carryover: { play }, simulated_until, time_zone }: HouseholdRow,
  to: Instant,
): Instant {
  if (!play || play.outcome) return to;
  const zone = new Zone(time_zone);
  const ahead = play.checkpoints.map(({ day }) => zone.getStart(day)).filter((at) => at > simulated_until);
  return Math.min(to, ...ahead);
}

/** Returns the midnight at which a step ended the scenario; null if it didn't. */
export function getScenarioEnd(before: HouseholdState, { play, timeZone }: HouseholdState): Instant | null {
  if (!play?.outcome || before.play?.outcome) return null;
  return new Zone(timeZone).getStart(play.outcome.on + 1);
}

/**
 * Saves a checkpoint of the scenario. Skips it if there is no room, because the customer's own checkpoints
 * are more important.
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
