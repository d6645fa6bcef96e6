import type { Decision, Life } from '@engine/what-if.ts';
import type { BandPoint } from '@engine/what-if-comparison.ts';
import { useEffect, useMemo, useState } from 'react';
import type { LifeSetting } from './what-if-life';
import { type Run, runAsIs, runBand, runLife, runStrategies } from './what-if-run';

/** A change waits so long for the next one: a stepper is often pressed twice. */
const DEBOUNCE_MS = 150;

export type Lives = { branch: Life; asIs: Life };

export type WhatIf = {
  /** The latest lives that are whole; those of the decisions before while new ones are lived. */
  lives: Lives | null;
  /** 0 to 1 while lives are lived; null when they stand. */
  progress: number | null;
  failed: boolean;
  retry: () => void;
};

/** Runs something anew whenever it changes, a moment later; what was under way is dropped. */
function useRuns<Wanted, Result>(
  wanted: Wanted,
  start: (wanted: Wanted, keep: <Part>(begin: () => Run<Part>) => Promise<Part>) => Promise<Result>,
) {
  const [state, setState] = useState<{ of: Wanted; result: Result | null; failed: boolean } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is run does not change, only what is wanted.
  useEffect(() => {
    let isDropped = false;
    const cancels: (() => void)[] = [];
    const timer = setTimeout(() => {
      start(wanted, (begin) => {
        if (isDropped) return new Promise(() => {});
        const run = begin();
        cancels.push(run.cancel);
        return run.result;
      }).then(
        (result) => {
          if (!isDropped) setState({ of: wanted, result, failed: false });
        },
        (error: unknown) => {
          console.error('A branch could not be lived', error);
          if (!isDropped)
            setState((before) => ({ of: wanted, result: before?.result ?? null, failed: true }));
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      isDropped = true;
      clearTimeout(timer);
      for (const cancel of cancels) cancel();
    };
  }, [wanted]);
  const isDone = state !== null && state.of === wanted;
  return { result: state?.result ?? null, isDone, failed: isDone && state.failed };
}

/** A branch, and things as they are beside it. */
export function useWhatIf(setting: LifeSetting, decisions: readonly Decision[]): WhatIf {
  const [tries, setTries] = useState(0);
  const [progress, setProgress] = useState(0);
  const text = JSON.stringify(decisions);
  const wanted = useMemo(
    () => ({ setting, decisions: JSON.parse(text) as Decision[], tries }),
    [setting, text, tries],
  );
  const { result, isDone, failed } = useRuns(wanted, async ({ decisions: decided }, keep): Promise<Lives> => {
    setProgress(0);
    const asIs = await keep(() => runAsIs(setting, (share) => setProgress(share / 2)));
    const branch = await keep(() => runLife(setting, decided, (share) => setProgress(0.5 + share / 2)));
    return { branch, asIs };
  });
  return {
    lives: result,
    progress: isDone ? null : progress,
    failed,
    retry: () => setTries((count) => count + 1),
  };
}

/** What each way to pay debts off comes to. */
export function useStrategies(
  setting: LifeSetting,
  { monthly, accountId, on }: Extract<Decision, { kind: 'debt_strategy' }>,
  order: readonly string[],
) {
  const [tries, setTries] = useState(0);
  const text = order.join(' ');
  const wanted = useMemo(
    () => ({ setting, budget: { monthly, accountId, on, order: text.split(' ') }, tries }),
    [setting, monthly, accountId, on, text, tries],
  );
  const { result, isDone, failed } = useRuns(wanted, ({ budget }, keep) =>
    keep(() => runStrategies(setting, budget)),
  );
  return { results: result, isDone, failed, retry: () => setTries((count) => count + 1) };
}

type Bands = { branch: BandPoint[]; asIs: BandPoint[] };

/** Where eight in ten futures of both lives lie; null until they are wanted and known. */
export function useBands(setting: LifeSetting, decisions: readonly Decision[], isWanted: boolean) {
  const text = JSON.stringify(decisions);
  const wanted = useMemo(
    () => ({ setting, decisions: JSON.parse(text) as Decision[], isWanted }),
    [setting, text, isWanted],
  );
  const { result, isDone, failed } = useRuns(wanted, async ({ decisions: decided }, keep) => {
    if (!isWanted) return null;
    const [branch, asIs] = await Promise.all([
      keep(() => runBand(setting, decided)),
      keep(() => runBand(setting, [])),
    ]);
    return { branch, asIs } satisfies Bands;
  });
  return { bands: isDone && isWanted ? result : null, isWorking: isWanted && !isDone, failed };
}
