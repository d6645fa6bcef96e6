import { getStars } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import type { ListedScenarioRun } from '@/entities/scenario/scenario-run';

/** The customer's results in a scenario, and the runs that can be continued. */
export type ScenarioRecord = {
  /** The run in progress, if it belongs to the current household. */
  playing: ListedScenarioRun | null;
  /** The latest run, if the customer left it before its end and its last checkpoint is still saved. */
  paused: (ListedScenarioRun & { saved: NonNullable<ListedScenarioRun['saved']> }) | null;
  hasPlayed: boolean;
  hasWon: boolean;
  stars: number;
  of: number;
};

/** Returns a scenario's record from all runs, newest first. */
export function getRecord(runs: readonly ListedScenarioRun[], pack: Scenario): ScenarioRecord {
  const own = runs.filter(({ pack_id }) => pack_id === pack.id);
  const latest = own[0];
  return {
    playing: own.find(({ state, is_current }) => state === 'playing' && is_current) ?? null,
    paused: latest?.state === 'left' && latest.saved ? { ...latest, saved: latest.saved } : null,
    hasPlayed: own.length > 0,
    hasWon: own.some(({ state }) => state === 'won'),
    stars: Math.max(0, ...own.map(({ course }) => getStars(course).stars)),
    of: 1 + pack.objectives.filter(({ required = true }) => !required).length,
  };
}
