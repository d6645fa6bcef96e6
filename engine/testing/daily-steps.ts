import { Zone } from '../calendar/calendar.ts';
import { getCarryover } from '../household/state.ts';
import { type Simulation, simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';

/**
 * Simulates a household until an instant in steps that end at local midnight. Returns the events of all steps and
 * the last state, which must equal those of one step. `reload` changes the state between two steps.
 */
export function simulateByDay(
  household: HouseholdState,
  until: number,
  reload: (state: HouseholdState) => HouseholdState = (state) => state,
): Simulation {
  const zone = new Zone(household.timeZone);
  const simulation: Simulation = { events: [], state: household };
  for (let day = zone.getDay(household.at) + 1; simulation.state.at < until; day += 1) {
    const { events, state } = simulate(simulation.state, Math.min(until, zone.getStart(day)));
    simulation.events.push(...events);
    simulation.state = reload(state);
  }
  return simulation;
}

/** Returns a function that replaces fields of a state by those of its carryover in JSON, as the bank stores it. */
export const reloadFields =
  (...fields: ('shocks' | 'surprises' | 'surpriseChoices' | 'insurance')[]) =>
  (state: HouseholdState): HouseholdState => {
    const stored = { shocks: [], ...JSON.parse(JSON.stringify(getCarryover(state))) };
    return { ...state, ...Object.fromEntries(fields.map((field) => [field, stored[field]])) };
  };
