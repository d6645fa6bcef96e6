import {
  addDays,
  addMonths,
  addQuarters,
  addWeeks,
  addYears,
  endOfMonth,
  endOfQuarter,
  endOfWeek,
  endOfYear,
  format,
  isValid,
  parseISO,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
} from 'date-fns';

/** Days, `yyyy-MM-dd`, both included; null for no bound. */
export type Span = { from: string | null; to: string | null };

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WEEK = { weekStartsOn: 1 } as const;

const UNITS = {
  day: { add: addDays, first: (day: Date) => day, last: (day: Date) => day },
  week: {
    add: addWeeks,
    first: (day: Date) => startOfWeek(day, WEEK),
    last: (day: Date) => endOfWeek(day, WEEK),
  },
  month: { add: addMonths, first: startOfMonth, last: endOfMonth },
  quarter: { add: addQuarters, first: startOfQuarter, last: endOfQuarter },
  year: { add: addYears, first: startOfYear, last: endOfYear },
} as const;
type Unit = keyof typeof UNITS;

/** Completion suggestions. */
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
] as const;

/**
 * Parses a date expression relative to a day (`yyyy-MM-dd`): `2026-05-14`, `2026-05`, `2026`, `2026-q2`,
 * `june`, `june 2025`, `today`, `last quarter`, `last-30-days`, `3 months ago`, and ranges with `..`. Null
 * for other text.
 */
export function getSpan(words: string, today: string): Span | null {
  const ends = words.split('..');
  if (ends.length > 2) return null;
  const [first = '', last] = ends;
  if (last === undefined) return simpleSpan(first, today);
  if (first.trim() === '' && last.trim() === '') return null;
  const from = first.trim() === '' ? { from: null } : simpleSpan(first, today);
  const to = last.trim() === '' ? { to: null } : simpleSpan(last, today);
  if (!from || !to || (from.from && to.to && from.from > to.to)) return null;
  return { from: from.from, to: to.to };
}

function simpleSpan(words: string, today: string): Span | null {
  const phrase = words
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return calendarSpan(phrase) ?? monthSpan(phrase, today) ?? relativeSpan(phrase, parseISO(today));
}

/** Days, months, quarters and years as numbers. */
function calendarSpan(phrase: string): Span | null {
  const [, year, month, date] = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(phrase) ?? [];
  if (year) {
    const day = parseISO(`${year}-${(month ?? '1').padStart(2, '0')}-${(date ?? '1').padStart(2, '0')}`);
    if (!isValid(day)) return null;
    return spanAround(day, date ? 'day' : month ? 'month' : 'year');
  }
  const [, quarterYear, quarter] = /^(\d{4})-?q([1-4])$/.exec(phrase) ?? [];
  if (!quarterYear) return null;
  return spanAround(new Date(Number(quarterYear), Number(quarter) * 3 - 3, 1), 'quarter');
}

/** `june`, `jun`, `june-2025`: without a year, the last one that has begun. */
function monthSpan(phrase: string, today: string): Span | null {
  const [, name, year] = /^([a-z]{3,9})(?:-(\d{4}))?$/.exec(phrase) ?? [];
  const month = name ? MONTHS.findIndex((long) => long === name || long.slice(0, 3) === name) : -1;
  if (month === -1) return null;
  const present = parseISO(today);
  const inYear = present.getFullYear() - (month > present.getMonth() ? 1 : 0);
  return spanAround(new Date(year ? Number(year) : inYear, month, 1), 'month');
}

function relativeSpan(phrase: string, today: Date): Span | null {
  if (phrase === 'today') return spanAround(today, 'day');
  if (phrase === 'yesterday') return spanAround(addDays(today, -1), 'day');
  const [, which, unit] = /^(this|last|previous|next)-(week|month|quarter|year)$/.exec(phrase) ?? [];
  if (isUnit(unit)) {
    const away = which === 'this' ? 0 : which === 'next' ? 1 : -1;
    return spanAround(UNITS[unit].add(today, away), unit);
  }
  const [, number, several] = /^(?:last|past)-(\d{1,4})-(day|week|month|year)s?$/.exec(phrase) ?? [];
  if (isUnit(several))
    return { from: text(addDays(UNITS[several].add(today, -Number(number)), 1)), to: text(today) };
  const [, ago, past] = /^(\d{1,4})-(day|week|month|year)s?-ago$/.exec(phrase) ?? [];
  return isUnit(past) ? spanAround(UNITS[past].add(today, -Number(ago)), 'day') : null;
}

const isUnit = (unit: string | undefined): unit is Unit => unit !== undefined && unit in UNITS;
const text = (day: Date) => format(day, 'yyyy-MM-dd');

function spanAround(day: Date, unit: Unit): Span {
  return { from: text(UNITS[unit].first(day)), to: text(UNITS[unit].last(day)) };
}
