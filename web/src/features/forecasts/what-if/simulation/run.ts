import type { HouseholdRow } from '@engine/household/row.ts';
import type { BandPoint, StrategyResult } from '@engine/what-if/comparison.ts';
import type { Decision, Projection } from '@engine/what-if/what-if.ts';
import type { WorkerTask } from '../../workers/what-if-worker';
import { type OnProgress, type Run, workersFor } from '../../workers/worker-runs';
import type { DebtBudget, ProjectionInput, Results } from './projection';

const live = workersFor<WorkerTask, Results[keyof Results]>(
  () => new Worker(new URL('../../workers/what-if-worker.ts', import.meta.url), { type: 'module' }),
  ({ setting, task }) => import('./projection').then(({ perform }) => perform(setting, task, () => {})),
);

export const runProjection = (
  setting: ProjectionInput,
  decisions: readonly Decision[],
  onProgress: OnProgress,
) => live({ setting, task: { task: 'life', decisions } }, onProgress) as Run<Projection>;

/** The 80% band, from as many projections as there are futures. */
export const runBand = (setting: ProjectionInput, decisions: readonly Decision[]) =>
  live({ setting, task: { task: 'band', decisions } }) as Run<BandPoint[]>;

export const runStrategies = (setting: ProjectionInput, budget: DebtBudget) =>
  live({ setting, task: { task: 'strategies', budget } }) as Run<StrategyResult[]>;

/** Baseline projections by household row. A new row makes them obsolete. */
const baselines = new WeakMap<HouseholdRow, Map<string, Projection>>();

/** Returns the cached baseline, or computes it. */
export function runBaseline(setting: ProjectionInput, onProgress: OnProgress): Run<Projection> {
  const { row, years, currency, rates, history } = setting;
  const lives = baselines.get(row) ?? new Map<string, Projection>();
  baselines.set(row, lives);
  const key = `${years} ${currency} ${JSON.stringify(rates)} ${history.length}`;
  const known = lives.get(key);
  if (known) return { result: Promise.resolve(known), cancel: () => {} };
  const { result, cancel } = runProjection(setting, [], onProgress);
  return {
    result: result.then((life) => {
      lives.set(key, life);
      return life;
    }),
    cancel,
  };
}
