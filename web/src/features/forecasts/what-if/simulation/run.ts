import type { HouseholdRow } from '@engine/household/row.ts';
import type { BandPoint, StrategyResult } from '@engine/what-if/comparison.ts';
import type { Decision, Life } from '@engine/what-if/what-if.ts';
import type { Asked } from '../../workers/what-if-worker';
import { type OnProgress, type Run, workersFor } from '../../workers/worker-runs';
import type { DebtBudget, LifeSetting, Results } from './projection';

const live = workersFor<Asked, Results[keyof Results]>(
  () => new Worker(new URL('../../workers/what-if-worker.ts', import.meta.url), { type: 'module' }),
  ({ setting, task }) => import('./projection').then(({ perform }) => perform(setting, task, () => {})),
);

export const runLife = (setting: LifeSetting, decisions: readonly Decision[], onProgress: OnProgress) =>
  live({ setting, task: { task: 'life', decisions } }, onProgress) as Run<Life>;

/** Where eight in ten futures lie: as many lives as there are futures. */
export const runBand = (setting: LifeSetting, decisions: readonly Decision[]) =>
  live({ setting, task: { task: 'band', decisions } }) as Run<BandPoint[]>;

export const runStrategies = (setting: LifeSetting, budget: DebtBudget) =>
  live({ setting, task: { task: 'strategies', budget } }) as Run<StrategyResult[]>;

/** Lives without any decision, by the household as it was read: they change only with it. */
const asIsLives = new WeakMap<HouseholdRow, Map<string, Life>>();

/** The life as things are: from memory where this household was lived for so long before. */
export function runAsIs(setting: LifeSetting, onProgress: OnProgress): Run<Life> {
  const { row, years, currency, rates, history } = setting;
  const lives = asIsLives.get(row) ?? new Map<string, Life>();
  asIsLives.set(row, lives);
  const key = `${years} ${currency} ${JSON.stringify(rates)} ${history.length}`;
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
