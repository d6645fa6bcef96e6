import { type DayNumber, getDate, getDay, parseDay } from '../../engine/calendar/calendar.ts';
import {
  addUnits,
  dateOfMonthTime,
  dayTime,
  getMonth,
  getQuarter,
  getWeekday,
  monthTime,
  same,
  type Time,
  unitAround,
  weekdayTime,
} from './days.ts';
import type { Token } from './text.ts';

export type TimeRead = { time: Time; length: number };

export type TimeContext = { today: DayNumber; payday: DayNumber | null; dates: readonly Dated[] };

/** A full date in the text, parsed by chrono. */
export type Dated = { start: number; end: number; time: Time };

export const yearTime = (year: number): Time => same({ from: getDay(year, 1, 1), to: getDay(year, 12, 31) });

const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, tenth: 10 };

export function getOrdinal(word: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word ?? '') ?? [];
  if (digits) return Number(digits);
  return word !== undefined && Object.hasOwn(ORDINALS, word) ? ORDINALS[word] : undefined;
}

/** Months, weekdays, quarters, years, and days of a month. */
export function calendarAt(
  tokens: readonly Token[],
  at: number,
  { today }: TimeContext,
  isLed: boolean,
): TimeRead | null {
  const [word, next, third] = [0, 1, 2].map((offset) => tokens[at + offset]?.text);
  const quarter = /^q([1-4])$/.exec(word ?? '')?.[1];
  const spoken = next === 'quarter' ? getOrdinal(word) : undefined;
  const which = quarter ? Number(quarter) : spoken !== undefined && spoken <= 4 ? spoken : undefined;
  if (which !== undefined) {
    const length = quarter ? 1 : 2;
    const after = tokens[at + length]?.text === 'of' ? length + 1 : length;
    const year = getYear(tokens[at + after]?.text);
    return { time: quarterTime(which, year, today), length: year === null ? length : after + 1 };
  }
  const month = getMonth(word);
  // "May" is a month after a preposition or before a year.
  if (month !== undefined && (isLed || (word !== 'may' && word !== 'mar') || getYear(next) !== null)) {
    const after = next === 'of' ? third : next;
    const year = getYear(after);
    return { time: monthTime(month, year, today), length: year === null ? 1 : next === 'of' ? 3 : 2 };
  }
  const bare = isLed ? getYear(word) : null;
  if (bare !== null && bare > 1989 && bare < 2100) return { time: yearTime(bare), length: 1 };
  const day = getWeekday(word);
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
    ? getOrdinal(tokens[at + article]?.text)
    : article === 1 &&
        tokens[at + 2]?.text === 'of' &&
        ['the', 'next', 'this', 'last'].includes(tokens[at + 3]?.text ?? '')
      ? getOrdinal(tokens[at + 1]?.text)
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

export const getYear = (word: string | undefined) =>
  /^(?:19|20)\d\d$/.test(word ?? '') ? Number(word) : null;

function quarterTime(quarter: number, year: number | null, today: DayNumber): Time {
  if (year !== null) return same(getQuarter(year, quarter));
  const now = getDate(today);
  const current = Math.ceil(now.month / 3);
  return {
    past: getQuarter(now.year - (quarter > current ? 1 : 0), quarter),
    future: getQuarter(now.year + (quarter < current ? 1 : 0), quarter),
    isDay: false,
    isBare: true,
  };
}
