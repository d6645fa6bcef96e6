import { starsOf } from '@engine/scenarios/run-state.ts';
import type { Pack } from '@engine/scenarios/scenario.ts';
import type { PlaySummary } from '@/entities/scenario/play';

const RANK = { playing: 3, won: 2, lost: 1, left: 0 } as const;

/** Returns the state of a scenario for the catalog: running, else the best result. */
export function bestOf(plays: readonly PlaySummary[], { id }: Pick<Pack, 'id'>): PlaySummary | undefined {
  return plays
    .filter(({ pack_id }) => pack_id === id)
    .toSorted(
      (one, other) =>
        RANK[other.state] - RANK[one.state] || starsOf(other.course).stars - starsOf(one.course).stars,
    )[0];
}
