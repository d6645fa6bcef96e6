import type { DayNumber } from '../../engine/calendar/calendar.ts';
import type { AutoDepositFrequency, PaymentFrequency } from '../../engine/simulation/state.ts';
import { dateOfMonthTime, weekdayTime } from './days.ts';
import type { Token } from './text.ts';
import { toUnit, UNIT } from './time-phrases.ts';

export type Frequency = PaymentFrequency | AutoDepositFrequency;

/** The day, and the customer's only pay deposit; null if there are none or several. */
export type FrequencyContext = {
  today: DayNumber;
  pay: { frequency: Frequency; nextDay: DayNumber | null } | null;
};

const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

const FREQUENCIES: readonly (readonly [pattern: RegExp, frequency: Frequency])[] = [
  [
    /^(?:biweekly|bi-weekly|fortnightly|(?:every|each|per) (?:(?:other|second|2|two|couple) (?:weeks?|wks?)|fortnight))(?= |$)/,
    'BIWEEKLY',
  ],
  [/^(?:quarterly|(?:every|each|per) (?:3|three) (?:months?|mths?))(?= |$)/, 'QUARTERLY'],
  [
    /^(?:yearly|annually|annual|per annum|(?:every|each|per) (?:12|twelve) (?:months?|mths?))(?= |$)/,
    'ANNUALLY',
  ],
  [/^hourly(?= |$)/, 'HOURLY'],
  [/^daily(?= |$)/, 'DAILY'],
  [/^weekly(?= |$)/, 'WEEKLY'],
  [/^monthly(?= |$)/, 'MONTHLY'],
];

const FREQUENCY_OF_UNIT = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  quarter: 'QUARTERLY',
  year: 'ANNUALLY',
} as const;

/** Matches "every month" and "a month", but not "a month" in a date such as "a month ago". */
const EACH_UNIT = new RegExp(
  `^(?:(?:every|each|per) (hours?|${UNIT})|an? (?!\\S+s |\\S+s$)(hours?|${UNIT})(?! ago| from| later))(?= |$)`,
);

const getWords = (tokens: readonly Token[], at: number, count: number) =>
  tokens
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ');

const EVERY_WEEKDAY = new RegExp(
  `^(?:on )?(?:(?:every|each) (?<other>other |second )?(?<weekday>${WEEKDAYS.join('|')})s?|(?<plural>${WEEKDAYS.join('|')})s)(?= |$)`,
);
const EVERY_PAYDAY =
  /^(?:on )?(?:every|each) (?:payday|pay day|paycheck|pay check|paycheque|pay period|time i get paid|time i am paid|payroll)(?= |$)|^(?:(?:whenever|each time|every time) (?:i|we) (?:get|am|are) paid|(?:whenever|each time|every time) my (?:paycheck|pay|salary) (?:comes in|arrives|lands|hits)|on paydays)(?= |$)/;
const EVERY_DATE =
  /^(?:on )?(?:the )?(?:(?<date>\d{1,2})(?:st|nd|rd|th)|(?<first>first)) (?:of )?(?:every|each) month(?= |$)|^(?:every|each) (?<every>\d{1,2})(?:st|nd|rd|th)(?= |$)/;

/**
 * Parses frequencies: "every month", "a week", "per day", "monthly", "every two weeks", "every other week",
 * "every Friday", "every payday", "on the 15th of every month". `from` is the first day if the text states one.
 */
export function frequencyAt(tokens: readonly Token[], at: number, { today, pay }: FrequencyContext) {
  const text = getWords(tokens, at, 6);
  const toFrequencyAt = (frequency: Frequency, match = '', from: DayNumber | null = null) => ({
    is: 'frequency' as const,
    frequency,
    from,
    length: match.split(' ').length,
  });
  const everyWeekday = EVERY_WEEKDAY.exec(text);
  if (everyWeekday) {
    const { weekday, plural, other } = everyWeekday.groups ?? {};
    const { from } = weekdayTime(WEEKDAYS.indexOf(weekday ?? plural ?? ''), today).future;
    return toFrequencyAt(other ? 'BIWEEKLY' : 'WEEKLY', everyWeekday[0], from);
  }
  const everyPayday = pay && EVERY_PAYDAY.exec(text);
  if (everyPayday) return toFrequencyAt(pay.frequency, everyPayday[0], pay.nextDay);
  const everyDate = EVERY_DATE.exec(text);
  if (everyDate) {
    const { date, first, every } = everyDate.groups ?? {};
    const from = dateOfMonthTime(first ? 1 : Number(date ?? every), today)?.future.from ?? null;
    if (from !== null) return toFrequencyAt('MONTHLY', everyDate[0], from);
  }
  for (const [pattern, frequency] of FREQUENCIES) {
    const match = pattern.exec(text);
    if (match) return toFrequencyAt(frequency, match[0]);
  }
  const [match, item, entry] = EACH_UNIT.exec(text) ?? [];
  if (match === undefined) return null;
  const unit = toUnit(item ?? entry);
  return toFrequencyAt(unit ? FREQUENCY_OF_UNIT[unit] : 'HOURLY', match);
}

/** Parses percentages: `5%`, "5 percent". */
export function percentAt(tokens: readonly Token[], at: number) {
  const [match, digits] =
    /^(\d+(?:\.\d+)?)(?:%| (?:percent|pct|%|percentage points?))(?= |$)/.exec(getWords(tokens, at, 3)) ?? [];
  if (match === undefined) return null;
  return { is: 'percent' as const, percent: Number(digits), length: match.split(' ').length };
}

const SHARES: readonly (readonly [phrase: RegExp, share: number])[] = [
  [/^(?:the )?(?:whole|full|entire) balance(?= |$)/, 1],
  [/^the (?:(?:whole|full) amount|whole thing|lot)(?= |$)/, 1],
  [/^all (?:of it|of the money|of my money|the money|my money|of)(?= |$)/, 1],
  [/^in full(?= |$)/, 1],
  [/^(?:a half of|half(?: of it| of| the balance| my| the)?)(?= |$)/, 0.5],
  [/^(?:a|one) third(?: of(?: it| that)?)?(?= |$)/, 1 / 3],
  [/^two thirds(?: of(?: it| that)?)?(?= |$)/, 2 / 3],
  [/^(?:a|one) quarter of(?: it| that)?(?= |$)/, 0.25],
  [/^three quarters of(?= |$)/, 0.75],
];

/** Parses shares: "half of it", "everything", "the whole balance". */
export function shareAt(tokens: readonly Token[], at: number) {
  const text = getWords(tokens, at, 4);
  for (const [phrase, share] of SHARES) {
    const match = phrase.exec(text)?.[0];
    if (match !== undefined) return { is: 'share' as const, share, length: match.split(' ').length };
  }
  return null;
}
