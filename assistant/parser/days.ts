import {
  addMonths,
  type DayNumber,
  daysInMonth,
  dayText,
  getDate,
  getDay,
  lastDayOfMonth,
  weekday,
} from '../../engine/calendar/calendar.ts';
import { formatTextDate } from '../../engine/calendar/format-date.ts';
import type { Period } from '../intent.ts';

/**
 * The direction of a sentence: "in March" is the last one in "what did I spend", and the next one in "can I
 * afford".
 */
export type Tense = 'past' | 'future';

export type Span = { from: DayNumber | null; to: DayNumber | null };

/** A parsed period. Dates without a year depend on the tense. */
export type Time = {
  past: Span;
  future: Span;
  /** A single day. */
  isDay: boolean;
  /** A direct word such as "today" instead of a calendar date. */
  words?: string;
  /** "The last few months": an unstated number. */
  vague?: string;
  /** The year was unstated and ambiguous. */
  isBare?: boolean;
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const SHORT_MONTHS: Record<string, number> = Object.fromEntries([
  ...MONTHS.flatMap((name, index) => [
    [name.toLowerCase(), index + 1],
    [name.slice(0, 3).toLowerCase(), index + 1],
  ]),
  ['sept', 9],
]);
const WEEKDAYS: Record<string, number> = Object.fromEntries(
  'sunday monday tuesday wednesday thursday friday saturday'.split(' ').flatMap((name, index) => [
    [name, index],
    [name.slice(0, 3), index],
  ]),
);
WEEKDAYS['tues'] = 2;
WEEKDAYS['thur'] = 4;
WEEKDAYS['thurs'] = 4;

export const getMonth = (word: string | undefined): number | undefined =>
  word !== undefined && Object.hasOwn(SHORT_MONTHS, word) ? SHORT_MONTHS[word] : undefined;
/** "Sat" and "sun" are also ordinary words, so callers check the word before. */
export const getWeekday = (word: string | undefined): number | undefined =>
  word !== undefined && Object.hasOwn(WEEKDAYS, word) ? WEEKDAYS[word] : undefined;

export const same = (span: Span, rest: Partial<Time> = {}): Time => ({
  past: span,
  future: span,
  isDay: false,
  ...rest,
});
export const dayTime = (day: DayNumber, words?: string): Time =>
  same({ from: day, to: day }, { isDay: true, ...(words && { words }) });

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Adds a number of units. Months keep the date. */
export function addUnits(day: DayNumber, unit: Unit, count: number): DayNumber {
  if (unit === 'day') return day + count;
  if (unit === 'week') return day + 7 * count;
  return addMonths(day, count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12));
}

/** Returns the full unit that contains a day. Weeks start on Monday, as in the search. */
export function unitAround(day: DayNumber, unit: Unit): Span {
  const { year, month } = getDate(day);
  if (unit === 'day') return { from: day, to: day };
  if (unit === 'week') {
    const monday = day - ((weekday(day) + 6) % 7);
    return { from: monday, to: monday + 6 };
  }
  if (unit === 'month') return { from: getDay(year, month, 1), to: lastDayOfMonth(day) };
  if (unit === 'year') return { from: getDay(year, 1, 1), to: getDay(year, 12, 31) };
  return getQuarter(year, Math.ceil(month / 3));
}

/** Returns the unit that a period is a full one of. */
export const findWholeUnit = (from: DayNumber, to: DayNumber) =>
  (['week', 'month', 'quarter', 'year'] as const).find((unit) => {
    const whole = unitAround(from, unit);
    return whole.from === from && whole.to === to;
  });

export function getQuarter(year: number, quarter: number): Span {
  const last = getDay(year, quarter * 3, 1);
  return { from: getDay(year, quarter * 3 - 2, 1), to: lastDayOfMonth(last) };
}

/** Returns a month with its year, or the last started one or the next one that hasn't ended. */
export function monthTime(month: number, year: number | null, today: DayNumber): Time {
  const span = (inYear: number): Span => {
    const first = getDay(inYear, month, 1);
    return { from: first, to: lastDayOfMonth(first) };
  };
  if (year !== null) return same(span(year));
  const now = getDate(today);
  return {
    past: span(now.year - (month > now.month ? 1 : 0)),
    future: span(now.year + (month < now.month ? 1 : 0)),
    isDay: false,
    isBare: true,
  };
}

/** Returns a date with its year, or the last or next one; null for February 31. */
export function dateTime(month: number, date: number, year: number | null, today: DayNumber): Time | null {
  const now = getDate(today).year;
  const inYear = (which: number) => {
    const isThere = date >= 1 && date <= daysInMonth(which, month);
    return isThere ? getDay(which, month, date) : null;
  };
  if (year !== null) {
    const day = inYear(year);
    return day === null ? null : dayTime(day);
  }
  const past = [now, now - 1, now - 2, now - 3, now - 4]
    .map(inYear)
    .find((day) => day !== null && day <= today);
  const future = [now, now + 1, now + 2, now + 3, now + 4]
    .map(inYear)
    .find((day) => day !== null && day >= today);
  if (past == null || future == null) return null;
  return {
    past: { from: past, to: past },
    future: { from: future, to: future },
    isDay: true,
    isBare: true,
  };
}

/** "The 15th": the last or the next one. */
export function dateOfMonthTime(date: number, today: DayNumber): Time | null {
  if (date < 1 || date > 31) return null;
  const on = (months: number) => {
    const { year, month } = getDate(addMonths(getDay(getDate(today).year, getDate(today).month, 1), months));
    return date <= daysInMonth(year, month) ? getDay(year, month, date) : null;
  };
  const past = [0, -1, -2].map(on).find((day) => day !== null && day <= today);
  const future = [0, 1, 2].map(on).find((day) => day !== null && day >= today);
  if (past == null || future == null) return null;
  return { past: { from: past, to: past }, future: { from: future, to: future }, isDay: true, isBare: true };
}

/** "Friday": the last one before today, or the next one after it. */
export function weekdayTime(which: number, today: DayNumber): Time {
  const ahead = (which - weekday(today) + 7) % 7 || 7;
  const behind = (weekday(today) - which + 7) % 7 || 7;
  const [past, future] = [today - behind, today + ahead];
  return { past: { from: past, to: past }, future: { from: future, to: future }, isDay: true, isBare: true };
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** Formats a period for a sentence. */
export function formatSpan({ from, to }: Span, today: DayNumber): string {
  if (from === null && to === null) return 'over all time';
  const formatDay = (day: DayNumber) => formatTextDate(dayText(day), dayText(today));
  if (from === null) return `until ${formatDay(to ?? today)}`;
  if (to === null) return `since ${formatDay(from)}`;
  const { year, month } = getDate(from);
  const soFar = from <= today && to > today ? ' so far' : '';
  if (from === to) return from === today ? 'today' : `on ${formatDay(from)}`;
  if (isUnit({ from, to }, 'month')) return `in ${MONTHS[month - 1]} ${year}${soFar}`;
  if (isUnit({ from, to }, 'year')) return `in ${year}${soFar}`;
  if (isUnit({ from, to }, 'quarter'))
    return `in the ${QUARTERS[Math.floor(month / 3)]} quarter of ${year}${soFar}`;
  return `from ${formatDay(from)} to ${formatDay(to)}`;
}

function isUnit({ from, to }: { from: DayNumber; to: DayNumber }, unit: Unit): boolean {
  const around = unitAround(from, unit);
  return around.from === from && around.to === to;
}

export function getPeriod(span: Span, today: DayNumber): Period {
  return {
    from: span.from === null ? null : dayText(span.from),
    to: span.to === null ? null : dayText(span.to),
    words: formatSpan(span, today),
  };
}
