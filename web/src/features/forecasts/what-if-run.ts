import type { HouseholdRow } from '@engine/household-row.ts';
import type { Decision, Life } from '@engine/what-if.ts';
import type { BandPoint, StrategyResult } from '@engine/what-if-comparison.ts';
import type { DebtBudget, LifeSetting, Results, Task } from './what-if-life';
import type { Asked, Told } from './what-if-worker';

/** Work off the main thread. Once it is cancelled, its promise stays open. */
export type Run<Result> = { result: Promise<Result>; cancel: () => void };
type Progress = (share: number) => void;

/** A worker that has nothing to do: starting one costs more than a short life. */
let idle: Worker | null = null;

export const runLife = (setting: LifeSetting, decisions: readonly Decision[], onProgress: Progress) =>
  run(setting, { task: 'life', decisions }, onProgress) as Run<Life>;

/** Where eight in ten futures lie: as many lives as there are futures. */
export const runBand = (setting: LifeSetting, decisions: readonly Decision[]) =>
  run(setting, { task: 'band', decisions }, () => {}) as Run<BandPoint[]>;

export const runStrategies = (setting: LifeSetting, budget: DebtBudget) =>
  run(setting, { task: 'strategies', budget }, () => {}) as Run<StrategyResult[]>;

/** Lives without any decision, by the household as it was read: they change only with it. */
const asIsLives = new WeakMap<HouseholdRow, Map<string, Life>>();

/** The life as things are: from memory where this household was lived for so long before. */
export function runAsIs(setting: LifeSetting, onProgress: Progress): Run<Life> {
  const { row, years, currency, history } = setting;
  const lives = asIsLives.get(row) ?? new Map<string, Life>();
  asIsLives.set(row, lives);
  const key = `${years} ${currency} ${history.length}`;
  const known = lives.get(key);
  if (known) return { result: Promise.resolve(known), cancel: () => {} };
  const { result, cancel } = runLife(setting, [], onProgress);
  return {
    result: result.then((life) => {
      lives.set(key, life);
      return life;
    }),
    cancel,
  };
}

function run(setting: LifeSetting, task: Task, onProgress: Progress): Run<Results[keyof Results]> {
  // Test browsers have no workers: there it is done in place.
  if (typeof Worker === 'undefined') return runInPlace(setting, task);
  const worker = idle ?? new Worker(new URL('./what-if-worker.ts', import.meta.url), { type: 'module' });
  idle = null;
  let isDone = false;
  const result = new Promise<Results[keyof Results]>((resolve, reject) => {
    const end = (settle: () => void) => {
      isDone = true;
      idle?.terminate();
      idle = worker;
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if ('progress' in data) onProgress(data.progress);
      else if ('result' in data) end(() => resolve(data.result));
      else end(() => reject(new Error(data.problem)));
    };
    worker.onerror = ({ message }) => {
      isDone = true;
      worker.terminate();
      reject(new Error(message || 'The worker could not be started.'));
    };
    worker.postMessage({ setting, task } satisfies Asked);
  });
  return {
    result,
    cancel: () => {
      // A life cannot be interrupted from outside: its worker goes with it.
      if (!isDone) worker.terminate();
      isDone = true;
    },
  };
}

function runInPlace(setting: LifeSetting, task: Task): Run<Results[keyof Results]> {
  const result = import('./what-if-life').then(({ perform }) => perform(setting, task, () => {}));
  return { result, cancel: () => {} };
}
