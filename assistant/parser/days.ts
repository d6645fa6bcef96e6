import {
  type DayNumber,
  daysInMonth,
  dayText,
  getDate,
  getDay,
  parseDay,
  weekday,
} from '../../engine/calendar/calendar.ts';
import { formatTextDate, MONTHS } from '../../engine/calendar/format-date.ts';
import {
  findWholeUnit,
  getQuarter,
  type Span,
  shiftUnit,
  unitAround,
} from '../../engine/calendar/periods.ts';
import type { Period } from '../intent.ts';

/**
 * The time direction of a sentence. "In March" means last March in "what did I spend" and next March in "can
 * I afford".
 */
export type Tense = 'past' | 'future';

/** A parsed period. If a date has no year, `past` and `future` differ and the tense decides between them. */
export type Time = {
  past: Span;
  future: Span;
  /** True for a single day. */
  isDay: boolean;
  /** A relative expression such as "today", to use instead of a calendar date. */
  text?: string;
  /** The assumed number for a vague phrase such as "the last few months". */
  vague?: string;
  /** True if the year was unstated and ambiguous. */
  isYearUnstated?: boolean;
};

export const toTime = (span: Span, details: Partial<Time> = {}): Time => ({
  past: span,
  future: span,
  isDay: false,
  ...details,
});

const toSpan = (day: DayNumber): Span => ({ from: day, to: day });

export const toDay = (day: DayNumber, details: Partial<Time> = {}): Time =>
  toTime(toSpan(day), { isDay: true, ...details });

/**
 * Chooses the period for each tense. `past` is the last candidate that has started, and `future` is the first
 * candidate that hasn't ended. The candidates are in chronological order.
 */
function chooseByTense(candidates: readonly (Span | null)[], today: DayNumber): Time | null {
  const past = candidates.findLast((span) => span?.from != null && span.from <= today);
  const future = candidates.find((span) => span?.to != null && span.to >= today);
  return past && future ? { past, future, isDay: past.from === past.to, isYearUnstated: true } : null;
}

/**
 * Returns a period in the given year. If the year is null, `past` is the last such period that has started,
 * and `future` is the next one that hasn't ended, both within `most` years of the current year. Returns null
 * if there is no such period.
 */
export function getTimeInYear(
  year: number | null,
  today: DayNumber,
  spanIn: (year: number) => Span | null,
  most = 1,
): Time | null {
  if (year === null) {
    const years = Array.from({ length: 2 * most + 1 }, (_, index) => getDate(today).year - most + index);
    return chooseByTense(years.map(spanIn), today);
  }
  const span = spanIn(year);
  return span && toTime(span, { isDay: span.from === span.to });
}

export const monthTime = (month: number, year: number | null, today: DayNumber) =>
  getTimeInYear(year, today, (which) => unitAround(getDay(which, month, 1), 'month'));

export const quarterTime = (quarter: number, year: number | null, today: DayNumber) =>
  getTimeInYear(year, today, (which) => getQuarter(which, quarter));

/** Returns the time of a date. Returns null for invalid dates such as February 31. */
export function dateTime(month: number, date: number, year: number | null, today: DayNumber): Time | null {
  const inYear = (which: number) =>
    date >= 1 && date <= daysInMonth(which, month) ? toSpan(getDay(which, month, date)) : null;
  return getTimeInYear(year, today, inYear, 4);
}

/** Returns the last and the next occurrence of a day of the month. */
export function dateOfMonthTime(date: number, today: DayNumber): Time | null {
  const candidates = [-2, -1, 0, 1, 2].map((months) => {
    const { from, to } = shiftUnit(today, 'month', months);
    const day = (from ?? today) + date - 1;
    return date >= 1 && day <= (to ?? day) ? toSpan(day) : null;
  });
  return chooseByTense(candidates, today);
}

/** Returns the last occurrence of a weekday before today and the next one after today. */
export function weekdayTime(which: number, today: DayNumber): Time {
  const ahead = (which - weekday(today) + 7) % 7 || 7;
  const behind = (weekday(today) - which + 7) % 7 || 7;
  return { past: toSpan(today - behind), future: toSpan(today + ahead), isDay: true, isYearUnstated: true };
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** Formats a period for a sentence. */
function formatSpan({ from, to }: Span, today: DayNumber): string {
  const formatDay = (day: DayNumber) => formatTextDate(dayText(day), dayText(today));
  if (from === null) return to === null ? 'over all time' : `until ${formatDay(to)}`;
  if (to === null) return `since ${formatDay(from)}`;
  if (from === to) return from === today ? 'today' : `on ${formatDay(from)}`;
  const { year, month } = getDate(from);
  const soFar = from <= today && to > today ? ' so far' : '';
  switch (findWholeUnit(from, to)) {
    case 'month':
      return `in ${MONTHS[month - 1]} ${year}${soFar}`;
    case 'year':
      return `in ${year}${soFar}`;
    case 'quarter':
      return `in the ${QUARTERS[Math.floor(month / 3)]} quarter of ${year}${soFar}`;
    default:
      return `from ${formatDay(from)} to ${formatDay(to)}`;
  }
}

/**
 * Begins a period such as "the last 4 months" with a whole month, so that a list by month has four: 4 months until
 * November 28 begin on August 1. Keeps periods of stated days.
 */
export function toWholeMonths<Stated extends Period>(period: Stated, today: DayNumber): Stated {
  if (!/^in the (?:last|past) .*\bmonths?\b/.test(period.text) || !period.from || !period.to) return period;
  const [from, to] = [parseDay(period.from), parseDay(period.to)];
  if (getDate(from).date === 1 || to < today) return period;
  const start = (unitAround(from, 'month').to ?? from) + 1;
  return start > today ? period : { ...period, ...getPeriod({ from: start, to }, today) };
}

export const getPeriod = ({ from, to }: Span, today: DayNumber): Period => ({
  from: from === null ? null : dayText(from),
  to: to === null ? null : dayText(to),
  text: formatSpan({ from, to }, today),
});
