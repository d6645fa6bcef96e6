import { addMonths } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { HouseholdFile } from '@engine/household/schema/household.ts';
import { Exchange } from '@engine/money/exchange.ts';
import { markMinor } from '@engine/money/minor.ts';
import { projectSince } from '@engine/simulation/past.ts';
import type { BandPoint, StrategyResult } from '@engine/what-if/comparison.ts';
import type { Decision, DecisionKind, Projection, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useMemo, useState } from 'react';
import { getNow, getToday } from '@/entities/household/days';
import {
  getOwed,
  nextMonth,
  openAccounts,
  type ProjectionInput,
  type Results,
  usualAccount,
} from '@/entities/what-if/projection';
import type { WorkerTask } from '@/entities/what-if/what-if-worker';
import { formatMinor } from '@/lib/money';
import { useWorkerRun } from '@/lib/use-worker-runs';
import { createWorkerRunner, type RunOptions } from '@/lib/worker-runs';

/** Waits for further changes, because steppers are often clicked repeatedly. */
const WAIT_MS = 150;

/** The comparison for a what-if from the past: actual history, and the household today. */
export type CheckpointStart = {
  from: WhatIfStart;
  /** The current household's exchange rates. */
  setting: ProjectionInput;
  /** The current household's ledger. */
  file: HouseholdFile;
};

export type Projections = { branch: Projection; baseline: Projection };

type WhatIfResults = {
  /** The latest complete projections. Kept while new ones are computed. */
  projections: Projections | null;
  /** Progress from 0 to 1; null when done. */
  progress: number | null;
  failed: boolean;
  retry: () => void;
};

/** Computes the projections of a what-if and its baseline. */
export function useWhatIf(
  setting: ProjectionInput,
  decisions: readonly Decision[],
  since: CheckpointStart | undefined,
): WhatIfResults {
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

/** Returns the results of the debt strategies. */
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

/** Computes the 80% bands of both projections on request; null until known. */
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
      const [branch, baseline] = await Promise.all(
        [stableDecisions, []].map(
          (decided) =>
            runTask({ setting, task: { task: 'band', decisions: decided } }, { signal }) as Promise<
              BandPoint[]
            >,
        ),
      );
      return branch && baseline ? { branch, baseline } : null;
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

/** Baseline projections by household row. A new row makes them obsolete. */
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

/** A suggested what-if for the customer's household. */
export type Start = {
  /** Its name in addresses. */
  id: string;
  name: string;
  words: string;
  decisions: Decision[];
  /** Why it isn't available; null if it is. */
  missing: string | null;
};

const EXTRA = markMinor(30_000);
const BUDGET = 20_000;
const JOBLESS_MONTHS = 6;
const HOME = { rate: 6.5, years: 30 };
const THOUSAND = 100_000;
/** The largest share of the fullest account for a down payment. */
const DOWN_SHARE = 0.6;
/** The price is five times the down payment. */
const PRICE_OF_DOWN = 5;
const LEAST_DOWN = 10 * THOUSAND;

export function getStarts(row: HouseholdRow, currency: string): Start[] {
  const today = getToday(row);
  const owed = getOwed(row, currency);
  const [largest] = owed;
  const account = usualAccount(row, currency);
  const fullest = openAccounts(row, currency)
    .filter(({ type }) => type !== 'INVESTMENT')
    .toSorted((left, right) => right.balance - left.balance)[0];
  const down = Math.floor(((fullest?.balance ?? 0) * DOWN_SHARE) / THOUSAND) * THOUSAND;
  const hasPay = row.auto_deposits.some(({ is_pay, paused }) => is_pay && !paused);
  const soon = nextMonth(today);
  const createDecision = (decision: DecisionKind, on = today): Decision[] => [
    { id: crypto.randomUUID(), on, ...decision },
  ];
  return [
    {
      id: 'extra-payment',
      name: `Pay ${formatMinor(EXTRA, currency).replace('.00', '')} more on ${largest?.name ?? 'a debt'}`,
      words:
        "Monthly, on top of your regular payment. See when it's paid off and how much interest you save.",
      decisions: largest ? createDecision({ kind: 'extra_payment', debtId: largest.id, monthly: EXTRA }) : [],
      missing: largest ? null : 'You have no debts.',
    },
    {
      id: 'job-loss',
      name: `Lose your job for ${JOBLESS_MONTHS} months`,
      words: 'No paycheck from today. See how long your savings last.',
      decisions: hasPay
        ? createDecision({ kind: 'shock', shock: 'job_loss', size: 0, months: JOBLESS_MONTHS })
        : [],
      missing: hasPay ? null : 'Mark an auto deposit as your paycheck first.',
    },
    {
      id: 'buy-home',
      name: 'Buy a home',
      words: 'A year from now, using most of your savings as the down payment.',
      decisions:
        fullest && down >= LEAST_DOWN
          ? createDecision(
              {
                kind: 'buy_home',
                name: 'New home',
                accountId: fullest.id,
                price: down * PRICE_OF_DOWN,
                downPayment: down,
                ...HOME,
              },
              addMonths(soon, 11),
            )
          : [],
      missing: down >= LEAST_DOWN ? null : "You don't have enough for a down payment yet.",
    },
    {
      id: 'debt-order',
      name: 'Pay off debts one at a time',
      words: 'Compare snowball, avalanche, and your own order.',
      decisions:
        account && owed.length > 1
          ? createDecision({
              kind: 'debt_strategy',
              strategy: 'avalanche',
              monthly: BUDGET,
              accountId: account.id,
            })
          : [],
      missing: owed.length > 1 ? null : 'You need at least 2 debts.',
    },
  ];
}
