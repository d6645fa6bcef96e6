import type { HouseholdFile } from '@engine/household/file-schema.ts';
import { Exchange } from '@engine/money/exchange.ts';
import { lifeSince } from '@engine/simulation/past.ts';
import type { BandPoint } from '@engine/what-if/comparison.ts';
import type { BranchBeginning, Decision, Life } from '@engine/what-if/what-if.ts';
import { useMemo, useState } from 'react';
import { nowOf, todayOf } from '../../forecast/days';
import { useRuns } from '../../workers/use-runs';
import type { LifeSetting } from './projection';
import { runAsIs, runBand, runLife, runStrategies } from './run';

/** A change waits so long for the next one: a stepper is often pressed twice. */
const WAIT_MS = 150;

/** The comparison for a what-if from the past: actual history, and the household today. */
export type Since = {
  from: BranchBeginning;
  /** The present household's. */
  setting: LifeSetting;
  /** Its books. */
  file: HouseholdFile;
};

export type Lives = { branch: Life; asIs: Life };

export type WhatIf = {
  /** The latest lives that are whole; those of the decisions before while new ones are lived. */
  lives: Lives | null;
  /** 0 to 1 while lives are lived; null when they stand. */
  progress: number | null;
  failed: boolean;
  retry: () => void;
};

/** A branch, and things as they are beside it. */
export function useWhatIf(
  setting: LifeSetting,
  decisions: readonly Decision[],
  since: Since | undefined,
): WhatIf {
  const [tries, setTries] = useState(0);
  const [progress, setProgress] = useState(0);
  const text = JSON.stringify(decisions);
  const wanted = useMemo(
    () => ({ setting, since, decisions: JSON.parse(text) as Decision[], tries }),
    [setting, since, text, tries],
  );
  const { result, isDone, failed } = useRuns(
    wanted,
    async ({ decisions: decided }, keep): Promise<Lives> => {
      setProgress(0);
      const asIs = await keep(() => runAsIs(since?.setting ?? setting, (share) => setProgress(share / 2)));
      const branch = await keep(() => runLife(setting, decided, (share) => setProgress(0.5 + share / 2)));
      if (!since) return { branch, asIs };
      const today = todayOf(since.setting.row);
      const exchange = new Exchange(setting.currency, setting.rates);
      return { branch, asIs: lifeSince(since.file, nowOf(setting.row), { branch, asIs, today }, exchange) };
    },
    WAIT_MS,
  );
  return {
    lives: result,
    progress: isDone ? null : progress,
    failed,
    retry: () => setTries((count) => count + 1),
  };
}

/** Returns the results of the debt strategies. */
export function useStrategies(
  setting: LifeSetting,
  { monthly, accountId, on }: Extract<Decision, { kind: 'debt_strategy' }>,
  order: readonly string[],
) {
  const [tries, setTries] = useState(0);
  const text = order.join(' ');
  const { row, currency, rates, history } = setting;
  // The ways run until nothing is owed, however many years are looked at.
  const wanted = useMemo(
    () => ({
      setting: { row, currency, rates, history, years: 0 },
      budget: { monthly, accountId, on, order: text.split(' ') },
      tries,
    }),
    [row, currency, rates, history, monthly, accountId, on, text, tries],
  );
  const { result, isDone, failed } = useRuns(
    wanted,
    ({ budget }, keep) => keep(() => runStrategies(wanted.setting, budget)),
    WAIT_MS,
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
  const { result, isDone, failed } = useRuns(
    wanted,
    async ({ decisions: decided }, keep) => {
      if (!isWanted) return null;
      const [branch, asIs] = await Promise.all([
        keep(() => runBand(setting, decided)),
        keep(() => runBand(setting, [])),
      ]);
      return { branch, asIs } satisfies Bands;
    },
    WAIT_MS,
  );
  return { bands: isDone && isWanted ? result : null, isWorking: isWanted && !isDone, failed };
}
