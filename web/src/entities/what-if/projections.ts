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
  type DebtBudget,
  getOwed,
  nextMonth,
  openAccounts,
  type ProjectionInput,
  type Results,
  usualAccount,
} from '@/entities/what-if/projection';
import type { WorkerTask } from '@/entities/what-if/what-if-worker';
import { formatMinor } from '@/lib/money';
import { useRuns } from '@/lib/use-worker-runs';
import { type OnProgress, type Run, workersFor } from '@/lib/worker-runs';

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

export type WhatIfResults = {
  /** The latest complete projections. Kept while new ones are computed. */
  lives: Projections | null;
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
  const [tries, setTries] = useState(0);
  const [progress, setProgress] = useState(0);
  const text = JSON.stringify(decisions);
  const wanted = useMemo(
    () => ({ setting, since, decisions: JSON.parse(text) as Decision[], tries }),
    [setting, since, text, tries],
  );
  const { result, isDone, failed } = useRuns(
    wanted,
    async ({ decisions: decided }, keep): Promise<Projections> => {
      setProgress(0);
      const baseline = await keep(() =>
        runBaseline(since?.setting ?? setting, (share) => setProgress(share / 2)),
      );
      const branch = await keep(() =>
        runProjection(setting, decided, (share) => setProgress(0.5 + share / 2)),
      );
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
  return {
    lives: result,
    progress: isDone ? null : progress,
    failed,
    retry: () => setTries((count) => count + 1),
  };
}

/** Returns the results of the debt strategies. */
export function useStrategies(
  setting: ProjectionInput,
  { monthly, accountId, on }: Extract<Decision, { kind: 'debt_strategy' }>,
  order: readonly string[],
) {
  const [tries, setTries] = useState(0);
  const text = order.join(' ');
  const { row, currency, rates, history } = setting;
  // Strategies run until the debts are paid, regardless of the selected years.
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

type Bands = { branch: BandPoint[]; baseline: BandPoint[] };

/** Computes the 80% bands of both projections on request; null until known. */
export function useBands(setting: ProjectionInput, decisions: readonly Decision[], isWanted: boolean) {
  const text = JSON.stringify(decisions);
  const wanted = useMemo(
    () => ({ setting, decisions: JSON.parse(text) as Decision[], isWanted }),
    [setting, text, isWanted],
  );
  const { result, isDone, failed } = useRuns(
    wanted,
    async ({ decisions: decided }, keep) => {
      if (!isWanted) return null;
      const [branch, baseline] = await Promise.all([
        keep(() => runBand(setting, decided)),
        keep(() => runBand(setting, [])),
      ]);
      return { branch, baseline } satisfies Bands;
    },
    WAIT_MS,
  );
  return { bands: isDone && isWanted ? result : null, isWorking: isWanted && !isDone, failed };
}

const live = workersFor<WorkerTask, Results[keyof Results]>(
  () => new Worker(new URL('./what-if-worker.ts', import.meta.url), { type: 'module' }),
  ({ setting, task }) =>
    import('@/entities/what-if/projection').then(({ perform }) => perform(setting, task, () => {})),
);

const runProjection = (setting: ProjectionInput, decisions: readonly Decision[], onProgress: OnProgress) =>
  live({ setting, task: { task: 'life', decisions } }, onProgress) as Run<Projection>;

/** The 80% band, from as many projections as there are futures. */
const runBand = (setting: ProjectionInput, decisions: readonly Decision[]) =>
  live({ setting, task: { task: 'band', decisions } }) as Run<BandPoint[]>;

const runStrategies = (setting: ProjectionInput, budget: DebtBudget) =>
  live({ setting, task: { task: 'strategies', budget } }) as Run<StrategyResult[]>;

/** Baseline projections by household row. A new row makes them obsolete. */
const baselines = new WeakMap<HouseholdRow, Map<string, Projection>>();

/** Returns the cached baseline, or computes it. */
function runBaseline(setting: ProjectionInput, onProgress: OnProgress): Run<Projection> {
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
    .toSorted((one, other) => other.balance - one.balance)[0];
  const down = Math.floor(((fullest?.balance ?? 0) * DOWN_SHARE) / THOUSAND) * THOUSAND;
  const hasPay = row.auto_deposits.some(({ is_pay, paused }) => is_pay && !paused);
  const soon = nextMonth(today);
  const one = (decision: DecisionKind, on = today): Decision[] => [
    { id: crypto.randomUUID(), on, ...decision },
  ];
  return [
    {
      id: 'extra-payment',
      name: `Pay ${formatMinor(EXTRA, currency).replace('.00', '')} more on ${largest?.name ?? 'a debt'}`,
      words:
        "Monthly, on top of your regular payment. See when it's paid off and how much interest you save.",
      decisions: largest ? one({ kind: 'extra_payment', debtId: largest.id, monthly: EXTRA }) : [],
      missing: largest ? null : 'You have no debts.',
    },
    {
      id: 'job-loss',
      name: `Lose your job for ${JOBLESS_MONTHS} months`,
      words: 'No paycheck from today. See how long your savings last.',
      decisions: hasPay ? one({ kind: 'shock', shock: 'job_loss', size: 0, months: JOBLESS_MONTHS }) : [],
      missing: hasPay ? null : 'Mark an auto deposit as your paycheck first.',
    },
    {
      id: 'buy-home',
      name: 'Buy a home',
      words: 'A year from now, using most of your savings as the down payment.',
      decisions:
        fullest && down >= LEAST_DOWN
          ? one(
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
          ? one({ kind: 'debt_strategy', strategy: 'avalanche', monthly: BUDGET, accountId: account.id })
          : [],
      missing: owed.length > 1 ? null : 'You need at least 2 debts.',
    },
  ];
}
