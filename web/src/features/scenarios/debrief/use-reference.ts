import { getReference } from '@engine/scenarios/reference.ts';
import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import { useMemo } from 'react';
import type { ScenarioRunRow } from '@/entities/scenario/scenario-run';

/** The same life as the pack's author would have played it, lived by the engine; null where the pack has none. */
export function useReference(
  { pack, state, course: { begins } }: ScenarioRunRow,
  zone: string,
): Course | null {
  return useMemo(
    () => (state === 'left' ? null : (getReference(pack, begins, zone)?.play ?? null)),
    [pack, state, begins, zone],
  );
}
