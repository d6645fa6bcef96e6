import { type DayNumber, dateOf, weekday } from '../calendar/calendar.ts';
import type { SpendingRow } from './history.ts';

/** What was spent on one day, by the product it was paid with. Minor units. */
export type SpentDay = { productId: string; amount: number }[];

/** What a forecast of spending rests on, to be told to the customer. Amounts in minor units. */
export type SpendingInputs = {
  /** The days looked at, both included; none where there is no history. */
  from: DayNumber | null;
  to: DayNumber | null;
  days: number;
  /** Days on which something was bought that no rule explains. */
  spendingDays: number;
  averageWeek: number;
  /** From the largest on. */
  categories: { category: string | null; averageWeek: number }[];
};

/** Past days to draw coming days from. */
export type SpendingModel = {
  from: DayNumber;
  days: readonly SpentDay[];
  /** The numbers of the past days that a day is like. */
  like(day: DayNumber): readonly number[];
};

const DAYS_A_YEAR = 365;
const DAYS_A_WEEK = 7;
const MONTHS_A_YEAR = 12;
/** Fewer spending days than this say nothing about the next. */
export const LEAST_SPENDING_DAYS = 20;
/** A season or a day of the week is told apart where so many past days are like the coming one. */
const LEAST_DAYS_ALIKE = 10;

/**
 * Learns from the twelve months before today. A coming day is drawn from the past days of the same day of the week and
 * of a month at most one away, where these are ten or more; else from those of the same day of the week; else from all.
 * Days on which nothing was bought count. No model when there are fewer than twenty spending days.
 */
export function spendingModel(
  history: readonly SpendingRow[],
  today: DayNumber,
): { inputs: SpendingInputs; model: SpendingModel | null } {
  const rows = history.filter(({ day }) => day < today && day >= today - DAYS_A_YEAR);
  const from = rows.reduce((first, { day }) => Math.min(first, day), today);
  const days: SpentDay[] = Array.from({ length: today - from }, () => []);
  const free = rows.filter(({ isRule, amount }) => !isRule && amount > 0);
  for (const { day, productId, amount } of free) days[day - from]?.push({ productId, amount });
  const inputs = inputsOf(free, from, days);
  if (inputs.spendingDays < LEAST_SPENDING_DAYS) return { inputs, model: null };
  return { inputs, model: modelOf(days, from) };
}

function inputsOf(free: readonly SpendingRow[], from: DayNumber, days: readonly SpentDay[]): SpendingInputs {
  const count = days.length;
  const byCategory = new Map<string | null, number>();
  for (const { category, amount } of free) byCategory.set(category, (byCategory.get(category) ?? 0) + amount);
  const weekly = (sum: number) => (count === 0 ? 0 : Math.round((sum / count) * DAYS_A_WEEK));
  return {
    from: count === 0 ? null : from,
    to: count === 0 ? null : from + count - 1,
    days: count,
    spendingDays: days.filter((spent) => spent.length > 0).length,
    averageWeek: weekly(free.reduce((sum, { amount }) => sum + amount, 0)),
    categories: [...byCategory]
      .sort(([, one], [, other]) => other - one)
      .map(([category, sum]) => ({ category, averageWeek: weekly(sum) })),
  };
}

function modelOf(days: readonly SpentDay[], from: DayNumber): SpendingModel {
  const all = days.map((_, index) => index);
  const pools = new Map<number, readonly number[]>();
  const poolOf = (on: number, month: number): readonly number[] => {
    const sameWeekday = all.filter((index) => weekday(from + index) === on);
    const sameSeason = sameWeekday.filter((index) => monthsApart(dateOf(from + index).month, month) <= 1);
    return [sameSeason, sameWeekday].find((pool) => pool.length >= LEAST_DAYS_ALIKE) ?? all;
  };
  return {
    from,
    days,
    like(day) {
      const [on, { month }] = [weekday(day), dateOf(day)];
      const key = month * DAYS_A_WEEK + on;
      const pool = pools.get(key) ?? poolOf(on, month);
      pools.set(key, pool);
      return pool;
    },
  };
}

/** Around the year: December and January are one apart. */
function monthsApart(one: number, other: number): number {
  const distance = Math.abs(one - other);
  return Math.min(distance, MONTHS_A_YEAR - distance);
}
