import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Reruns a computation after a short pause when its input changes. Aborts the previous run, and keeps the
 * last result until the next run is complete.
 */
export function useWorkerRun<Input, Result>(
  input: Input,
  compute: (input: Input, signal: AbortSignal) => Promise<Result>,
  waitMs: number,
) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{
    input: Input;
    attempt: number;
    result: Result | null;
    failed: boolean;
  } | null>(null);
  const start = useEffectEvent(compute);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      start(input, signal).then(
        (result) => {
          if (!signal.aborted) setState({ input, attempt, result, failed: false });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          console.error("We couldn't calculate the projection", error);
          setState((before) => ({ input, attempt, result: before?.result ?? null, failed: true }));
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [input, attempt, waitMs]);
  const isDone = state !== null && state.input === input && state.attempt === attempt;
  return {
    result: state?.result ?? null,
    isDone,
    failed: isDone && state.failed,
    retry: () => setAttempt((count) => count + 1),
  };
}
