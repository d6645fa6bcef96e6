import type { SupabaseClient } from '@supabase/supabase-js';
import { type Instant, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';

/**
 * Returns the end of a step during a scenario: the next checkpoint or the planned end, whichever is earlier.
 */
export function stepWithinScenario(
  { carryover: { play: scenarioRun }, simulated_until, time_zone }: HouseholdRow,
  to: Instant,
): Instant {
  if (!scenarioRun || scenarioRun.outcome) return to;
  const zone = new Zone(time_zone);
  const ahead = scenarioRun.checkpoints
    .map(({ day }) => zone.getStart(day))
    .filter((at) => at > simulated_until);
  return Math.min(to, ...ahead);
}

/** Returns the midnight at which a step ended the scenario, or null if the scenario continues. */
export function getScenarioEnd(
  before: HouseholdState,
  { play: scenarioRun, timeZone }: HouseholdState,
): Instant | null {
  if (!scenarioRun?.outcome || before.play?.outcome) return null;
  return new Zone(timeZone).getStart(scenarioRun.outcome.on + 1);
}

/** Saves a checkpoint of the scenario. */
export async function saveAtCheckpoint(
  bank: SupabaseClient,
  customer: string,
  { play: scenarioRun, timeZone, at }: HouseholdState,
): Promise<void> {
  const zone = new Zone(timeZone);
  const reached = scenarioRun?.checkpoints.find(({ day }) => zone.getStart(day) === at);
  if (!reached) return;
  const { error } = await bank.rpc('save_scenario_checkpoint', {
    customer_id: customer,
    name: reached.title,
  });
  if (error && error.code !== 'CLOCK') throw error;
}
