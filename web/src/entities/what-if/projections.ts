import type { HouseholdRow } from '@engine/household/row.ts';
import type { HouseholdFile } from '@engine/household/schema/household.ts';
import { Exchange } from '@engine/money/exchange.ts';
import { projectSince } from '@engine/simulation/past.ts';
import type { BandPoint, StrategyResult } from '@engine/what-if/comparison.ts';
import type { Decision, Projection, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useMemo, useState } from 'react';
import { getNow, getToday } from '@/entities/household/days';
import type { ProjectionInput, Results } from '@/entities/what-if/projection';
import type { WorkerTask } from '@/entities/what-if/what-if-worker';
import { useWorkerRun } from '@/lib/workers/use-worker-runs';
import { createWorkerRunner, type RunOptions } from '@/lib/workers/worker-runs';

/** The delay before a projection starts, because steppers are often clicked repeatedly. */
const WAIT_MS = 150;

/**
 * The data for a what-if that starts in the past. The what-if is compared with the actual history and the
 * current household.
 */
export type CheckpointStart = {
  from: WhatIfStart;
  /** The current household and its exchange rates. */
  setting: ProjectionInput;
  /** The current household's ledger. */
  file: HouseholdFile;
};

export type Projections = { branch: Projection; baseline: Projection };

/**
 * Returns the latest complete projections, which stay visible while new projections are computed, and the
 * progress from 0 to 1 (null when done).
 */
export function useWhatIf(
  setting: ProjectionInput,
  decisions: readonly Decision[],
  since: CheckpointStart | undefined,
) {
  const [progress, setProgress] = useState(0);
  const stableDecisions = useStable(decisions);
  const input = useMemo(
    () => ({ setting, since, decisions: stableDecisions }),
    [setting, since, stableDecisions],
  );
  const { result, isDone, failed, retry } = useWorkerRun(
    input,
    async (_, signal): Promise<Projections> => {
      setProgress(0);
      const baseline = await projectBaseline(since?.setting ?? setting, {
        signal,
        onProgress: (share) => setProgress(share / 2),
      });
      const branch = await project(setting, stableDecisions, {
        signal,
        onProgress: (share) => setProgress(0.5 + share / 2),
      });
      if (!since) return { branch, baseline };
      const today = getToday(since.setting.row);
      const exchange = new Exchange(setting.currency, setting.rates);
      return {
        branch,
        baseline: projectSince(since.file, getNow(setting.row), { branch, baseline, today }, exchange),
      };
    },
    WAIT_MS,
  );
  return { projections: result, progress: isDone ? null : progress, failed, retry };
}

/** Returns the same array until its content changes. */
function useStable<Value>(value: readonly Value[]): readonly Value[] {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

export function useStrategies(
  { row, currency, rates, history }: ProjectionInput,
  { monthly, accountId, on }: Extract<Decision, { kind: 'debt_strategy' }>,
  order: readonly string[],
) {
  const stableOrder = useStable(order);
  // Strategies run until the debts are paid, regardless of the selected years.
  const input = useMemo(
    (): WorkerTask => ({
      setting: { row, currency, rates, history, years: 0 },
      task: { task: 'strategies', budget: { monthly, accountId, on, order: [...stableOrder] } },
    }),
    [row, currency, rates, history, monthly, accountId, on, stableOrder],
  );
  const { result, ...run } = useWorkerRun(
    input,
    (task, signal) => runTask(task, { signal }) as Promise<StrategyResult[]>,
    WAIT_MS,
  );
  return { results: result, ...run };
}

type Bands = { branch: BandPoint[]; baseline: BandPoint[] };

/** Computes the 80% bands of both projections on request; null until they are ready. */
export function useBands(setting: ProjectionInput, decisions: readonly Decision[], isEnabled: boolean) {
  const stableDecisions = useStable(decisions);
  const input = useMemo(
    () => ({ setting, decisions: stableDecisions, isEnabled }),
    [setting, stableDecisions, isEnabled],
  );
  const { result, isDone, failed } = useWorkerRun(
    input,
    async (_, signal): Promise<Bands | null> => {
      if (!isEnabled) return null;
      const runBand = (decisions: readonly Decision[]) =>
        runTask({ setting, task: { task: 'band', decisions } }, { signal }) as Promise<BandPoint[]>;
      const [branch, baseline] = await Promise.all([runBand(stableDecisions), runBand([])]);
      return { branch, baseline };
    },
    WAIT_MS,
  );
  return { bands: isDone && isEnabled ? result : null, isWorking: isEnabled && !isDone, failed };
}

const runTask = createWorkerRunner<WorkerTask, Results[keyof Results]>(
  () => new Worker(new URL('./what-if-worker.ts', import.meta.url), { type: 'module' }),
  ({ setting, task }) =>
    import('@/entities/what-if/projection').then(({ perform }) => perform(setting, task, () => {})),
);

const project = (setting: ProjectionInput, decisions: readonly Decision[], options: RunOptions) =>
  runTask({ setting, task: { task: 'projection', decisions } }, options) as Promise<Projection>;

/** The cached baseline projections by household row. A new row starts with an empty cache. */
const baselines = new WeakMap<HouseholdRow, Map<string, Projection>>();

/** Returns the cached baseline, or computes it. */
async function projectBaseline(setting: ProjectionInput, options: RunOptions): Promise<Projection> {
  const { row, years, currency, rates, history } = setting;
  const projections = baselines.get(row) ?? new Map<string, Projection>();
  baselines.set(row, projections);
  const key = `${years} ${currency} ${JSON.stringify(rates)} ${history.length}`;
  const baseline = projections.get(key) ?? (await project(setting, [], options));
  projections.set(key, baseline);
  return baseline;
}
