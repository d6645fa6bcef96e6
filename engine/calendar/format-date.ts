import { getDate, parseDay } from './calendar.ts';

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/** Formats a day for a sentence: `Oct 31`, or `Oct 31, 2025` when it is not in the year of `today`. Both as `2026-10-31`. */
export function formatTextDate(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? monthAndDate(day) : formatFullDate(day);
}

/** Formats a day always with its year, for the simulated clock: `Oct 31, 2026`. */
export function formatFullDate(day: string): string {
  return `${monthAndDate(day)}, ${day.slice(0, 4)}`;
}

function monthAndDate(day: string): string {
  const { month, date } = getDate(parseDay(day));
  return `${MONTHS[month - 1]?.slice(0, 3)} ${date}`;
}
