import { getDate, getDay, lastDayOfMonth } from '../../engine/calendar/calendar.ts';
import { getCount } from './amounts.ts';
import { calendarAt, type TimeContext, type TimeRead } from './calendar.ts';
import {
  addUnits,
  dateTime,
  dayTime,
  getMonth,
  getWeekday,
  monthTime,
  same,
  type Time,
  type Unit,
  unitAround,
  weekdayTime,
} from './days.ts';
import type { Token } from './text.ts';

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

export const getUnit = (word: string | undefined): Unit | undefined =>
  word !== undefined && Object.hasOwn(UNIT_WORDS, word) ? UNIT_WORDS[word] : undefined;

/** "three months", "a couple of weeks", "a fortnight". */
export function durationAt(tokens: readonly Token[], at: number) {
  const [first, second] = [tokens[at]?.text, tokens[at + 1]?.text];
  if (first === 'half' && second === 'a' && getUnit(tokens[at + 2]?.text) === 'year')
    return { is: 'duration' as const, count: 6, unit: 'month' as const, length: 3 };
  if (first === 'a' && second === 'fortnight')
    return { is: 'duration' as const, count: 2, unit: 'week' as const, length: 2 };
  const isFew = first === 'few' || (first === 'a' && second === 'few');
  const couple = first === 'a' && second === 'couple';
  const count = isFew ? 3 : couple ? 2 : getCount(first);
  if (count === undefined || count > 1200) return null;
  let length = isFew && first === 'a' ? 2 : couple ? 2 : 1;
  if ((couple || first === 'couple') && tokens[at + length]?.text === 'of') length += 1;
  const unit = getUnit(tokens[at + length]?.text);
  if (!unit) return null;
  return {
    is: 'duration' as const,
    count,
    unit,
    length: length + 1,
    ...(isFew && { vague: `a few ${unit}s taken as three` }),
  };
}

/** Named days. */
export function namedAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const { today, payday } = context;
  const said = [0, 1, 2, 3].map((offset) => tokens[at + offset]?.text ?? '');
  const phrase = (words: string) => words.split(' ').every((word, index) => said[index] === word);
  const named = (words: string, time: Time | null): TimeRead | null =>
    time && phrase(words) ? { time, length: words.split(' ').length } : null;
  const year = getDate(today).year;
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
    named('year to date', same({ from: getDay(year, 1, 1), to: today })) ??
    named('ytd', same({ from: getDay(year, 1, 1), to: today })) ??
    named('month to date', same({ from: unitAround(today, 'month').from, to: today })) ??
    named('mtd', same({ from: unitAround(today, 'month').from, to: today })) ??
    named('my next payday', payday === null ? null : dayTime(payday)) ??
    named('the next payday', payday === null ? null : dayTime(payday)) ??
    named('next payday', payday === null ? null : dayTime(payday)) ??
    named('payday', payday === null ? null : dayTime(payday)) ??
    named('christmas day', dateTime(12, 25, null, today)) ??
    named('christmas eve', dateTime(12, 24, null, today)) ??
    named('christmas', dateTime(12, 25, null, today)) ??
    named('new year eve', dateTime(12, 31, null, today)) ??
    named("new year 's eve", dateTime(12, 31, null, today)) ??
    named('new year', dateTime(1, 1, null, today))
  );
}

const BACK = new Set(['last', 'past', 'previous']);

const AHEAD = new Set(['next', 'coming', 'following', 'upcoming']);

/** "last month", "the last 30 days", "next three weeks", "two weeks ago", "end of next month". */
export function relativeAt(tokens: readonly Token[], at: number, context: TimeContext): TimeRead | null {
  const { today } = context;
  const article =
    tokens[at]?.text === 'the' || tokens[at]?.text === 'my' || tokens[at]?.text === 'these' ? 1 : 0;
  const which = tokens[at + article]?.text ?? '';
  const edge = edgeAt(tokens, at + article, context);
  if (edge) return { ...edge, length: edge.length + article };
  const counted = durationAt(tokens, at);
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
  const several = durationAt(tokens, next);
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
  const unit = getUnit(word);
  // "The last day" needs a period.
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
  const day = getWeekday(word);
  if (day !== undefined) {
    const { past, future } = weekdayTime(day, today);
    return direction < 0 ? dayTime(past.from ?? today) : dayTime(future.from ?? today);
  }
  const month = getMonth(word);
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
  const unit = getUnit(tokens[next + (isThe ? 1 : 0)]?.text);
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
