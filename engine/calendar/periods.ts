import {
  addMonths,
  type DayNumber,
  getDate,
  getDay,
  lastDayOfMonth,
  MONTHS_A_YEAR,
  weekday,
} from './calendar.ts';

/** A period with inclusive days. Null means no limit. */
export type Span = { from: DayNumber | null; to: DayNumber | null };
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Adds a number of units to a day. Adding months keeps the day of the month. */
export function addUnits(day: DayNumber, unit: Unit, count: number): DayNumber {
  if (unit === 'day') return day + count;
  if (unit === 'week') return day + 7 * count;
  return addMonths(day, count * { month: 1, quarter: 3, year: MONTHS_A_YEAR }[unit]);
}

/** Counts the whole months from one day to another. */
export function countWholeMonths(from: DayNumber, to: DayNumber): number {
  let months = 0;
  while (addMonths(from, months + 1) <= to) months += 1;
  return months;
}

/** Returns the first and last day of the unit that contains a day. Weeks start on Monday. */
export function unitAround(day: DayNumber, unit: Unit): { from: DayNumber; to: DayNumber } {
  const { year, month } = getDate(day);
  switch (unit) {
    case 'day':
      return { from: day, to: day };
    case 'week': {
      const monday = day - ((weekday(day) + 6) % 7);
      return { from: monday, to: monday + 6 };
    }
    case 'month':
      return { from: getDay(year, month, 1), to: lastDayOfMonth(day) };
    case 'quarter':
      return getQuarter(year, Math.ceil(month / 3));
    case 'year':
      return { from: getDay(year, 1, 1), to: getDay(year, 12, 31) };
  }
}

/** Returns the first and last days of a quarter. Quarters are numbered from 1. */
export function getQuarter(year: number, quarter: number): { from: DayNumber; to: DayNumber } {
  const first = getDay(year, quarter * 3 - 2, 1);
  return { from: first, to: lastDayOfMonth(addMonths(first, 2)) };
}

/** Returns the calendar unit (week, month, …) that is `count` units after the one that contains a day. */
export const shiftUnit = (day: DayNumber, unit: Unit, count: number) =>
  unitAround(addUnits(unitAround(day, unit).from, unit, count), unit);

/** Returns the unit if a period is exactly one week, month, quarter, or year; otherwise undefined. */
export const findWholeUnit = (from: DayNumber, to: DayNumber) =>
  (['week', 'month', 'quarter', 'year'] as const).find((unit) => {
    const whole = unitAround(from, unit);
    return whole.from === from && whole.to === to;
  });
