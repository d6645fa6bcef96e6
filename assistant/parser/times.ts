import * as chrono from 'chrono-node/en';
import { addMonths, type DayNumber, getDate } from '../../engine/calendar/calendar.ts';
import { addUnits, type Span, type Unit, unitAround } from '../../engine/calendar/periods.ts';
import { getCount } from './amounts.ts';
import { dateOfMonthTime, dateTime, type Time, toDay, toTime } from './days.ts';
import type { Token } from './text.ts';
import {
  durationAt,
  getOrdinal,
  getYear,
  phraseTimeAt,
  type TimeAt,
  type TimeContext,
  yearTime,
} from './time-phrases.ts';

/** Parses all written dates in a message: `3 October`, `Oct 3rd, 2026`, `10/04/2026`, `3 to 10 October`. */
export function findDates(text: string, today: DayNumber): TimeContext['dates'] {
  const { year, month, date } = getDate(today);
  const reference = { instant: new Date(Date.UTC(year, month - 1, date, 12)), timezone: 0 };
  return chrono.strict.parse(text, reference).flatMap(({ index, text, start, end }) => {
    const isDate = start.isCertain('day') && start.isCertain('month') && /\d/.test(text);
    if (!isDate || /^(?:in|\d+ \D+ago)/i.test(text)) return [];
    const toTime = (part: typeof start) => {
      const inYear = part.isCertain('year') || start.isCertain('year') ? part.get('year') : null;
      return dateTime(part.get('month') ?? 1, part.get('day') ?? 1, inYear, today);
    };
    const [first, last] = [toTime(start), end ? toTime(end) : null];
    const time = first && last ? joinTimes(first, last) : first;
    return time ? [{ start: index, end: index + text.length, time }] : [];
  });
}

/** Joins two times into a range. If the end has no year, it is the next such date after the start. */
function joinTimes(first: Time, last: Time): Time | null {
  const past = { from: first.past.from, to: last.past.to };
  if (isReversed(past)) {
    if (!first.isYearUnstated && !last.isYearUnstated) return null;
    // In "November to February", November is in the previous year.
    if (first.isYearUnstated) past.from = addYears(past.from, -1);
    if (isReversed(past)) past.to = addYears(past.to, 1);
  }
  const future = { from: first.future.from, to: last.future.to };
  if (isReversed(future)) future.to = addYears(future.to, 1);
  return { past, future, isDay: false };
}

const isReversed = ({ from, to }: Span) => from !== null && to !== null && from > to;
const addYears = (day: DayNumber | null, years: number) => (day === null ? null : addMonths(day, 12 * years));

/** Returns the time at a token, including its preposition, or null if there is none. */
export function timeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeAt | null {
  return rangeAt(tokens, at, context) ?? boundAt(tokens, at, context) ?? plainAt(tokens, at, context, false);
}

/** Parses a range: "between X and Y", "from X to Y", "X to Y". */
function rangeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeAt | null {
  const opener = tokens[at]?.text ?? '';
  const isOpened = opener === 'between' || opener === 'from';
  const begin = at + (isOpened ? 1 : 0);
  const first = plainAt(tokens, begin, context, isOpened);
  const date = isOpened ? (getOrdinal(tokens[begin]?.text) ?? getCount(tokens[begin]?.text)) : undefined;
  if (!first && date === undefined) return null;
  const joint = begin + (first?.length ?? 1);
  const conjunctions = opener === 'between' ? ['and'] : ['to', 'until', 'till', 'through', 'thru'];
  if (!conjunctions.includes(tokens[joint]?.text ?? '')) return null;
  const last = plainAt(tokens, joint + 1, context, true);
  if (!last) return null;
  const start = first?.time ?? getDateInMonth(date ?? 0, last.time, context.today);
  const time = start && joinTimes(start, last.time);
  return time ? { time, length: joint + 1 + last.length - at } : null;
}

/** Returns the date of a lone day number in a range, such as the 3rd in "between 3 and 10 October". */
function getDateInMonth(date: number, { past, future }: Time, today: DayNumber): Time | null {
  const inMonth = (end: DayNumber | null) =>
    end === null ? null : dateTime(getDate(end).month, date, getDate(end).year, today);
  const [before, after] = [inMonth(past.to), inMonth(future.to)];
  return before && after ? { past: before.past, future: after.past, isDay: true } : null;
}

/**
 * Maps each preposition to a function that returns the period after it. For example, the period for "since
 * March" has no end.
 */
const BOUNDS: Readonly<Record<string, (span: Span) => Span>> = {
  since: ({ from }) => ({ from, to: null }),
  from: ({ from }) => ({ from, to: null }),
  starting: ({ from }) => ({ from, to: null }),
  after: ({ to }) => ({ from: to === null ? null : to + 1, to: null }),
  before: ({ from }) => ({ from: null, to: from === null ? null : from - 1 }),
  until: ({ to }) => ({ from: null, to }),
  till: ({ to }) => ({ from: null, to }),
  by: (span) => span,
  within: (span) => span,
};

/** Parses a time with a preposition: "since X", "until X", "before X", "by X". */
function boundAt(tokens: readonly Token[], at: number, context: TimeContext): TimeAt | null {
  const [opener = '', next = ''] = tokens.slice(at, at + 2).map(({ text }) => text);
  const bound = Object.hasOwn(BOUNDS, opener) ? BOUNDS[opener] : undefined;
  if (!bound) return prepositionAt(tokens, at, context);
  const lead = opener === 'starting' && (next === 'from' || next === 'on') ? 2 : 1;
  const plain = plainAt(tokens, at + lead, context, true);
  if (!plain) return null;
  const { time } = plain;
  const length = plain.length + lead;
  // "Before the end of the month" includes its last day.
  const isEnd = opener === 'before' && tokens.slice(at, at + 3).some(({ text }) => text === 'end');
  if (opener === 'by' || opener === 'within' || isEnd) return { time: { ...time, text: undefined }, length };
  // "From last week" means only that week, but "from October 3" means from that day on.
  if (opener === 'from' && !time.isDay) return { time, length };
  const isStart = opener === 'from' || opener === 'starting';
  return {
    time: {
      past: bound(time.past),
      future: isStart ? time.future : bound(time.future),
      isDay: isStart && time.isDay,
      isYearUnstated: time.isYearUnstated ?? false,
    },
    length,
  };
}

const PREPOSITIONS = new Set('in on for during of at over through throughout come'.split(' '));

function prepositionAt(tokens: readonly Token[], at: number, context: TimeContext): TimeAt | null {
  const [opener = '', next = '', third = ''] = tokens.slice(at, at + 3).map(({ text }) => text);
  if (!PREPOSITIONS.has(opener)) return null;
  const skipped = next === 'about' || next === 'another' ? 2 : 1;
  const duration = opener === 'in' ? durationAt(tokens, at + skipped) : null;
  const after = duration && tokens[at + skipped + duration.length]?.text;
  if (duration && after !== 'ago') {
    const { count, unit, vague } = duration;
    const time = toDay(addUnits(context.today, unit, count), vague ? { vague } : {});
    return { time, length: skipped + duration.length + (after === 'time' ? 1 : 0) };
  }
  // "For the month" is the current month, but "the 1st of the month" has no period of its own.
  if (
    /^(?:for|in|over|during)$/.test(opener) &&
    next === 'the' &&
    /^(?:week|month|quarter|year)$/.test(third) &&
    !/^(?:of|before|after|ahead|\d.*)$/.test(tokens[at + 3]?.text ?? '')
  )
    return { time: toTime(unitAround(context.today, third as Unit)), length: 3 };
  const year = getYear(next);
  if (year !== null && third !== 'dollars' && third !== 'euros') return { time: yearTime(year), length: 2 };
  const plain = plainAt(tokens, at + 1, context, true);
  if (plain) return { ...plain, length: plain.length + 1 };
  const article = next === 'the' ? 2 : 1;
  const date = opener === 'on' ? getOrdinal(tokens[at + article]?.text) : undefined;
  const time = date === undefined ? null : dateOfMonthTime(date, context.today);
  return time && { time, length: article + 1 };
}

/** Parses a time after its preposition. `isLed` is true if there was a preposition. */
function plainAt(tokens: readonly Token[], at: number, context: TimeContext, isLed: boolean): TimeAt | null {
  const article = tokens[at]?.text === 'the' ? 1 : 0;
  const begin = tokens[at + article]?.start;
  const written = context.dates.find(({ start }) => start === begin);
  if (!written) return phraseTimeAt(tokens, at, { ...context, isLed });
  const length = tokens.slice(at).filter(({ start }) => start < written.end).length;
  return { time: written.time, length };
}
