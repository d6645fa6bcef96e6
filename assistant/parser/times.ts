import * as chrono from 'chrono-node/en';
import { type DayNumber, getDate, getDay, lastDayOfMonth } from '../../engine/calendar/calendar.ts';
import { getCount } from './amounts.ts';
import {
  calendarAt,
  type Dated,
  getOrdinal,
  getYear,
  type TimeContext,
  type TimeRead,
  yearTime,
} from './calendar.ts';
import { addUnits, dateOfMonthTime, dateTime, dayTime, type Time } from './days.ts';
import { durationAt, namedAt, relativeAt } from './relative-days.ts';
import type { Token } from './text.ts';

/** Parses written dates, once per text: `3 October`, `Oct 3rd, 2026`, `10/04/2026`, `3 to 10 October`. */
export function findDates(text: string, today: DayNumber): Dated[] {
  const { year, month, date } = getDate(today);
  const reference = { instant: new Date(Date.UTC(year, month - 1, date, 12)), timezone: 0 };
  return chrono.strict.parse(text, reference).flatMap(({ index, text: words, start, end }) => {
    if (
      !start.isCertain('day') ||
      !start.isCertain('month') ||
      !/\d/.test(words) ||
      /^(?:in|\d+ \D+ago)/i.test(words)
    )
      return [];
    const read = (part: typeof start) => {
      const inYear = part.isCertain('year') || start.isCertain('year') ? part.get('year') : null;
      return dateTime(part.get('month') ?? 1, part.get('day') ?? 1, inYear, today);
    };
    const [first, last] = [read(start), end ? read(end) : null];
    const time = first && last ? between(first, last) : first;
    return time ? [{ start: index, end: index + words.length, time }] : [];
  });
}

/** Joins two times to a range. An end without a year is after the start. */
export function between(first: Time, last: Time): Time | null {
  const past = { from: first.past.from, to: last.past.to };
  if (past.from !== null && past.to !== null && past.from > past.to) {
    if (!first.isBare && !last.isBare) return null;
    // "November to February" starts a year earlier.
    past.from = first.isBare ? yearsAway(past.from, -1) : past.from;
    if (past.from > past.to) past.to = yearsAway(past.to, 1);
  }
  const future = { from: first.future.from, to: last.future.to };
  if (future.from !== null && future.to !== null && future.from > future.to)
    future.to = yearsAway(future.to, 1);
  return { past, future, isDay: false };
}

const yearsAway = (day: DayNumber, years: number): DayNumber => {
  const { year, month, date } = getDate(day);
  const first = getDay(year + years, month, 1);
  return Math.min(first + date - 1, lastDayOfMonth(first));
};

type Words = (offset: number) => string | undefined;

/** Returns the time at a token with its preposition; null without one. */
export function timeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const word: Words = (offset) => tokens[at + offset]?.text;
  return (
    rangeAt(tokens, at, context) ?? openAt(tokens, at, context, word) ?? plainAt(tokens, at, context, false)
  );
}

/** "between X and Y", "from X to Y", "X to Y", "X - Y". */
function rangeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const opener = tokens[at]?.text;
  const isOpened = opener === 'between' || opener === 'from';
  const begin = at + (isOpened ? 1 : 0);
  const first =
    plainAt(tokens, begin, context, isOpened) ?? (isOpened ? bareDateAt(tokens, begin, context) : null);
  if (!first) return null;
  const joint = begin + first.length;
  const joined = tokens[joint]?.text;
  const isJoined =
    opener === 'between'
      ? joined === 'and'
      : ['to', 'until', 'till', 'through', 'thru'].includes(joined ?? '');
  if (!isJoined) return null;
  const last = plainAt(tokens, joint + 1, context, true);
  if (!last) return null;
  const start = 'date' in first ? getInMonth(first.date, last.time, context.today) : first.time;
  const time = start && between(start, last.time);
  return time ? { time, length: joint + 1 + last.length - at } : null;
}

function bareDateAt(tokens: readonly Token[], at: number, _context: TimeContext) {
  const date = getOrdinal(tokens[at]?.text) ?? getCount(tokens[at]?.text);
  const isDate = date !== undefined && date >= 1 && date <= 31;
  return isDate ? { date, length: 1 } : null;
}

/** The 3rd of "between 3 and 10 October". */
function getInMonth(date: number, { past, future }: Time, today: DayNumber): Time | null {
  const on = (end: DayNumber | null) =>
    end === null ? null : dateTime(getDate(end).month, date, getDate(end).year, today);
  const [before, after] = [on(past.to), on(future.to)];
  return before && after ? { past: before.past, future: after.past, isDay: true } : null;
}

/** "since X", "until X", "before X", "after X", "by X", "in X", "on X", "for X", "during X", "of X". */
function openAt(tokens: readonly Token[], at: number, context: TimeContext, word: Words): TimeRead | null {
  const opener = word(0) ?? '';
  const length =
    opener === 'starting' || opener === 'beginning' ? (word(1) === 'from' || word(1) === 'on' ? 2 : 1) : 1;
  const sides = ['since', 'after', 'until', 'till', 'before', 'by', 'from', 'starting', 'within'];
  if (!sides.includes(opener)) return prepositionAt(tokens, at, context, opener);
  const read = plainAt(tokens, at + length, context, true);
  if (!read) return null;
  const { time } = read;
  const bound = (change: (span: { from: DayNumber | null; to: DayNumber | null }) => Time['past']): Time => ({
    past: change(time.past),
    future: change(time.future),
    isDay: false,
    isBare: time.isBare ?? false,
  });
  const all = read.length + length;
  // "Before the end of the month" includes its last day.
  if (
    opener === 'by' ||
    opener === 'within' ||
    (opener === 'before' && tokens.slice(at, at + 3).some(({ text }) => text === 'end'))
  )
    return { time: { ...time, words: undefined }, length: all };
  if (opener === 'since' || opener === 'from' || opener === 'starting') {
    // "From last week" means that week, but "from October 3" means since then.
    if (opener === 'from' && !time.isDay) return { time, length: all };
    const open = bound(({ from }) => ({ from, to: null }));
    return {
      time: {
        ...open,
        isDay: opener !== 'since' && time.isDay,
        future: opener === 'since' ? open.future : time.future,
      },
      length: all,
    };
  }
  if (opener === 'after')
    return { time: bound(({ to }) => ({ from: to === null ? null : to + 1, to: null })), length: all };
  if (opener === 'before')
    return { time: bound(({ from }) => ({ from: null, to: from === null ? null : from - 1 })), length: all };
  return { time: bound(({ to }) => ({ from: null, to })), length: all };
}

const PREPOSITIONS = new Set([
  'in',
  'on',
  'for',
  'during',
  'of',
  'at',
  'over',
  'through',
  'throughout',
  'come',
]);

function prepositionAt(
  tokens: readonly Token[],
  at: number,
  context: TimeContext,
  opener: string,
): TimeRead | null {
  if (!PREPOSITIONS.has(opener)) return null;
  const next = tokens[at + 1]?.text;
  if (opener === 'in' || opener === 'over') {
    const skip = next === 'about' || next === 'another' ? 2 : 1;
    const ahead = durationAt(tokens, at + skip);
    if (ahead && opener === 'in' && tokens[at + skip + ahead.length]?.text !== 'ago')
      return {
        time: {
          ...dayTime(addUnits(context.today, ahead.unit, ahead.count)),
          ...(ahead.vague && { vague: ahead.vague }),
        },
        length: skip + ahead.length + (tokens[at + skip + ahead.length]?.text === 'time' ? 1 : 0),
      };
  }
  const year = getYear(next);
  if (year !== null && tokens[at + 2]?.text !== 'dollars' && tokens[at + 2]?.text !== 'euros')
    return { time: yearTime(year), length: 2 };
  const read = plainAt(tokens, at + 1, context, true);
  if (read) return { ...read, length: read.length + 1 };
  const article = next === 'the' ? 2 : 1;
  const date = getOrdinal(tokens[at + article]?.text);
  const time = opener === 'on' && date !== undefined ? dateOfMonthTime(date, context.today) : null;
  return time ? { time, length: article + 1 } : null;
}

/** Parses a time without its preposition; `isLed` if there was one, so that "may" is a month. */
function plainAt(
  tokens: readonly Token[],
  at: number,
  context: TimeContext,
  isLed: boolean,
): TimeRead | null {
  const token = tokens[at];
  if (!token) return null;
  const written = token.text === 'the' ? writtenAt(tokens, at + 1, context) : null;
  if (written) return { ...written, length: written.length + 1 };
  return (
    writtenAt(tokens, at, context) ??
    namedAt(tokens, at, context) ??
    relativeAt(tokens, at, context) ??
    calendarAt(tokens, at, context, isLed)
  );
}

function writtenAt(tokens: readonly Token[], at: number, { dates }: TimeContext): TimeRead | null {
  const token = tokens[at];
  const dated = token && dates.find(({ start }) => start === token.start);
  if (!dated) return null;
  const length = tokens.slice(at).filter(({ start }) => start < dated.end).length;
  return { time: dated.time, length };
}
