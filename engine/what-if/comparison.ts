import { addMonths, type DayNumber, monthsBetween, monthText, Zone } from '../calendar/calendar.ts';
import { type Minor, subtractMinor, ZERO } from '../money/minor.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { getNow } from './household.ts';
import {
  type DebtStrategy,
  type Decision,
  type Projection,
  type ProjectionPoint,
  simulateWhatIf,
  type WhatIfOptions,
} from './what-if.ts';

/** A day on which two projections differ. */
export type Divergence = { day: DayNumber; branch: string | null; baseline: string | null };

const MAX_DIVERGENCES = 12;

/** The importance of each kind of event. The most important ones are shown first. */
const WEIGHTS = {
  /** A decision that had no effect because it couldn't be applied. */
  refused: 0,
  home_bought: 1,
  loan_taken: 1,
  debt_gone: 1,
  job_lost: 2,
  account_short: 2,
  payment_failed: 3,
  delinquent: 3,
  purchase: 4,
  cd_withdrawn: 4,
  job_found: 5,
  shock: 5,
  claim: 5,
  rate_reset: 6,
  payment_not_needed: 7,
};
export type ProjectionEventKind = keyof typeof WEIGHTS;

/** Returns up to twelve of the most important differences, in chronological order. */
export function findDivergences(branch: Projection, baseline: Projection): Divergence[] {
  const [branchMoments, baselineMoments] = [getMoments(branch), getMoments(baseline)];
  const rows: (Divergence & { weight: number })[] = [];
  for (const [key, { day, text, weight }] of branchMoments) {
    const other = baselineMoments.get(key);
    const isSameMonth = other !== undefined && monthText(other.day) === monthText(day);
    if (isSameMonth && other.text === text) continue;
    rows.push({ day, branch: text, baseline: isSameMonth ? other.text : null, weight });
  }
  for (const [key, { day, text, weight }] of baselineMoments) {
    const own = branchMoments.get(key);
    if (own === undefined || monthText(own.day) !== monthText(day))
      rows.push({ day, branch: null, baseline: text, weight });
  }
  const leadChange = getLeadChange(branch, baseline);
  return [...(leadChange ? [{ ...leadChange, weight: 1 }] : []), ...rows]
    .sort((a, b) => a.weight - b.weight || a.day - b.day)
    .slice(0, MAX_DIVERGENCES)
    .sort((a, b) => a.day - b.day)
    .map(({ weight: _, ...divergence }) => divergence);
}

function getMoments({ events, debtFreeOn }: Projection) {
  return new Map(
    events.map(({ day, kind, subject, text: description }) => {
      const isLastDebt = kind === 'debt_gone' && day === debtFreeOn;
      const text = isLastDebt ? `${description}. You're debt-free.` : description;
      return [`${kind}:${subject ?? ''}`, { day, text, weight: WEIGHTS[kind] }];
    }),
  );
}

/**
 * Returns the month from which one projection stays ahead of the other. Returns null if both end with the
 * same value.
 */
function getLeadChange(branch: Projection, baseline: Projection): Divergence | null {
  const { points } = computeDifferences(branch, baseline);
  const last = points.at(-1);
  if (!last || last.netWorth === 0) return null;
  const isBranch = last.netWorth > 0;
  const before = points.findLastIndex(({ netWorth }) => (isBranch ? netWorth <= 0 : netWorth >= 0));
  const day = points[before + 1]?.day ?? last.day;
  const text = 'Net worth is higher from here on';
  return { day, branch: isBranch ? text : null, baseline: isBranch ? null : text };
}

/** Returns the differences between a what-if and the baseline on the days that appear in both. */
export function computeDifferences(branch: Projection, baseline: Projection) {
  const others = new Map(baseline.points.map((point) => [point.day, point]));
  const points = branch.points.flatMap((point) => {
    const other = others.get(point.day);
    return other ? [getDifference(point, other)] : [];
  });
  return { points, interestSaved: subtractMinor(baseline.interestPaid, branch.interestPaid) };
}

/** Cash reductions below this percentage aren't worth a warning. */
const NOTEWORTHY_PERCENT = 10;

/**
 * Compares the lowest cash of a what-if with the lowest cash of the baseline. Returns null unless the what-if's
 * is clearly lower.
 */
export function compareLowestCash(
  branch: Projection,
  baseline: Projection,
): Record<'branch' | 'baseline', Projection['lowestCash']> | null {
  const lowest = baseline.lowestCash.amount;
  const isLower = (lowest - branch.lowestCash.amount) * 100 > Math.abs(lowest) * NOTEWORTHY_PERCENT;
  return isLower ? { branch: branch.lowestCash, baseline: baseline.lowestCash } : null;
}

const AMOUNTS = ['netWorth', 'cash', 'debt', 'property', 'investments'] as const;

function getDifference(point: ProjectionPoint, other: ProjectionPoint): ProjectionPoint {
  const difference = { ...point };
  for (const name of AMOUNTS) difference[name] = subtractMinor(point[name], other[name]);
  return difference;
}

/** The result of a debt strategy. Amounts are in minor units. */
export type StrategyResult = ReturnType<typeof compareStrategies>[number];

const LONGEST_MONTHS = 40 * 12;

/**
 * Compares debt strategies with a monthly budget: the baseline, snowball, avalanche, and a custom order if
 * there is one. Each strategy is simulated until the last debt is paid off, for up to forty years.
 */
export function compareStrategies(
  state: HouseholdState,
  plan: { monthly: number; accountId: string; order?: string[]; on?: DayNumber },
  options: WhatIfOptions = {},
) {
  const today = new Zone(state.timeZone).getDay(getNow(state, options.now));
  const { on = today, order, ...budget } = plan;
  const strategies: DebtStrategy[] = ['snowball', 'avalanche', ...(order ? ['custom' as const] : [])];
  const getResult = (strategy: DebtStrategy | 'as_is', decisions: Decision[]) => {
    const projection = simulateWhatIf(state, decisions, addMonths(today, LONGEST_MONTHS), {
      ...options,
      untilDebtFree: true,
    });
    const { debtFreeOn, interestPaid, feesPaid, events } = projection;
    // The debts in the order in which they are paid off.
    const payoffs = events
      .filter(({ kind }) => kind === 'debt_gone')
      .map(({ subject = '', text, day }) => ({ id: subject, text, day }));
    const months = debtFreeOn === null ? null : monthsBetween(today, debtFreeOn);
    return { strategy, debtFreeOn, interestPaid, feesPaid, months, payoffs };
  };
  const toDecision = (strategy: DebtStrategy): Decision => ({
    ...budget,
    id: strategy,
    on,
    kind: 'debt_strategy',
    strategy,
    ...(order && { order }),
  });
  return [
    getResult('as_is', []),
    ...strategies.map((strategy) => getResult(strategy, [toDecision(strategy)])),
  ];
}

/** The range that contains net worth on a day in 80% of the simulated futures. */
export type BandPoint = { day: DayNumber; low: Minor; high: Minor };

const FUTURES = 10;
const LOW = 0.1;
const HIGH = 0.9;

/**
 * Computes the range of net worth that contains 80% of the simulated futures. The market, the property index,
 * and spending are redrawn for each future. `onMonth` is called for each month of every future. If the
 * callback stops the simulation, the result is empty.
 */
export function simulateBand(
  state: HouseholdState,
  decisions: readonly Decision[],
  to: DayNumber,
  { futures = FUTURES, onMonth, ...options }: WhatIfOptions & { futures?: number } = {},
): BandPoint[] {
  const projections: Projection[] = [];
  for (let future = 0; future < futures; future += 1) {
    const seed = state.seed + future + 1;
    const projection = simulateWhatIf({ ...state, seed }, decisions, to, {
      ...options,
      seed,
      onMonth: (done, of) => onMonth?.(future * of + done, futures * of) ?? true,
    });
    if (projection.stopped) return [];
    projections.push(projection);
  }
  return (projections[0]?.points ?? []).map(({ day }, index) => {
    const worths = projections.map(({ points }) => points[index]?.netWorth ?? ZERO).sort((a, b) => a - b);
    const at = (share: number) => worths[Math.round(share * (worths.length - 1))] ?? ZERO;
    return { day, low: at(LOW), high: at(HIGH) };
  });
}
