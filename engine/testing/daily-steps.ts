import { Zone } from '../calendar/calendar.ts';
import { type Simulation, simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';

/**
 * Simulates a household until an instant in steps that end at local midnight. Returns the events of all steps and
 * the last state, which must equal those of one step.
 */
export function simulateByDay(household: HouseholdState, until: number): Simulation {
  const zone = new Zone(household.timeZone);
  const simulation: Simulation = { events: [], state: household };
  for (let day = zone.getDay(household.at) + 1; simulation.state.at < until; day += 1) {
    const { events, state } = simulate(simulation.state, Math.min(until, zone.getStart(day)));
    simulation.events.push(...events);
    simulation.state = state;
  }
  return simulation;
}
