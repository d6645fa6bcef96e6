import { addMonths, dayText, lastDayOfMonth, parseDay } from '@engine/calendar/calendar.ts';
import { formatAs } from '@/lib/dates';

/**
 * Returns the first day (`yyyy-MM-01`) of the month that is `months` months later. `months` can be negative.
 */
export const monthAway = (month: string, months: number) => dayText(addMonths(parseDay(month), months));
export const getLastDay = (month: string) => dayText(lastDayOfMonth(parseDay(month)));
export const monthName = (month: string) => formatAs(month, 'MMMM');
export const monthLong = (month: string) => formatAs(month, 'MMMM yyyy');

/** Parses the month in a URL; null if it is missing or invalid. */
export function monthIn(text: string | null): string | null {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null;
}

/** Returns the first and last day of a month for a search. */
export const getMonthSpan = (month: string) => ({ from: month, to: getLastDay(month) });
