import { type DayNumber, daysInMonth, dayText, getDate, getDay, parseDay } from '../calendar/calendar.ts';
import { MONTHS } from '../calendar/format-date.ts';
import * as periods from '../calendar/periods.ts';

/** Inclusive days in the format `yyyy-MM-dd`. Null means no limit. */
export type Span = { from: string | null; to: string | null };

const MONTH_NAMES = MONTHS.map((name) => name.toLowerCase());

/** The date expressions that the search box suggests for completion. */
export const DAY_WORDS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'last-30-days',
  'last-90-days',
];

/**
 * Parses a date expression relative to a day (`yyyy-MM-dd`): `2026-05-14`, `2026-05`, `2026`, `2026-q2`,
 * `june`, `june 2025`, `today`, `last quarter`, `last-30-days`, `3 months ago`, and ranges with `..`. Returns
 * null for other text.
 */
export function getSpan(text: string, today: string): Span | null {
  const ends = text.split('..');
  if (ends.length > 2) return null;
  const [first = '', last] = ends;
  const day = parseDay(today);
  const getEnd = (end: string) => (end.trim() === '' ? { from: null, to: null } : simpleSpan(end, day));
  if (last !== undefined && first.trim() === '' && last.trim() === '') return null;
  const start = last === undefined ? simpleSpan(first, day) : getEnd(first);
  const end = last === undefined ? start : getEnd(last);
  if (!start || !end || (start.from !== null && end.to !== null && start.from > end.to)) return null;
  return { from: toText(start.from), to: toText(end.to) };
}

const toText = (day: DayNumber | null) => (day === null ? null : dayText(day));

function simpleSpan(text: string, today: DayNumber): periods.Span | null {
  const phrase = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return calendarSpan(phrase) ?? monthSpan(phrase, today) ?? relativeSpan(phrase, today);
}

/** Parses days, months, quarters, and years in digits. */
function calendarSpan(phrase: string): periods.Span | null {
  const [, year, month, date] = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(phrase) ?? [];
  if (year) {
    const parts = [Number(year), Number(month ?? 1), Number(date ?? 1)] as const;
    if (!isDate(...parts)) return null;
    return periods.unitAround(getDay(...parts), date ? 'day' : month ? 'month' : 'year');
  }
  const [, quarterYear, quarter] = /^(\d{4})-?q([1-4])$/.exec(phrase) ?? [];
  return quarterYear ? periods.getQuarter(Number(quarterYear), Number(quarter)) : null;
}

const isDate = (year: number, month: number, date: number) =>
  month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);

/**
 * Parses `june`, `jun`, or `june-2025`. If there is no year, returns the most recent month of that name that
 * has started.
 */
function monthSpan(phrase: string, today: DayNumber): periods.Span | null {
  const [, name, year] = /^([a-z]{3,9})(?:-(\d{4}))?$/.exec(phrase) ?? [];
  const month = name ? MONTH_NAMES.findIndex((long) => long === name || long.slice(0, 3) === name) + 1 : 0;
  if (month === 0) return null;
  const present = getDate(today);
  const inYear = present.year - (month > present.month ? 1 : 0);
  return periods.unitAround(getDay(year ? Number(year) : inYear, month, 1), 'month');
}

function relativeSpan(phrase: string, today: DayNumber): periods.Span | null {
  if (phrase === 'today') return { from: today, to: today };
  if (phrase === 'yesterday') return { from: today - 1, to: today - 1 };
  const [, which, unit] = /^(this|last|previous|next)-(week|month|quarter|year)$/.exec(phrase) ?? [];
  if (unit) {
    const away = which === 'this' ? 0 : which === 'next' ? 1 : -1;
    return periods.shiftUnit(today, unit as periods.Unit, away);
  }
  const [, number, several] = /^(?:last|past)-(\d{1,4})-(day|week|month|year)s?$/.exec(phrase) ?? [];
  if (several)
    return { from: periods.addUnits(today, several as periods.Unit, -Number(number)) + 1, to: today };
  const [, ago, past] = /^(\d{1,4})-(day|week|month|year)s?-ago$/.exec(phrase) ?? [];
  return past ? periods.unitAround(periods.addUnits(today, past as periods.Unit, -Number(ago)), 'day') : null;
}
