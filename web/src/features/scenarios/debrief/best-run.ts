import { getStars } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import type { ScenarioRunSummary } from '@/entities/scenario/scenario-run';

const RANK = { playing: 3, won: 2, lost: 1, left: 0 } as const;

/** Returns the state of a scenario for the catalog: running, else the best result. */
export function getBest(
  plays: readonly ScenarioRunSummary[],
  { id }: Pick<Scenario, 'id'>,
): ScenarioRunSummary | undefined {
  return plays
    .filter(({ pack_id }) => pack_id === id)
    .toSorted(
      (one, other) =>
        RANK[other.state] - RANK[one.state] || getStars(other.course).stars - getStars(one.course).stars,
    )[0];
}
