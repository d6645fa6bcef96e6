import { tzOffset } from '@date-fns/tz';

/**
 * Calendar days are numbers of days since 1970-01-01, independent of the time zone. Instants are milliseconds
 * since 1970-01-01T00:00Z; minutes count from local midnight.
 */
export type DayNumber = number;
export type Instant = number;

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
export const MONTHS_A_YEAR = 12;
export const DAYS_A_WEEK = 7;
/** The number of days in a year for interest and schedules. Leap days don't count. */
export const DAYS_A_YEAR = 365;

export type CalendarDate = { year: number; month: number; date: number };

/** Returns the number of a calendar day. January is month 1. */
export function getDay(year: number, month: number, date: number): DayNumber {
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

export function getDate(day: DayNumber): CalendarDate {
  const at = new Date(day * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** Parses a day such as `2026-10-14`. Throws RangeError if the text is not a valid day. */
export function parseDay(text: string): DayNumber {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(day) || dayText(day) !== text) throw new RangeError(`Not a calendar day: ${text}`);
  return day;
}

export function dayText(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a day's month as `2026-10`. */
export const monthText = (day: DayNumber) => dayText(day).slice(0, 7);

/** Formats minutes after midnight as `09:05`. */
export function timeText(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** Returns the weekday. Sunday is 0. */
export function weekday(day: DayNumber): number {
  return (((day + 4) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK;
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * Returns the anchor's day of the month in a later month, or the last day if that month is shorter. Always
 * pass the original anchor, so that the 31st returns to the 31st after February.
 */
export function addMonths(anchor: DayNumber, months: number): DayNumber {
  const { year, month, date } = getDate(anchor);
  const count = year * MONTHS_A_YEAR + month - 1 + months;
  const thenYear = Math.floor(count / MONTHS_A_YEAR);
  const thenMonth = count - thenYear * MONTHS_A_YEAR + 1;
  return getDay(thenYear, thenMonth, Math.min(date, daysInMonth(thenYear, thenMonth)));
}

/** Returns the number of calendar months from the month of one day to the month of another. */
export function monthsBetween(from: DayNumber, to: DayNumber): number {
  const [start, end] = [getDate(from), getDate(to)];
  return (end.year - start.year) * MONTHS_A_YEAR + end.month - start.month;
}

export function lastDayOfMonth(day: DayNumber): DayNumber {
  const { year, month } = getDate(day);
  return getDay(year, month, daysInMonth(year, month));
}

export const isFirstOfMonth = (day: DayNumber) => getDate(day).date === 1;

/** UTC offsets by time zone and day. All households share this cache because a lookup is slow. */
const OFFSETS = new Map<string, Map<DayNumber, number>>();

function getOffsets(name: string): Map<DayNumber, number> {
  let offsets = OFFSETS.get(name);
  if (offsets === undefined) {
    if (Number.isNaN(tzOffset(name, new Date(0)))) throw new RangeError(`Not a time zone: ${name}`);
    offsets = new Map();
    OFFSETS.set(name, offsets);
  }
  return offsets;
}

/** Converts between instants and local days of a time zone. Looks up the UTC offset once per day. */
export class Zone {
  private readonly offsets: Map<DayNumber, number>;

  /** Throws RangeError for an unknown IANA time zone. */
  constructor(readonly name: string) {
    this.offsets = getOffsets(name);
  }

  /**
   * Returns the instant of a local time. If a clock change skips the time, the result is later by the length
   * of the gap. If the time occurs twice, the result is the first occurrence.
   */
  at(day: DayNumber, minutes: number): Instant {
    const local = day * DAY_MS + minutes * MINUTE_MS;
    const before = this.offsetAt(local - DAY_MS);
    const after = this.offsetAt(local + DAY_MS);
    if (before === after) return local - before * MINUTE_MS;
    const first = local - before * MINUTE_MS;
    if (tzOffset(this.name, new Date(first)) === before) return first;
    const second = local - after * MINUTE_MS;
    return tzOffset(this.name, new Date(second)) === after ? second : first;
  }

  getStart(day: DayNumber): Instant {
    return this.at(day, 0);
  }

  /** Returns the last millisecond of a day. */
  getEnd(day: DayNumber): Instant {
    return this.getStart(day + 1) - 1;
  }

  getDay(instant: Instant): DayNumber {
    const before = this.offsetAt(instant - DAY_MS);
    const isSteady = before === this.offsetAt(instant + DAY_MS);
    const offset = isSteady ? before : tzOffset(this.name, new Date(instant));
    return Math.floor((instant + offset * MINUTE_MS) / DAY_MS);
  }

  /** Returns the local date and time of an instant, in milliseconds since 1970-01-01T00:00 local time. */
  getLocal(instant: Instant): number {
    return instant + tzOffset(this.name, new Date(instant)) * MINUTE_MS;
  }

  /** Returns the instant of a local date and time in milliseconds, the inverse of `getLocal`. */
  getInstant(local: number): Instant {
    const day = Math.floor(local / DAY_MS);
    const rest = local - day * DAY_MS;
    const minutes = Math.floor(rest / MINUTE_MS);
    return this.at(day, minutes) + (rest - minutes * MINUTE_MS);
  }

  /**
   * Returns the UTC offset in minutes at noon of the instant's day. It can be wrong only near a clock change.
   */
  private offsetAt(instant: Instant): number {
    const day = Math.floor(instant / DAY_MS);
    let offset = this.offsets.get(day);
    if (offset === undefined) {
      offset = tzOffset(this.name, new Date(day * DAY_MS + DAY_MS / 2));
      this.offsets.set(day, offset);
    }
    return offset;
  }
}
