import {
  addMonths,
  DAYS_A_YEAR,
  type DayNumber,
  getDate,
  monthsBetween,
  parseDay,
} from '../calendar/calendar.ts';
import { Draws } from '../simulation/draws.ts';
import type { HouseholdState, ShockKind, ShockState } from '../simulation/state.ts';

/** The part of a balance above an amount in minor units, and its rate in percent per year. */
export type Tier = { above: number; percent: number };

/** Savings rates by effective date. The most recent rates apply. */
export const SAVINGS_RATES: readonly { from: DayNumber; tiers: readonly Tier[] }[] = [
  {
    from: parseDay('2000-01-01'),
    tiers: [
      { above: 0, percent: 3.25 },
      { above: 500_000, percent: 3.75 },
      { above: 2_500_000, percent: 4.1 },
    ],
  },
  {
    from: parseDay('2026-07-01'),
    tiers: [
      { above: 0, percent: 3.1 },
      { above: 500_000, percent: 3.6 },
      { above: 2_500_000, percent: 3.9 },
    ],
  },
];

/** The number of accrual units per minor unit. Interest accrues in millionths of a minor unit. */
export const MICROS = 1_000_000;

/**
 * Returns a day's interest on the end-of-day balance, rounded to millionths of a minor unit. The basis is
 * actual/365, with each part of the balance at its tier's rate (Regulation DD, appendix A, tiering method B).
 * `shift` adds percentage points to every tier, but no rate falls below zero.
 */
export function dailyInterestMicros(balance: number, tiers: readonly Tier[], shift = 0): number {
  let yearly = 0;
  tiers.forEach(({ above, percent }, index) => {
    const top = tiers[index + 1]?.above ?? Number.POSITIVE_INFINITY;
    const part = Math.min(balance, top) - above;
    if (part > 0) yearly += part * Math.max(0, percent + shift);
  });
  return Math.round((yearly / 100 / DAYS_A_YEAR) * MICROS);
}

/** Returns the tiers in effect on a day. */
export function savingsTiers(day: DayNumber): readonly Tier[] {
  return SAVINGS_RATES.findLast(({ from }) => from <= day)?.tiers ?? [];
}

/** Returns true if a shock is active on a day, that is, from its first day until its duration ends. */
export function isActive(shock: ShockState, day: DayNumber): boolean {
  if (!shock.begun || day < shock.on) return false;
  return shock.months === undefined || day < addMonths(shock.on, shock.months);
}

/** Returns the total size of all active shocks of one kind on a day. */
export function shockSize(
  { shocks }: Pick<HouseholdState, 'shocks'>,
  kind: ShockKind,
  day: DayNumber,
): number {
  let size = 0;
  for (const shock of shocks) if (shock.kind === kind && isActive(shock, day)) size += shock.size;
  return size;
}

/** Returns the factor by which currency shocks change the household's exchange rates on a day. */
export function currencyFactor({ shocks }: HouseholdState, day: DayNumber): number {
  let factor = 1;
  for (const shock of shocks)
    if (shock.kind === 'currency_move' && isActive(shock, day)) factor *= 1 + shock.size / 100;
  return Math.max(0, factor);
}

const MARKET_YEARLY_DRIFT = 0.07;
const MARKET_DAILY_DEVIATION = 0.0085;

/** Returns the market's change on a day, drawn from the seed (0.01 means +1%), never below −20%. */
export function marketReturn(seed: number, day: DayNumber): number {
  const draw = new Draws(seed, 'market', day).normal();
  return Math.max(-0.2, MARKET_YEARLY_DRIFT / DAYS_A_YEAR + MARKET_DAILY_DEVIATION * draw);
}

const PROPERTY_YEARLY_DRIFT = 0.032;
const PROPERTY_MONTHLY_DEVIATION = 0.006;

/** Returns the monthly change in property values as a fraction. */
export function propertyReturn(seed: number, day: DayNumber): number {
  const { year, month } = getDate(day);
  const draw = new Draws(seed, 'property', year * 12 + month).normal();
  return PROPERTY_YEARLY_DRIFT / 12 + PROPERTY_MONTHLY_DEVIATION * draw;
}

const FIRST_INDEX_MONTH = parseDay('2000-01-01');
const INDEX_MEAN = 3.5;
/** Each month, the index moves toward its mean by this fraction of its distance from the mean. */
const INDEX_PULL = 0.03;
const INDEX_STEP = 0.18;
const HIGHEST_INDEX = 12;

/** The difference between the prime rate and the reference rate, in percentage points. */
const PRIME_ABOVE_INDEX = 3;
const PRIME_STEPS_A_POINT = 4;

/**
 * Returns the prime rate on a day, in percent per year: the reference rate plus 3 points, in steps of a
 * quarter point. US banks set it 3 points above the federal funds target range.
 */
export function primeRate(state: Pick<HouseholdState, 'seed' | 'shocks'>, day: DayNumber): number {
  const index = referenceRate(state.seed, day) + shockSize(state, 'rate_change', day);
  return Math.max(0, Math.round((index + PRIME_ABOVE_INDEX) * PRIME_STEPS_A_POINT) / PRIME_STEPS_A_POINT);
}

const indexPaths = new Map<number, number[]>();

/**
 * Returns the reference rate of adjustable-rate mortgages for a day's month, in percent per year. It is a
 * random walk around its mean and never negative.
 */
export function referenceRate(seed: number, day: DayNumber): number {
  const months = Math.max(0, monthsBetween(FIRST_INDEX_MONTH, day));
  let path = indexPaths.get(seed);
  if (!path) {
    path = [INDEX_MEAN];
    indexPaths.clear();
    indexPaths.set(seed, path);
  }
  for (let month = path.length; month <= months; month += 1) {
    const last = path[month - 1] ?? INDEX_MEAN;
    const step = INDEX_PULL * (INDEX_MEAN - last) + INDEX_STEP * new Draws(seed, 'rates', month).normal();
    path.push(Math.min(HIGHEST_INDEX, Math.max(0, last + step)));
  }
  return Math.round((path[months] ?? INDEX_MEAN) * 1000) / 1000;
}
