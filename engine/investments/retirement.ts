import { MONTHS_A_YEAR } from '../calendar/calendar.ts';
import { findSmallest } from '../money/bisect.ts';
import { Draws } from '../simulation/draws.ts';
import { drawReturns, MONEY_MARKET, PRICED_FUNDS, type ReturnSet } from './funds.ts';
import type { Mix } from './rebalance.ts';

/**
 * The reduced model of the retirement check: four funds in monthly steps, savings until retirement,
 * withdrawals after it, inflation, and yearly rebalancing. Amounts are in minor units of today's money.
 */
export type RetirementPlan = {
  /** The age in years today, at retirement, and at which the money must still last. */
  age: number;
  retireAt: number;
  until: number;
  /** The money that is already saved. */
  saved: number;
  /** The money saved per month until retirement. It rises with inflation. */
  monthlySaving: number;
  /** The spending per year from savings in retirement. It rises with inflation. */
  yearlySpending: number;
  mix: Mix;
  returns: ReturnSet;
};

/** The number of simulated futures. */
export const FUTURES = 200;

/** The average yearly inflation in 1926–2022, in percent. */
export const INFLATION = 2.9;

/** The money market's yield after expenses in percent per year, from the reference rate's long-term mean. */
const MONEY_YIELD = 3.5 - MONEY_MARKET.spread - MONEY_MARKET.expense;

/** One future: the value at the start of each year in today's money, and the age at which it ran out. */
export type Future = { values: number[]; endedAt: number | null };

/**
 * Draws the monthly returns of one future, three for each month. The same seed and number always draw the
 * same returns, so that two plans can be compared.
 */
export function drawFuture(
  { age, until, returns }: RetirementPlan,
  seed: number,
  number: number,
): Float64Array {
  const draws = new Draws(seed, 'retirement', number);
  const drawn = new Float64Array(Math.max(0, until - age) * MONTHS_A_YEAR * PRICED_FUNDS.length);
  for (let place = 0; place < drawn.length; place += PRICED_FUNDS.length) {
    const month = drawReturns(draws, 'month', returns);
    PRICED_FUNDS.forEach((fund, index) => {
      drawn[place + index] = month[fund];
    });
  }
  return drawn;
}

/** Simulates a plan in the future with these returns. */
export function simulateFuture(plan: RetirementPlan, drawn: Float64Array): Future {
  const { age, retireAt, until, mix } = plan;
  const parts = [...PRICED_FUNDS, 'MONEY_MARKET' as const].map((fund) => mix[fund] / 100);
  let total = plan.saved;
  let level = 1;
  const values = [plan.saved];
  for (let year = 0; age + year < until; year += 1) {
    const isRetired = age + year >= retireAt;
    const flow = (isRetired ? -plan.yearlySpending / MONTHS_A_YEAR : plan.monthlySaving) * level;
    total = passYear(total, flow, parts, drawn, year * MONTHS_A_YEAR * PRICED_FUNDS.length);
    if (total < 0)
      return { values: [...values, ...Array<number>(until - age - year).fill(0)], endedAt: age + year };
    level *= 1 + INFLATION / 100;
    values.push(total / level);
  }
  return { values, endedAt: null };
}

/**
 * Returns the value after a year that starts with the target mix. Each month starts with the cash flow.
 * Returns −1 if the money runs out.
 */
function passYear(
  start: number,
  flow: number,
  parts: readonly number[],
  drawn: Float64Array,
  from: number,
): number {
  const [us = 0, world = 0, bonds = 0, money = 0] = parts;
  let held = [start * us, start * world, start * bonds, start * money] as const;
  for (let month = 0; month < MONTHS_A_YEAR; month += 1) {
    const total = held[0] + held[1] + held[2] + held[3];
    const after = total + flow;
    if (after < 0 || (after === 0 && flow < 0)) return -1;
    const place = from + month * PRICED_FUNDS.length;
    const factor = total > 0 ? after / total : 0;
    const base = total > 0 ? held : ([after * us, after * world, after * bonds, after * money] as const);
    const scale = total > 0 ? factor : 1;
    held = [
      base[0] * scale * (1 + (drawn[place] ?? 0)),
      base[1] * scale * (1 + (drawn[place + 1] ?? 0)),
      base[2] * scale * (1 + (drawn[place + 2] ?? 0)),
      base[3] * scale * (1 + MONEY_YIELD / 100 / MONTHS_A_YEAR),
    ];
  }
  return held[0] + held[1] + held[2] + held[3];
}

/** The result of many futures. Values are in minor units of today's money. */
export type RetirementOutlook = {
  /** The share of futures in which the money lasts, from 0 to 1. */
  share: number;
  /** For each age, the values that 10%, 50%, and 90% of the futures don't exceed. */
  band: { age: number; low: number; middle: number; high: number }[];
  /** The age by which the money runs out in the worst 10%; null if it lasts even then. */
  worstAge: number | null;
};

/** Summarizes futures of one plan. */
export function summarizeFutures(
  { age, until }: RetirementPlan,
  futures: readonly Future[],
): RetirementOutlook {
  const band = Array.from({ length: until - age + 1 }, (_, year) => {
    const values = futures.map((future) => future.values[year] ?? 0).sort((left, right) => left - right);
    const at = (share: number) => Math.round(values[Math.floor(share * (values.length - 1))] ?? 0);
    return { age: age + year, low: at(0.1), middle: at(0.5), high: at(0.9) };
  });
  const ages = futures
    .map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY)
    .sort((left, right) => left - right);
  const worst = ages[Math.floor(0.1 * (ages.length - 1))] ?? Number.POSITIVE_INFINITY;
  return {
    share: ages.filter((ended) => ended === Number.POSITIVE_INFINITY).length / Math.max(1, ages.length),
    band,
    worstAge: worst === Number.POSITIVE_INFINITY ? null : worst,
  };
}

/** The decisions that matter most, and how much each of them changes. */
export const DECISIONS = ['later', 'less', 'more'] as const;
export type RetirementDecision = (typeof DECISIONS)[number];
const YEARS_LATER = 2;
const SPENDING_PERCENT = 90;
const SAVING_PERCENT = 125;
/** The least that "save more" adds, in minor units per month. */
const MIN_MORE = 10_000;

/**
 * Returns the plan after a decision: retire two years later, spend 10% less, or save 25% more (at least
 * 100.00 a month). Returns null if the decision changes nothing.
 */
export function decide(plan: RetirementPlan, decision: RetirementDecision): RetirementPlan | null {
  if (decision === 'later') {
    const retireAt = Math.min(plan.until, Math.max(plan.age, plan.retireAt) + YEARS_LATER);
    return retireAt === plan.retireAt ? null : { ...plan, retireAt };
  }
  if (decision === 'less')
    return plan.yearlySpending === 0
      ? null
      : { ...plan, yearlySpending: Math.round((plan.yearlySpending * SPENDING_PERCENT) / 100) };
  if (plan.retireAt <= plan.age) return null;
  const more = Math.round((plan.monthlySaving * SAVING_PERCENT) / 100);
  return { ...plan, monthlySaving: Math.max(more, plan.monthlySaving + MIN_MORE) };
}

/** The share of futures in which the money should last. */
export const TARGET_SHARE = 0.8;
/** The search tries multiples of 10.00 a month and of 100.00 a year, in minor units. */
const SAVING_STEP = 1_000;
const SPENDING_STEP = 10_000;
/** The highest retirement age that the search tries. */
const MAX_RETIREMENT_AGE = 75;
/** The search tries at most 100,000.00 of additional saving a month. */
const MAX_SAVING_STEPS = 10_000;

/**
 * Returns, for each decision alone, the plan with the smallest change that makes the money last in 80% of the
 * futures. Omits decisions that can't. Each element of `drawn` holds the returns of one future.
 */
export function findSufficientChanges(
  plan: RetirementPlan,
  drawn: readonly Float64Array[],
): { decision: RetirementDecision; plan: RetirementPlan }[] {
  const isSufficient = (changed: RetirementPlan) =>
    drawn.filter((returns) => simulateFuture(changed, returns).endedAt === null).length >=
    TARGET_SHARE * drawn.length;
  const find = (
    decision: RetirementDecision,
    maxSteps: number,
    change: (steps: number) => RetirementPlan,
  ) => {
    const steps = findSmallest(1, maxSteps, (count) => isSufficient(change(count)));
    return steps === null ? [] : [{ decision, plan: change(steps) }];
  };
  const isWorking = plan.retireAt > plan.age;
  return [
    ...find('later', MAX_RETIREMENT_AGE - plan.retireAt, (years) => ({
      ...plan,
      retireAt: plan.retireAt + years,
    })),
    ...(isWorking
      ? find('more', MAX_SAVING_STEPS, (steps) => ({
          ...plan,
          monthlySaving: (Math.floor(plan.monthlySaving / SAVING_STEP) + steps) * SAVING_STEP,
        }))
      : []),
    ...find('less', Math.ceil(plan.yearlySpending / SPENDING_STEP) - 1, (steps) => ({
      ...plan,
      yearlySpending: (Math.ceil(plan.yearlySpending / SPENDING_STEP) - steps) * SPENDING_STEP,
    })),
  ];
}

/** A plan's outlook, and the outlook after each decision that changes something. */
export type RetirementCheck = {
  outlook: RetirementOutlook;
  decisions: { decision: RetirementDecision; plan: RetirementPlan; outlook: RetirementOutlook }[];
  /**
   * The smallest change of each decision alone that makes the money last in 80% of the futures. Empty if it
   * already does, or if one of `decisions` makes a difference.
   */
  sufficient: { decision: RetirementDecision; plan: RetirementPlan }[];
};

/** Runs a plan and the decisions in the same futures. Reports the number of finished futures. */
export function checkRetirement(
  plan: RetirementPlan,
  seed: number,
  onProgress: (done: number, total: number) => void = () => {},
): RetirementCheck {
  const decisions = DECISIONS.flatMap((decision) => {
    const changed = decide(plan, decision);
    return changed ? [{ decision, plan: changed, futures: [] as Future[] }] : [];
  });
  const futures: Future[] = [];
  const draws: Float64Array[] = [];
  for (let number = 0; number < FUTURES; number += 1) {
    const drawn = drawFuture(plan, seed, number);
    draws.push(drawn);
    futures.push(simulateFuture(plan, drawn));
    for (const decision of decisions) decision.futures.push(simulateFuture(decision.plan, drawn));
    onProgress(number + 1, FUTURES);
  }
  const outlook = summarizeFutures(plan, futures);
  const changes = decisions.map(({ decision, plan: changed, futures: changedFutures }) => ({
    decision,
    plan: changed,
    outlook: summarizeFutures(changed, changedFutures),
  }));
  const share = describeShare(outlook.share);
  const matters = changes.some(({ outlook: after }) => describeShare(after.share) !== share);
  return {
    outlook,
    decisions: changes,
    sufficient: matters || outlook.share >= TARGET_SHARE ? [] : findSufficientChanges(plan, draws),
  };
}

/** The steps of a share in words, in percent. 200 futures can't tell smaller differences apart. */
const STEP = 5;

/**
 * Describes a share, such as `about 90%`. Uses steps of 5 points, because the error with 200 futures is about
 * two points.
 */
export function describeShare(share: number): string {
  const percent = share * 100;
  if (percent >= 97.5) return 'over 95%';
  if (percent < 2.5) return 'under 5%';
  return `about ${Math.round(percent / STEP) * STEP}%`;
}
