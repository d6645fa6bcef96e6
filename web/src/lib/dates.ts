import { TZDate, tz } from '@date-fns/tz';
import { differenceInCalendarDays, format, isValid, parseISO } from 'date-fns';

export const BROWSER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

let currentDay: string | null = null;

/**
 * Sets the customer's simulated day (`2026-10-14`). Dates in its year omit the year in text and lists. Until
 * the customer is loaded, the browser's year counts.
 */
export function setCurrentDay(day: string): void {
  currentDay = day;
}

/** Formats a date for a table, an export, or a document: `10/14/2026`. */
export function formatTableDate(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, 'MM/dd/yyyy', timeZone);
}

/** Formats a date for a sentence or a label: `Oct 14`, or `Oct 14, 2025` when it is not in the current simulated year. */
export function formatTextDate(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, isThisYear(value, timeZone) ? 'MMM d' : 'MMM d, yyyy', timeZone);
}

/** Formats a date with its weekday: `Wed, Oct 14`, or `Tue, Oct 14, 2025` when it is not in the current simulated year. */
export function formatListDate(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, isThisYear(value, timeZone) ? 'EEE, MMM d' : 'EEE, MMM d, yyyy', timeZone);
}

/** Formats the simulated clock itself, always with its year: `Wed, Oct 14, 2026`. */
export function formatClockDate(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, 'EEE, MMM d, yyyy', timeZone);
}

/** Formats a day without its year, for a yearly event or the axis of a chart: `Oct 14`. */
export function formatMonthDay(value: string | Date): string {
  return formatAs(value, 'MMM d');
}

function isThisYear(value: string | Date, timeZone: string): boolean {
  return formatAs(value, 'yyyy', timeZone) === (currentDay ?? getDay(new Date(), timeZone)).slice(0, 4);
}

/** Formats an instant: `Wed, Oct 14, 2026 at 6:00 AM`. */
export function formatInstant(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, "EEE, MMM d, yyyy 'at' h:mm a", timeZone);
}

/** Formats the time of day: `6:00 AM`. */
export function formatTime(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, 'h:mm a', timeZone);
}

/** Formats a date with a date-fns pattern in a time zone. A plain day is never shifted. */
export function formatAs(value: string | Date, pattern: string, timeZone = BROWSER_TIME_ZONE): string {
  const date = typeof value === 'string' ? parseISO(value) : value;
  if (!isValid(date)) return '';
  const isPlainDay = typeof value === 'string' && value.length === 10;
  return isPlainDay ? format(date, pattern) : format(date, pattern, { in: tz(timeZone) });
}

/** Returns the browser's midnight at the start of a day (`yyyy-MM-dd`). */
export const getDate = (day: string) => new Date(`${day}T00:00`);

/** Returns the calendar day (`2026-10-14`) of an instant in a time zone. */
export function getDay(value: string | Date, timeZone = BROWSER_TIME_ZONE): string {
  return formatAs(value, 'yyyy-MM-dd', timeZone);
}

/** Counts the calendar days between two days, both `yyyy-MM-dd`. */
export function daysBetween(from: string, to: string): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from));
}

/** Formats a day relative to today: `Today`, `Yesterday`, `in 3 days`, `12 days ago`. */
export function relativeDay(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'Today';
  if (days === -1) return 'Yesterday';
  if (days === 1) return 'Tomorrow';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

const DISTANCE = new Intl.RelativeTimeFormat('en-US');
/** Lengths in seconds. Months and years have their average length. */
const UNITS = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats an interval: `5 minutes ago`, `in 2 hours`, `less than a minute ago`. */
export function relativeTime(value: string | Date, now: Date): string {
  const date = typeof value === 'string' ? parseISO(value) : value;
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? [];
  if (!unit) return seconds > 0 ? 'in less than a minute' : 'less than a minute ago';
  return DISTANCE.format(Math.trunc(seconds / length), unit);
}

/**
 * Returns the instant (ISO 8601) at which a day (`2026-10-14`), or a number of days later, begins in a time
 * zone.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime()).toISOString();
}

/**
 * Returns the current simulated instant from an earlier one (ISO 8601) and the real time when it was read (in
 * milliseconds).
 */
export function simulatedNow(now: string, readAt: number): Date {
  return new Date(Date.parse(now) + Math.max(0, Date.now() - readAt));
}
