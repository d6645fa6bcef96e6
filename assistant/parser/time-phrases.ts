import { getLastMonday, getNthWeekday } from '../../engine/calendar/bank-holidays.ts';
import { addMonths, type DayNumber, getDate, getDay, parseDay } from '../../engine/calendar/calendar.ts';
import { MONTHS } from '../../engine/calendar/format-date.ts';
import { addUnits, shiftUnit, type Unit, unitAround } from '../../engine/calendar/periods.ts';
import { COUNT_WORDS, getCount } from './amounts.ts';
import {
  dateOfMonthTime,
  dateTime,
  getTimeInYear,
  monthTime,
  quarterTime,
  type Time,
  toDay,
  toTime,
  weekdayTime,
} from './days.ts';
import type { Token } from './text.ts';

export type TimeContext = {
  today: DayNumber;
  payday: DayNumber | null;
  dates: readonly { start: number; end: number; time: Time }[];
};

export type TimeAt = { time: Time; length: number };

/** Compiles a regular expression that matches a phrase of lowercase words at the start of a string. */
const phrase = (source: string) => new RegExp(`^(?:${source})(?= |$)`);

const getWords = (tokens: readonly Token[], at: number) =>
  tokens
    .slice(at, at + 8)
    .map(({ text }) => text)
    .join(' ');

const UNITS: Readonly<Record<string, Unit>> = { wk: 'week', mth: 'month', yr: 'year' };
export const UNIT = '(?:day|week|wk|month|mth|quarter|year|yr)s?';

export function toUnit(word: string | undefined): Unit | undefined {
  if (word === undefined || !phrase(UNIT).test(word)) return undefined;
  const singular = word.replace(/s$/, '');
  return UNITS[singular] ?? (singular as Unit);
}

const DURATION = `half a year|a fortnight|(?:(?:a )?few|(?:a )?couple(?: of)?|an?|\\d{1,4}|${COUNT_WORDS}) ${UNIT}`;

type Duration = { count: number; unit: Unit; vague?: string };

function toDuration(text: string): Duration | null {
  if (text === 'half a year') return { count: 6, unit: 'month' };
  if (text === 'a fortnight') return { count: 2, unit: 'week' };
  const unit = toUnit(text.split(' ').at(-1)) ?? 'day';
  if (/^(?:a )?few /.test(text)) return { count: 3, unit, vague: `\u201ca few ${unit}s\u201d means three` };
  const count = getCount(text.replace(/^a couple/, 'couple').split(' ')[0]) ?? 0;
  return count > 1200 ? null : { count, unit };
}

/** Parses durations: "three months", "a couple of weeks", "a fortnight". */
export function durationAt(tokens: readonly Token[], at: number) {
  const text = phrase(DURATION).exec(getWords(tokens, at))?.[0];
  const duration = text === undefined ? null : toDuration(text);
  return text !== undefined && duration
    ? { is: 'duration' as const, ...duration, length: text.split(' ').length }
    : null;
}

/** Maps full and three-letter names to their index. */
const indexNames = (names: readonly string[]) =>
  new Map(names.flatMap((name, index) => [[name, index] as const, [name.slice(0, 3), index] as const]));

const MONTH_INDEX = indexNames(MONTHS.map((name) => name.toLowerCase())).set('sept', 8);
const WEEKDAY_INDEX = indexNames('sunday monday tuesday wednesday thursday friday saturday'.split(' '))
  .set('tues', 2)
  .set('thur', 4)
  .set('thurs', 4);
const MONTH = `(?<month>${[...MONTH_INDEX.keys()].join('|')})`;
const WEEKDAY = `(?<weekday>${[...WEEKDAY_INDEX.keys()].join('|')})`;
const getMonth = (word = '') => (MONTH_INDEX.get(word) ?? 0) + 1;
const getWeekday = (word = '') => WEEKDAY_INDEX.get(word) ?? 0;

const YEAR = '(?<year>(?:19|20)\\d\\d)';
export const getYear = (word: string | undefined) =>
  word !== undefined && phrase(YEAR).test(word) ? Number(word) : null;

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  tenth: 10,
};
const ORDINAL_DATE = '\\d{1,2}(?:st|nd|rd|th)';

export function getOrdinal(word = ''): number | undefined {
  return phrase(ORDINAL_DATE).test(word) ? Number.parseInt(word, 10) : ORDINALS[word];
}

export const yearTime = (year: number): Time => toTime(unitAround(getDay(year, 1, 1), 'year'));

const BACK = 'last|past|previous';
const AHEAD = 'next|coming|following|upcoming';
const DIRECTION = `(?:(?:the|my|these) )?(?<direction>${BACK}|${AHEAD}|this|current)`;

const getDirection = (word = '') => (phrase(BACK).test(word) ? -1 : phrase(AHEAD).test(word) ? 1 : 0);

type Groups = Readonly<Record<string, string | undefined>>;
type PrepositionContext = TimeContext & {
  /** True if a preposition precedes the phrase. In this case, "may" can be a month. */
  isLed: boolean;
};

type Phrases = readonly (readonly [
  pattern: RegExp,
  read: (groups: Groups, context: PrepositionContext) => Time | null,
])[];

/** Named days and periods. The first matching phrase is used. */
const NAMED_TIMES: Phrases = [
  [phrase('(?:the )?day before yesterday'), (_, { today }) => toDay(today - 2)],
  [phrase('(?:the )?day after tomorrow'), (_, { today }) => toDay(today + 2)],
  [phrase('today|tonight'), (_, { today }) => toDay(today, { text: 'today' })],
  [phrase('yesterday'), (_, { today }) => toDay(today - 1)],
  [phrase('tomorrow'), (_, { today }) => toDay(today + 1)],
  [phrase('all time|ever'), () => toTime({ from: null, to: null })],
  [phrase('year to date|ytd'), (_, { today }) => toTime({ from: unitAround(today, 'year').from, to: today })],
  [
    phrase('month to date|mtd'),
    (_, { today }) => toTime({ from: unitAround(today, 'month').from, to: today }),
  ],
  [phrase('(?:(?:(?:my|the) )?next )?payday'), (_, { payday }) => (payday === null ? null : toDay(payday))],
  [phrase('christmas eve'), (_, { today }) => dateTime(12, 24, null, today)],
  [phrase('christmas(?: day)?'), (_, { today }) => dateTime(12, 25, null, today)],
  [phrase("new years?(?: 's)? eve"), (_, { today }) => dateTime(12, 31, null, today)],
  [phrase("new years(?: day)?|new year 's(?: day)?"), (_, { today }) => dateTime(1, 1, null, today)],
  [phrase('new year'), (_, { today }) => dateTime(1, 1, null, today)],
  [phrase('halloween'), (_, { today }) => dateTime(10, 31, null, today)],
  [phrase("valentines(?: day)?|valentine 's day"), (_, { today }) => dateTime(2, 14, null, today)],
  [phrase('(?:the )?(?:fourth|4th) of july|independence day'), (_, { today }) => dateTime(7, 4, null, today)],
  [phrase('thanksgiving'), (_, { today }) => thanksgivingTime(0, today)],
  [phrase('black friday'), (_, { today }) => thanksgivingTime(1, today)],
  [phrase('cyber monday'), (_, { today }) => thanksgivingTime(4, today)],
  [phrase('(?:mlk|martin luther king(?: jr)?) day'), (_, { today }) => mondayTime(1, 3, today)],
  [phrase('columbus day'), (_, { today }) => mondayTime(10, 2, today)],
  [phrase('labor day'), (_, { today }) => mondayTime(9, 1, today)],
  [phrase('memorial day'), (_, { today }) => mondayTime(5, null, today)],
  [phrase("president 's day|presidents day"), (_, { today }) => mondayTime(2, 3, today)],
  [phrase('juneteenth'), (_, { today }) => dateTime(6, 19, null, today)],
  [phrase("veterans day|veteran 's day"), (_, { today }) => dateTime(11, 11, null, today)],
  [
    phrase('lately|recently|these last weeks'),
    (_, { today }) =>
      toTime({ from: today - 89, to: today }, { text: 'in the last 90 days', vague: 'the last 90 days' }),
  ],
  [
    phrase(`(?:(?:the|this) )?(?<which>last |past |this |next )?(?<season>summer|autumn|fall|winter|spring)`),
    ({ which, season = '' }, { today, isLed }) =>
      which || isLed ? seasonTime(season, which?.trim(), today) : null,
  ],
  [
    phrase('(?:the|this past) weekend'),
    (_, { today }) => {
      const saturday = (unitAround(today, 'week').from ?? today) + 5;
      const toWeekend = (from: number) => ({ from, to: from + 1 });
      return {
        past: toWeekend(saturday < today ? saturday : saturday - 7),
        future: toWeekend(saturday + 1 < today ? saturday + 7 : saturday),
        isDay: false,
      };
    },
  ],
  [
    phrase(`(?:the )?weekend of (?:the )?(?<date>${'\\d{1,2}(?:st|nd|rd|th)'})`),
    ({ date }, { today }) => {
      const { from } = dateOfMonthTime(Number.parseInt(date ?? '', 10), today)?.past ?? {};
      if (from == null) return null;
      const saturday = (unitAround(from, 'week').from ?? from) + 5;
      return toTime({ from: saturday, to: saturday + 1 });
    },
  ],
];

const [MONDAY, THURSDAY] = [1, 4];

/** Returns Thanksgiving, which is the fourth Thursday of November, or a day after it. */
const thanksgivingTime = (after: number, today: DayNumber) =>
  holidayTime(today, (year) => getNthWeekday(year, 11, THURSDAY, 4) + after);

/** Returns the nth Monday of a month, or the last one if `nth` is null. */
const mondayTime = (month: number, nth: number | null, today: DayNumber) =>
  holidayTime(today, (year) =>
    nth === null ? getLastMonday(year, month) : getNthWeekday(year, month, MONDAY, nth),
  );

const holidayTime = (today: DayNumber, getHoliday: (year: number) => DayNumber): Time | null =>
  getTimeInYear(null, today, (year) => ({ from: getHoliday(year), to: getHoliday(year) }));

const SEASON_STARTS: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  fall: 9,
  autumn: 9,
  winter: 12,
};

/** Returns the three months of a season in the northern hemisphere. */
function seasonTime(season: string, which: string | undefined, today: DayNumber): Time | null {
  const inYear = (year: number) => {
    const from = getDay(year, SEASON_STARTS[season] ?? 6, 1);
    return { from, to: addMonths(from, 3) - 1 };
  };
  const time = getTimeInYear(null, today, inYear);
  if (!time || which === undefined) return time;
  return toTime(which === 'next' ? time.future : time.past);
}

/** Phrases for times relative to today and for calendar units. */
const CALENDAR_TIMES: Phrases = [
  [
    phrase(`(?<duration>${DURATION}) (?<direction>ago|earlier|back|from now|from today|later|ahead)`),
    ({ duration = '', direction = '' }, { today }) => {
      const length = toDuration(duration);
      const sign = /ago|earlier|back/.test(direction) ? -1 : 1;
      return length && toDay(addUnits(today, length.unit, sign * length.count));
    },
  ],
  [
    phrase(`(?:(?:the|my|these) )?(?<direction>${BACK}|${AHEAD}) (?<duration>${DURATION})`),
    ({ duration = '', direction }, { today }) => {
      const length = toDuration(duration);
      if (!length) return null;
      const { count, unit, vague } = length;
      const sign = getDirection(direction);
      const end = addUnits(today, unit, sign * count);
      const span = sign < 0 ? { from: end + 1, to: today } : { from: today, to: end };
      const side = sign < 0 ? 'last' : 'next';
      const text = `in the ${side} ${count} ${unit}${count === 1 ? '' : 's'}`;
      return toTime(span, { text, ...(vague && { vague }) });
    },
  ],
  [
    // Excludes "the last day", which is incomplete without a period, as in "the last day of May".
    phrase(`${DIRECTION} (?!days?)(?<unit>${UNIT})`),
    ({ direction, unit }, { today }) =>
      toTime(shiftUnit(today, toUnit(unit) ?? 'day', getDirection(direction))),
  ],
  [
    phrase(`${DIRECTION} weekends?`),
    ({ direction }, { today }) => {
      const saturday = (unitAround(today, 'week').from ?? today) + 5 + 7 * getDirection(direction);
      return toTime({ from: saturday, to: saturday + 1 });
    },
  ],
  [
    phrase(`${DIRECTION} christmas`),
    ({ direction }, { today }) => toSide(dateTime(12, 25, null, today), getDirection(direction)),
  ],
  [
    phrase(`${DIRECTION} ${WEEKDAY}`),
    ({ direction, weekday }, { today }) =>
      toSide(weekdayTime(getWeekday(weekday), today), getDirection(direction) || 1),
  ],
  [
    phrase(`${DIRECTION} ${MONTH}`),
    ({ direction, month }, { today }) => {
      const time = monthTime(getMonth(month), null, today);
      const sign = getDirection(direction);
      if (!time || sign === 0) return time && { ...time, isYearUnstated: false };
      const isNow = time.past.from === time.future.from;
      const first = (sign < 0 ? time.past.from : time.future.from) ?? today;
      return toTime(unitAround(addUnits(first, 'year', isNow ? sign : 0), 'month'));
    },
  ],
  [
    phrase(
      `(?:q(?<digit>[1-4])|(?<ordinal>first|second|third|fourth|${ORDINAL_DATE}) quarter)(?: (?:of )?${YEAR})?`,
    ),
    ({ digit, ordinal, year }, { today }) => {
      const quarter = digit === undefined ? (getOrdinal(ordinal) ?? 0) : Number(digit);
      return quarter <= 4 ? quarterTime(quarter, getYear(year), today) : null;
    },
  ],
  [
    phrase(`${MONTH} (?:of )?(?<which>last|this|next) year`),
    ({ month, which }, { today }) =>
      monthTime(getMonth(month), getDate(today).year + getDirection(which), today),
  ],
  [
    phrase(`${MONTH}(?: (?:of )?${YEAR})?`),
    ({ month, year }, { today, isLed }) =>
      // "May" and "mar" are months only after a preposition or before a year.
      isLed || year !== undefined || (month !== 'may' && month !== 'mar')
        ? monthTime(getMonth(month), getYear(year), today)
        : null,
  ],
  [phrase(YEAR), ({ year }, { isLed }) => (isLed && Number(year) > 1989 ? yearTime(Number(year)) : null)],
  [
    phrase(WEEKDAY),
    ({ weekday = '' }, { today, isLed }) =>
      isLed || !['sat', 'sun', 'wed'].includes(weekday) ? weekdayTime(getWeekday(weekday), today) : null,
  ],
  [phrase('(?<date>\\d{4}-\\d{2}-\\d{2})'), ({ date = '' }) => isoTime(date)],
  [
    phrase(
      `(?:(?:the )?(?<digits>${ORDINAL_DATE})|the (?<word>${Object.keys(ORDINALS).join('|')})) of (?<which>next|this|the|last) month`,
    ),
    ({ digits, word, which }, { today }) => {
      const { from, to } = shiftUnit(today, 'month', getDirection(which));
      const day = (from ?? today) + (getOrdinal(digits ?? word) ?? 1) - 1;
      return day > (to ?? day) ? null : toDay(day);
    },
  ],
  [
    phrase(`(?:the )?(?<date>${ORDINAL_DATE})`),
    ({ date }, { today }) => dateOfMonthTime(getOrdinal(date) ?? 0, today),
  ],
];

/**
 * Returns the first day of the past span if the sign is negative, or of the future span if it is positive.
 */
const toSide = (time: Time | null, sign: number): Time | null => {
  const day = sign < 0 ? time?.past.from : sign > 0 ? time?.future.from : null;
  return day == null ? null : toDay(day);
};

function isoTime(text: string): Time | null {
  try {
    return toDay(parseDay(text));
  } catch {
    return null;
  }
}

/** Returns the time of the phrase at a token, or null if there is none. */
export function phraseTimeAt(
  tokens: readonly Token[],
  at: number,
  context: PrepositionContext,
  phrases: Phrases = [...NAMED_TIMES, ...CALENDAR_TIMES],
): TimeAt | null {
  const text = getWords(tokens, at);
  const edge = edgeAt(tokens, at, text, context);
  if (edge) return edge;
  const neighbor = neighborAt(tokens, at, text, context);
  if (neighbor && !/^(?:the )?day (?:before yesterday|after tomorrow)/.test(text)) return neighbor;
  const week = weekOfAt(tokens, at, text, context);
  if (week) return week;
  for (const [pattern, read] of phrases) {
    const match = pattern.exec(text);
    const time = match && read(match.groups ?? {}, context);
    if (time) return { time, length: match[0].split(' ').length };
  }
  return null;
}

const NEIGHBOR = phrase('(?:the )?day (?<side>before|after)');

/** Parses the day before or after another day: "the day after payday", "the day before Christmas". */
function neighborAt(
  tokens: readonly Token[],
  at: number,
  text: string,
  context: PrepositionContext,
): TimeAt | null {
  const match = NEIGHBOR.exec(text);
  if (!match) return null;
  const length = match[0].split(' ').length;
  const day = phraseTimeAt(tokens, at + length, { ...context, isLed: true });
  if (!day?.time.isDay) return null;
  const shift = match.groups?.side === 'after' ? 1 : -1;
  const move = ({ from, to }: Time['past']) => ({
    from: from === null ? null : from + shift,
    to: to === null ? null : to + shift,
  });
  const { past, future } = day.time;
  return { time: { past: move(past), future: move(future), isDay: true }, length: length + day.length };
}

const WEEK_OF = phrase('(?:the )?week (?:of|around|with)(?: the)?');

/** Parses the week that contains a day: "the week of Thanksgiving", "the week of October 12". */
function weekOfAt(
  tokens: readonly Token[],
  at: number,
  text: string,
  context: PrepositionContext,
): TimeAt | null {
  const match = WEEK_OF.exec(text);
  if (!match) return null;
  const length = match[0].split(' ').length;
  const begin = tokens[at + length]?.start;
  const written = context.dates.find(({ start }) => start === begin);
  const day: TimeAt | null = written
    ? {
        time: written.time,
        length: tokens.slice(at + length).filter(({ start }) => start < written.end).length,
      }
    : phraseTimeAt(tokens, at + length, { ...context, isLed: true });
  if (!day?.time.isDay) return null;
  const { past, future } = day.time;
  const around = ({ from }: Time['past']) => unitAround(from ?? context.today, 'week');
  return {
    time: { past: around(past), future: around(future), isDay: false, isYearUnstated: true },
    length: length + day.length,
  };
}

const EDGE = phrase(
  `(?:(?:the|my|these) )?(?<edge>end|start|beginning)(?: of)?(?<unit> (?:(?:the|this) )?(?!days?)${UNIT})?`,
);

/** Parses the start or end of a period: "end of the month", "start of next year", "end of March". */
function edgeAt(
  tokens: readonly Token[],
  at: number,
  text: string,
  context: PrepositionContext,
): TimeAt | null {
  const match = EDGE.exec(text);
  if (!match) return null;
  const { edge, unit } = match.groups ?? {};
  const length = match[0].split(' ').length;
  const whole: TimeAt | null = unit
    ? { time: toTime(unitAround(context.today, toUnit(unit.split(' ').at(-1)) ?? 'day')), length: 0 }
    : phraseTimeAt(tokens, at + length, { ...context, isLed: true }, CALENDAR_TIMES);
  if (!whole) return null;
  const { past, future } = whole.time;
  const side = ({ from, to }: Time['past']) => {
    const day = edge === 'end' ? to : from;
    return { from: day, to: day };
  };
  return { time: { past: side(past), future: side(future), isDay: true }, length: length + whole.length };
}
