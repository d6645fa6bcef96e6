import { addMonths, type DayNumber, monthsBetween, Zone } from '../calendar/calendar.ts';
import { monthText } from '../simulation/run.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { nowOf } from './household.ts';
import {
  type DebtStrategy,
  type Decision,
  type Life,
  type LifeEventKind,
  type LifePoint,
  type LiveOptions,
  liveBranch,
} from './what-if.ts';

/** Where two lives part: what happens in one and not, or not yet, in the other. */
export type Parting = { day: DayNumber; branch: string | null; asIs: string | null };

const MOST_PARTINGS = 12;

/** What is told first where there is not room for all. */
const WEIGHTS: Record<LifeEventKind, number> = {
  refused: 0,
  home_bought: 1,
  loan_taken: 1,
  debt_gone: 1,
  job_lost: 2,
  account_short: 2,
  payment_failed: 3,
  delinquent: 3,
  purchase: 4,
  job_found: 5,
  shock: 5,
  rate_reset: 6,
  payment_not_needed: 7,
};

/** Where a branch parts from life as it is: twelve moments at most, the weightiest, in order of time. */
export function partings(branch: Life, asIs: Life): Parting[] {
  const [mine, others] = [momentsOf(branch), momentsOf(asIs)];
  const rows: (Parting & { weight: number })[] = [];
  for (const [key, { day, words, weight }] of mine) {
    const other = others.get(key);
    const isSameMonth = other !== undefined && monthText(other.day) === monthText(day);
    if (isSameMonth && other.words === words) continue;
    rows.push({ day, branch: words, asIs: isSameMonth ? other.words : null, weight });
  }
  for (const [key, { day, words, weight }] of others) {
    const own = mine.get(key);
    if (own === undefined || monthText(own.day) !== monthText(day))
      rows.push({ day, branch: null, asIs: words, weight });
  }
  const ahead = whoIsAhead(branch, asIs);
  return [...(ahead ? [{ ...ahead, weight: 1 }] : []), ...rows]
    .sort((one, other) => one.weight - other.weight || one.day - other.day)
    .slice(0, MOST_PARTINGS)
    .sort((one, other) => one.day - other.day)
    .map(({ day, branch: inBranch, asIs: inAsIs }) => ({ day, branch: inBranch, asIs: inAsIs }));
}

function momentsOf({ events, debtFreeOn }: Life) {
  return new Map(
    events.map(({ day, kind, subject, words }) => {
      const isLastDebt = kind === 'debt_gone' && day === debtFreeOn;
      const told = isLastDebt ? `${words}: nothing is owed any more` : words;
      return [`${kind}:${subject ?? ''}`, { day, words: told, weight: WEIGHTS[kind] }];
    }),
  );
}

/** The month from which one of the two is worth more until the end; null when they are worth the same in the end. */
function whoIsAhead(branch: Life, asIs: Life): Parting | null {
  const { points } = differencesOf(branch, asIs);
  const last = points.at(-1);
  if (!last || last.netWorth === 0) return null;
  const isBranch = last.netWorth > 0;
  const before = points.findLastIndex(({ netWorth }) => (isBranch ? netWorth <= 0 : netWorth >= 0));
  const day = points[before + 1]?.day ?? last.day;
  const words = 'Net worth is higher from here on';
  return { day, branch: isBranch ? words : null, asIs: isBranch ? null : words };
}

/** How a branch differs from life as it is: branch less as it is. Amounts in minor units. */
export type Differences = {
  /** For the days that both have. */
  points: LifePoint[];
  interestSaved: number;
  feesSaved: number;
  /** Months by which the last debt is gone sooner; below zero when later, null when one of the two keeps debts. */
  monthsSooner: number | null;
};

export function differencesOf(branch: Life, asIs: Life): Differences {
  const others = new Map(asIs.points.map((point) => [point.day, point]));
  const points = branch.points.flatMap((point) => {
    const other = others.get(point.day);
    return other ? [differenceOf(point, other)] : [];
  });
  const [mine, other] = [branch.debtFreeOn, asIs.debtFreeOn];
  return {
    points,
    interestSaved: asIs.interestPaid - branch.interestPaid,
    feesSaved: asIs.feesPaid - branch.feesPaid,
    monthsSooner: mine === null || other === null ? null : monthsBetween(mine, other),
  };
}

function differenceOf(point: LifePoint, other: LifePoint): LifePoint {
  return {
    day: point.day,
    netWorth: point.netWorth - other.netWorth,
    cash: point.cash - other.cash,
    debt: point.debt - other.debt,
    property: point.property - other.property,
    investments: point.investments - other.investments,
  };
}

/** What a debt strategy comes to. Amounts in minor units. */
export type StrategyResult = {
  strategy: DebtStrategy | 'as_is';
  debtFreeOn: DayNumber | null;
  /** From today on, until the last debt is gone. */
  interestPaid: number;
  feesPaid: number;
  /** From today on; null when a debt is left at the end. */
  months: number | null;
  /** The debts in the order in which they are gone. */
  payoffs: { id: string; words: string; day: DayNumber }[];
};

const LONGEST_MONTHS = 40 * 12;

/**
 * Life as it is, and the same with a monthly budget on the debts by each strategy, in this order: as it is, snowball,
 * avalanche, and custom where an order is given. Each until its last debt is gone, for forty years at most.
 */
export function compareStrategies(
  state: HouseholdState,
  plan: { monthly: number; accountId: string; order?: string[]; on?: DayNumber },
  options: LiveOptions = {},
): StrategyResult[] {
  const today = new Zone(state.timeZone).dayOf(nowOf(state, options.now));
  const { on = today, order, ...budget } = plan;
  const strategies: DebtStrategy[] = ['snowball', 'avalanche', ...(order ? ['custom' as const] : [])];
  const resultOf = (strategy: StrategyResult['strategy'], decisions: Decision[]): StrategyResult => {
    const life = liveBranch(state, decisions, addMonths(today, LONGEST_MONTHS), {
      ...options,
      untilDebtFree: true,
    });
    const { debtFreeOn, interestPaid, feesPaid, events } = life;
    const payoffs = events
      .filter(({ kind }) => kind === 'debt_gone')
      .map(({ subject = '', words, day }) => ({ id: subject, words, day }));
    const months = debtFreeOn === null ? null : monthsBetween(today, debtFreeOn);
    return { strategy, debtFreeOn, interestPaid, feesPaid, months, payoffs };
  };
  const follow = (strategy: DebtStrategy): Decision => ({
    ...budget,
    id: strategy,
    on,
    kind: 'debt_strategy',
    strategy,
    ...(order && { order }),
  });
  return [resultOf('as_is', []), ...strategies.map((strategy) => resultOf(strategy, [follow(strategy)]))];
}

/** Where eight of ten futures lie. */
export type BandPoint = { day: DayNumber; low: number; high: number };

const FUTURES = 10;
const LOW = 0.1;
const HIGH = 0.9;

/**
 * The band of net worth that the middle eight in ten of some drawn futures keep to: the market, the property index and
 * the spending of each are drawn anew. Empty when `onMonth`, which counts the months of all futures, stops it.
 */
export function liveBand(
  state: HouseholdState,
  decisions: readonly Decision[],
  to: DayNumber,
  { futures = FUTURES, onMonth, ...options }: LiveOptions & { futures?: number } = {},
): BandPoint[] {
  const lives: Life[] = [];
  for (let future = 0; future < futures; future += 1) {
    const seed = state.seed + future + 1;
    const life = liveBranch({ ...state, seed }, decisions, to, {
      ...options,
      seed,
      onMonth: (done, of) => onMonth?.(future * of + done, futures * of) ?? true,
    });
    if (life.stopped) return [];
    lives.push(life);
  }
  return (lives[0]?.points ?? []).map(({ day }, index) => {
    const worths = lives.map(({ points }) => points[index]?.netWorth ?? 0).sort((one, other) => one - other);
    const at = (share: number) => worths[Math.round(share * (worths.length - 1))] ?? 0;
    return { day, low: at(LOW), high: at(HIGH) };
  });
}
