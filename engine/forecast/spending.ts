import {
  DAYS_A_WEEK,
  DAYS_A_YEAR,
  type DayNumber,
  getDate,
  MONTHS_A_YEAR,
  weekday,
} from '../calendar/calendar.ts';
import { roundMinor, ZERO } from '../money/minor.ts';
import type { SpendingRow } from './history.ts';

/** The spending of one day, by the product that paid for it. Amounts are in minor units. */
export type SpentDay = { productId: string; amount: number }[];

/** The past days from which future spending is drawn. */
export type SpendingModel = {
  from: DayNumber;
  days: readonly SpentDay[];
  /** Returns the past days that are comparable to a given day. */
  like(day: DayNumber): readonly number[];
};

/** The minimum number of spending days that a model needs. */
export const MIN_SPENDING_DAYS = 20;
/** The minimum number of matching past days for distinguishing seasons or weekdays. */
const MIN_DAYS_ALIKE = 10;

/**
 * Builds a spending model from the last twelve months. A future day is drawn from past days of the same
 * weekday in a similar season. If fewer than ten days match, it is drawn from all past days of the same
 * weekday. If fewer than ten days match the weekday, it is drawn from all past days. Past days that have no
 * purchases are included. Returns no model if there are fewer than twenty spending days.
 */
export function spendingModel(history: readonly SpendingRow[], today: DayNumber) {
  const rows = history.filter(({ day }) => day < today && day >= today - DAYS_A_YEAR);
  const from = rows.reduce((first, { day }) => Math.min(first, day), today);
  const days: SpentDay[] = Array.from({ length: today - from }, () => []);
  const free = rows.filter(({ isRule, amount }) => !isRule && amount > 0);
  for (const { day, productId, amount } of free) days[day - from]?.push({ productId, amount });
  const inputs = getInputs(free, from, days);
  if (inputs.spendingDays < MIN_SPENDING_DAYS) return { inputs, model: null };
  return { inputs, model: getModel(days, from) };
}

/** Returns the data that the forecast is based on, as shown to the customer. Amounts are in minor units. */
function getInputs(free: readonly SpendingRow[], from: DayNumber, days: readonly SpentDay[]) {
  const count = days.length;
  const byCategory = new Map<string | null, number>();
  for (const { category, amount } of free) byCategory.set(category, (byCategory.get(category) ?? 0) + amount);
  const weekly = (sum: number) => (count === 0 ? ZERO : roundMinor((sum / count) * DAYS_A_WEEK));
  return {
    /** The first and last day of the history; null if there is no history. */
    from: count === 0 ? null : from,
    to: count === 0 ? null : from + count - 1,
    days: count,
    /** The number of days with at least one purchase that no rule caused. */
    spendingDays: days.filter((spent) => spent.length > 0).length,
    averageWeek: weekly(free.reduce((sum, { amount }) => sum + amount, 0)),
    /** Average weekly spending by category, largest first. */
    categories: [...byCategory]
      .sort(([, left], [, right]) => right - left)
      .map(([category, sum]) => ({ category, averageWeek: weekly(sum) })),
  };
}

function getModel(days: readonly SpentDay[], from: DayNumber): SpendingModel {
  const all = days.map((_, index) => index);
  const pools = new Map<number, readonly number[]>();
  const getPool = (on: number, month: number): readonly number[] => {
    const sameWeekday = all.filter((index) => weekday(from + index) === on);
    const sameSeason = sameWeekday.filter((index) => monthsApart(getDate(from + index).month, month) <= 1);
    return [sameSeason, sameWeekday].find((pool) => pool.length >= MIN_DAYS_ALIKE) ?? all;
  };
  return {
    from,
    days,
    like(day) {
      const [on, { month }] = [weekday(day), getDate(day)];
      const key = month * DAYS_A_WEEK + on;
      const pool = pools.get(key) ?? getPool(on, month);
      pools.set(key, pool);
      return pool;
    },
  };
}

/** Returns the distance between two months of the year. December and January are one month apart. */
function monthsApart(left: number, right: number): number {
  const distance = Math.abs(left - right);
  return Math.min(distance, MONTHS_A_YEAR - distance);
}
