import * as chrono from 'chrono-node/en';
import { type DayNumber, dateOf, dayOf, lastDayOfMonth, parseDay } from '../engine/calendar.ts';
import { countOf } from './understand-amounts.ts';
import {
  addUnits,
  dateOfMonthTime,
  dateTime,
  dayTime,
  monthOf,
  monthTime,
  quarterOf,
  same,
  type Time,
  type Unit,
  unitAround,
  weekdayOf,
  weekdayTime,
} from './understand-days.ts';
import type { Token } from './understand-text.ts';

export type TimeRead = { time: Time; length: number };
export type TimeContext = { today: DayNumber; payday: DayNumber | null; dates: readonly Dated[] };

/** A date that stands in the text with its day and month: those chrono reads. */
type Dated = { start: number; end: number; time: Time };

/** Dates written out, once for a text: `3 October`, `Oct 3rd, 2026`, `10/04/2026`, `3 to 10 October`. */
export function datesIn(text: string, today: DayNumber): Dated[] {
  const { year, month, date } = dateOf(today);
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

/** From one time to another; a bare end takes the year that makes it come after. */
export function between(first: Time, last: Time): Time | null {
  const past = { from: first.past.from, to: last.past.to };
  if (past.from !== null && past.to !== null && past.from > past.to) {
    if (!first.isBare && !last.isBare) return null;
    // "November to February" began a year before its end.
    past.from = first.isBare ? yearsAway(past.from, -1) : past.from;
    if (past.from > past.to) past.to = yearsAway(past.to, 1);
  }
  const future = { from: first.future.from, to: last.future.to };
  if (future.from !== null && future.to !== null && future.from > future.to)
    future.to = yearsAway(future.to, 1);
  return { past, future, isDay: false };
}

const yearsAway = (day: DayNumber, years: number): DayNumber => {
  const { year, month, date } = dateOf(day);
  const first = dayOf(year + years, month, 1);
  return Math.min(first + date - 1, lastDayOfMonth(first));
};

const UNIT_WORDS: Record<string, Unit> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  wk: 'week',
  wks: 'week',
  month: 'month',
  months: 'month',
  mth: 'month',
  mths: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  year: 'year',
  years: 'year',
  yr: 'year',
  yrs: 'year',
};
export const unitOf = (word: string | undefined): Unit | undefined =>
  word !== undefined && Object.hasOwn(UNIT_WORDS, word) ? UNIT_WORDS[word] : undefined;

type Words = (offset: number) => string | undefined;

/** The time that begins at a token, with "from", "since" and the like before it; null when none does. */
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
  const start = 'date' in first ? inMonthOf(first.date, last.time, context.today) : first.time;
  const time = start && between(start, last.time);
  return time ? { time, length: joint + 1 + last.length - at } : null;
}

function bareDateAt(tokens: readonly Token[], at: number, _context: TimeContext) {
  const date = ordinalOf(tokens[at]?.text) ?? countOf(tokens[at]?.text);
  const isDate = date !== undefined && date >= 1 && date <= 31;
  return isDate ? { date, length: 1 } : null;
}

/** The 3rd of "between 3 and 10 October". */
function inMonthOf(date: number, { past, future }: Time, today: DayNumber): Time | null {
  const on = (end: DayNumber | null) =>
    end === null ? null : dateTime(dateOf(end).month, date, dateOf(end).year, today);
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
  // "Before the end of the month" has its last day, too.
  if (
    opener === 'by' ||
    opener === 'within' ||
    (opener === 'before' && tokens.slice(at, at + 3).some(({ text }) => text === 'end'))
  )
    return { time: { ...time, words: undefined }, length: all };
  if (opener === 'since' || opener === 'from' || opener === 'starting') {
    // "From last week" means that week, "from October 3" all since.
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
    const ahead = countedAt(tokens, at + skip);
    if (ahead && opener === 'in' && tokens[at + skip + ahead.length]?.text !== 'ago')
      return {
        time: {
          ...dayTime(addUnits(context.today, ahead.unit, ahead.count)),
          ...(ahead.vague && { vague: ahead.vague }),
        },
        length: skip + ahead.length + (tokens[at + skip + ahead.length]?.text === 'time' ? 1 : 0),
      };
  }
  const year = yearOf(next);
  if (year !== null && tokens[at + 2]?.text !== 'dollars' && tokens[at + 2]?.text !== 'euros')
    return { time: yearTime(year), length: 2 };
  const read = plainAt(tokens, at + 1, context, true);
  if (read) return { ...read, length: read.length + 1 };
  const article = next === 'the' ? 2 : 1;
  const date = ordinalOf(tokens[at + article]?.text);
  const time = opener === 'on' && date !== undefined ? dateOfMonthTime(date, context.today) : null;
  return time ? { time, length: article + 1 } : null;
}

/** "three months", "a couple of weeks", "a fortnight". */
export function countedAt(tokens: readonly Token[], at: number) {
  const [first, second] = [tokens[at]?.text, tokens[at + 1]?.text];
  if (first === 'half' && second === 'a' && unitOf(tokens[at + 2]?.text) === 'year')
    return { count: 6, unit: 'month' as const, length: 3 };
  if (first === 'a' && second === 'fortnight') return { count: 2, unit: 'week' as const, length: 2 };
  const isFew = first === 'few' || (first === 'a' && second === 'few');
  const couple = first === 'a' && second === 'couple';
  const count = isFew ? 3 : couple ? 2 : countOf(first);
  if (count === undefined || count > 1200) return null;
  let length = isFew && first === 'a' ? 2 : couple ? 2 : 1;
  if ((couple || first === 'couple') && tokens[at + length]?.text === 'of') length += 1;
  const unit = unitOf(tokens[at + length]?.text);
  if (!unit) return null;
  return { count, unit, length: length + 1, ...(isFew && { vague: `a few ${unit}s taken as three` }) };
}

const yearTime = (year: number): Time => same({ from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) });

const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, tenth: 10 };
function ordinalOf(word: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word ?? '') ?? [];
  if (digits) return Number(digits);
  return word !== undefined && Object.hasOwn(ORDINALS, word) ? ORDINALS[word] : undefined;
}

/** A time without anything before it; `isLed` when a preposition stood there, so that "may" is a month. */
function plainAt(
  tokens: readonly Token[],
  at: number,
  context: TimeContext,
  isLed: boolean,
): TimeRead | null {
  const token = tokens[at];
  if (!token) return null;
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

/** Days that have a name. */
function namedAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const { today, payday } = context;
  const said = [0, 1, 2, 3].map((offset) => tokens[at + offset]?.text ?? '');
  const phrase = (words: string) => words.split(' ').every((word, index) => said[index] === word);
  const named = (words: string, time: Time | null): TimeRead | null =>
    time && phrase(words) ? { time, length: words.split(' ').length } : null;
  const year = dateOf(today).year;
  return (
    named('the day before yesterday', dayTime(today - 2)) ??
    named('day before yesterday', dayTime(today - 2)) ??
    named('the day after tomorrow', dayTime(today + 2)) ??
    named('day after tomorrow', dayTime(today + 2)) ??
    named('today', dayTime(today, 'today')) ??
    named('tonight', dayTime(today, 'today')) ??
    named('yesterday', dayTime(today - 1)) ??
    named('tomorrow', dayTime(today + 1)) ??
    named('all time', same({ from: null, to: null })) ??
    named('ever', same({ from: null, to: null })) ??
    named('year to date', same({ from: dayOf(year, 1, 1), to: today })) ??
    named('ytd', same({ from: dayOf(year, 1, 1), to: today })) ??
    named('month to date', same({ from: unitAround(today, 'month').from, to: today })) ??
    named('mtd', same({ from: unitAround(today, 'month').from, to: today })) ??
    named('my next payday', payday === null ? null : dayTime(payday)) ??
    named('the next payday', payday === null ? null : dayTime(payday)) ??
    named('next payday', payday === null ? null : dayTime(payday)) ??
    named('payday', payday === null ? null : dayTime(payday)) ??
    named('christmas', dateTime(12, 25, null, today)) ??
    named('new year eve', dateTime(12, 31, null, today)) ??
    named("new year 's eve", dateTime(12, 31, null, today)) ??
    named('new year', dateTime(1, 1, null, today))
  );
}

const BACK = new Set(['last', 'past', 'previous']);
const AHEAD = new Set(['next', 'coming', 'following', 'upcoming']);

/** "last month", "the last 30 days", "next three weeks", "two weeks ago", "end of next month". */
function relativeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const { today } = context;
  const article =
    tokens[at]?.text === 'the' || tokens[at]?.text === 'my' || tokens[at]?.text === 'these' ? 1 : 0;
  const which = tokens[at + article]?.text ?? '';
  const edge = edgeAt(tokens, at + article, context);
  if (edge) return { ...edge, length: edge.length + article };
  const counted = countedAt(tokens, at);
  const after = counted && tokens[at + counted.length]?.text;
  if (counted && (after === 'ago' || after === 'earlier' || after === 'back'))
    return { time: dayTime(addUnits(today, counted.unit, -counted.count)), length: counted.length + 1 };
  if (counted && (after === 'from' || after === 'later' || after === 'ahead')) {
    const isNow =
      tokens[at + counted.length + 1]?.text === 'now' || tokens[at + counted.length + 1]?.text === 'today';
    if (after !== 'from' || isNow)
      return {
        time: dayTime(addUnits(today, counted.unit, counted.count)),
        length: counted.length + (after === 'from' ? 2 : 1),
      };
  }
  const direction = BACK.has(which)
    ? -1
    : AHEAD.has(which)
      ? 1
      : which === 'this' || which === 'current'
        ? 0
        : null;
  if (direction === null) return null;
  const next = at + article + 1;
  const several = countedAt(tokens, next);
  if (several && direction !== 0) {
    const end = addUnits(today, several.unit, direction * several.count);
    const span = direction < 0 ? { from: end + 1, to: today } : { from: today, to: end };
    const words = `in the ${direction < 0 ? 'last' : 'next'} ${several.count} ${several.unit}${several.count === 1 ? '' : 's'}`;
    const { vague } = several;
    return { time: same(span, { words, ...(vague && { vague }) }), length: next + several.length - at };
  }
  const time = unitTime(tokens[next]?.text, direction, context);
  return time && { time, length: next + 1 - at };
}

/** "Month" of "last month", "Friday" of "next Friday", "March" of "this March". */
function unitTime(word: string | undefined, direction: -1 | 0 | 1, { today }: TimeContext): Time | null {
  const unit = unitOf(word);
  // "The last day" is no day but the last of something.
  if (unit === 'day') return null;
  if (unit) return same(unitAround(addUnits(unitAround(today, unit).from ?? today, unit, direction), unit));
  if (word === 'weekend' || word === 'weekends') {
    const monday = unitAround(today, 'week').from ?? today;
    const shift = direction * 7;
    return same({ from: monday + 5 + shift, to: monday + 6 + shift });
  }
  const feast = word === 'christmas' ? dateTime(12, 25, null, today) : null;
  if (feast && direction !== 0)
    return dayTime((direction < 0 ? feast.past.from : feast.future.from) ?? today);
  const day = weekdayOf(word);
  if (day !== undefined) {
    const { past, future } = weekdayTime(day, today);
    return direction < 0 ? dayTime(past.from ?? today) : dayTime(future.from ?? today);
  }
  const month = monthOf(word);
  if (month === undefined) return null;
  const { past, future } = monthTime(month, null, today);
  const isNow = past.from === future.from;
  if (direction === 0) return { past, future, isDay: false };
  const away = isNow ? (direction < 0 ? -12 : 12) : 0;
  const from = addUnits((direction < 0 ? past.from : future.from) ?? today, 'month', away);
  return same({ from, to: lastDayOfMonth(from) });
}

/** "End of the month", "start of next year", "end of March". */
function edgeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const edge = tokens[at]?.text;
  const isEnd = edge === 'end';
  if (!isEnd && edge !== 'start' && edge !== 'beginning') return null;
  let next = at + 1;
  if (tokens[next]?.text === 'of') next += 1;
  const isThe = tokens[next]?.text === 'the' || tokens[next]?.text === 'this';
  const unit = unitOf(tokens[next + (isThe ? 1 : 0)]?.text);
  const whole: TimeRead | null =
    unit && unit !== 'day'
      ? { time: same(unitAround(context.today, unit)), length: isThe ? 2 : 1 }
      : (relativeAt(tokens, next, context) ?? calendarAt(tokens, next, context, true));
  if (!whole) return null;
  const side = ({ from, to }: Time['past']) => {
    const day = isEnd ? to : from;
    return { from: day, to: day };
  };
  const { past, future } = whole.time;
  return { time: { past: side(past), future: side(future), isDay: true }, length: next + whole.length - at };
}

/** Months, weekdays, quarters, years and dates of a month. */
function calendarAt(
  tokens: readonly Token[],
  at: number,
  { today }: TimeContext,
  isLed: boolean,
): TimeRead | null {
  const [word, next, third] = [0, 1, 2].map((offset) => tokens[at + offset]?.text);
  const quarter = /^q([1-4])$/.exec(word ?? '')?.[1];
  const spoken = next === 'quarter' ? ordinalOf(word) : undefined;
  const which = quarter ? Number(quarter) : spoken !== undefined && spoken <= 4 ? spoken : undefined;
  if (which !== undefined) {
    const length = quarter ? 1 : 2;
    const after = tokens[at + length]?.text === 'of' ? length + 1 : length;
    const year = yearOf(tokens[at + after]?.text);
    return { time: quarterTime(which, year, today), length: year === null ? length : after + 1 };
  }
  const month = monthOf(word);
  // "May" is a month where something leads to it or a year follows.
  if (month !== undefined && (isLed || (word !== 'may' && word !== 'mar') || yearOf(next) !== null)) {
    const after = next === 'of' ? third : next;
    const year = yearOf(after);
    return { time: monthTime(month, year, today), length: year === null ? 1 : next === 'of' ? 3 : 2 };
  }
  const bare = isLed ? yearOf(word) : null;
  if (bare !== null && bare > 1989 && bare < 2100) return { time: yearTime(bare), length: 1 };
  const day = weekdayOf(word);
  if (day !== undefined && (isLed || !['sat', 'sun', 'wed'].includes(word ?? ''))) {
    return { time: weekdayTime(day, today), length: 1 };
  }
  return /^\d{4}-\d{2}-\d{2}$/.test(word ?? '') ? isoTime(word ?? '') : ordinalDateAt(tokens, at, today);
}

function isoTime(word: string): TimeRead | null {
  try {
    return { time: dayTime(parseDay(word)), length: 1 };
  } catch {
    return null;
  }
}

/** "The 15th", "the 5th of next month". */
function ordinalDateAt(tokens: readonly Token[], at: number, today: DayNumber): TimeRead | null {
  const article = tokens[at]?.text === 'the' ? 1 : 0;
  const date = /^\d/.test(tokens[at + article]?.text ?? '')
    ? ordinalOf(tokens[at + article]?.text)
    : article === 1 &&
        tokens[at + 2]?.text === 'of' &&
        ['the', 'next', 'this', 'last'].includes(tokens[at + 3]?.text ?? '')
      ? ordinalOf(tokens[at + 1]?.text)
      : undefined;
  if (date === undefined) return null;
  const rest = [1, 2, 3].map((offset) => tokens[at + article + offset]?.text);
  const which = { next: 1, this: 0, the: 0, last: -1 }[rest[1] ?? ''];
  if (rest[0] === 'of' && rest[2] === 'month' && which !== undefined) {
    const first = unitAround(addUnits(unitAround(today, 'month').from ?? today, 'month', which), 'month');
    const day = (first.from ?? today) + date - 1;
    return day > (first.to ?? day) ? null : { time: dayTime(day), length: article + 4 };
  }
  const time = dateOfMonthTime(date, today);
  return time && { time, length: article + 1 };
}

const yearOf = (word: string | undefined) => (/^(?:19|20)\d\d$/.test(word ?? '') ? Number(word) : null);

function quarterTime(quarter: number, year: number | null, today: DayNumber): Time {
  if (year !== null) return same(quarterOf(year, quarter));
  const now = dateOf(today);
  const current = Math.ceil(now.month / 3);
  return {
    past: quarterOf(now.year - (quarter > current ? 1 : 0), quarter),
    future: quarterOf(now.year + (quarter < current ? 1 : 0), quarter),
    isDay: false,
    isBare: true,
  };
}
