import { referenceOf } from '@engine/scenarios/reference.ts';
import type { Play as Course } from '@engine/scenarios/run-state.ts';
import { useMemo } from 'react';
import type { Play } from '@/entities/scenario/play';

/** The same life as the pack's author would have played it, lived by the engine; null where the pack has none. */
export function useReference({ pack, state, course: { begins } }: Play, zone: string): Course | null {
  return useMemo(
    () => (state === 'left' ? null : (referenceOf(pack, begins, zone)?.play ?? null)),
    [pack, state, begins, zone],
  );
}
