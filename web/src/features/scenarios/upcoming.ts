import { Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import { simulate } from '@engine/simulation/simulate.ts';

/**
 * How the play ends if the player changes nothing. What the story still has up its sleeve is not in the household that a
 * customer reads, so it is not in this either. Null when no play lies ahead.
 */
export function getUpcoming(row: HouseholdRow): Course | null {
  const state = buildHouseholdState(row);
  const { play } = state;
  if (!play || play.outcome) return null;
  const end = new Zone(row.time_zone).at(play.ends + 1, 0);
  if (end <= state.at) return null;
  return simulate(state, end, { record: false }).state.play ?? null;
}
