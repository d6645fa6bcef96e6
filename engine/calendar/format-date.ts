import { getDate, parseDay } from './calendar.ts';

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/**
 * Formats a day for a sentence: `Oct 31`, or `Oct 31, 2025` if it is not in the current year. Both arguments
 * are days like `2026-10-31`.
 */
export function formatTextDate(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? monthAndDate(day) : formatFullDate(day);
}

/** Formats a day with its year, even if it is the current year: `Oct 31, 2026`. */
export function formatFullDate(day: string): string {
  return `${monthAndDate(day)}, ${day.slice(0, 4)}`;
}

function monthAndDate(day: string): string {
  const { month, date } = getDate(parseDay(day));
  return `${MONTHS[month - 1]?.slice(0, 3)} ${date}`;
}
