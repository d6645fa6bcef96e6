import { addMonths, type DayNumber, type Instant, Zone } from './calendar.ts';

const DURATION =
  /^P(?!$)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?)?$/;
/** The longest fast-forward: 50 calendar years, including their leap days. */
export const MAX_FAST_FORWARD = 'P50Y';
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/**
 * Adds an ISO 8601 duration (`P1M`, `P2W`, `P1DT12H`) to an instant. Months and days keep the local time;
 * hours and minutes are exact. Throws RangeError for an invalid duration.
 */
export function after(instant: Instant, duration: string, timeZone: string): Instant {
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0] = parseDuration(duration);
  const zone = new Zone(timeZone);
  const exact = (hours * HOUR_MINUTES + minutes) * MINUTE_MS;
  if (years + months + weeks + days === 0) return instant + exact;
  const day = zone.getDay(instant);
  const sinceMidnight = instant - zone.getStart(day);
  const target = dayAfter(day, duration);
  const wholeMinutes = Math.floor(sinceMidnight / MINUTE_MS);
  return zone.at(target, wholeMinutes) + (sinceMidnight - wholeMinutes * MINUTE_MS) + exact;
}

/**
 * Returns the day that is an ISO 8601 duration after another day. Ignores hours and minutes. Throws
 * RangeError for an invalid duration.
 */
export function dayAfter(day: DayNumber, duration: string): DayNumber {
  const [years = 0, months = 0, weeks = 0, days = 0] = parseDuration(duration);
  return addMonths(day, years * 12 + months) + weeks * 7 + days;
}

/** Returns the years, months, weeks, days, hours, and minutes of a duration. */
function parseDuration(duration: string): number[] {
  const parts = DURATION.exec(duration)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) throw new RangeError(`Not a duration: ${duration}`);
  return parts;
}
