import { useEffect, useEffectEvent, useState } from 'react';
import type { Run } from './worker-runs';

/** Starts a part of the run, which is canceled with it. */
export type KeepRun = <Part>(begin: () => Run<Part>) => Promise<Part>;

/**
 * Reruns a computation when its input changes, after a short pause. Cancels the previous run and keeps the
 * last result until the next one is complete.
 */
export function useRuns<Wanted, Result>(
  wanted: Wanted,
  start: (wanted: Wanted, keep: KeepRun) => Promise<Result>,
  waitMs: number,
) {
  const [state, setState] = useState<{ of: Wanted; result: Result | null; failed: boolean } | null>(null);
  const begin = useEffectEvent(start);
  useEffect(() => {
    let isDropped = false;
    const cancels: (() => void)[] = [];
    const timer = setTimeout(() => {
      begin(wanted, (run) => {
        if (isDropped) return new Promise(() => {});
        const { result, cancel } = run();
        cancels.push(cancel);
        return result;
      }).then(
        (result) => {
          if (!isDropped) setState({ of: wanted, result, failed: false });
        },
        (error: unknown) => {
          console.error("We couldn't calculate the projection", error);
          if (!isDropped)
            setState((before) => ({ of: wanted, result: before?.result ?? null, failed: true }));
        },
      );
    }, waitMs);
    return () => {
      isDropped = true;
      clearTimeout(timer);
      for (const cancel of cancels) cancel();
    };
  }, [wanted, waitMs]);
  const isDone = state !== null && state.of === wanted;
  return { result: state?.result ?? null, isDone, failed: isDone && state.failed };
}
