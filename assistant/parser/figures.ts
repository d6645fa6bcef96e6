import type { PaymentFrequency } from '../intent.ts';
import { getCount } from './amounts.ts';
import { getUnit } from './relative-days.ts';
import type { Token } from './text.ts';

export type Frequency = PaymentFrequency | 'HOURLY' | 'DAILY';

const FREQUENCY_WORDS: Record<string, Frequency> = {
  hourly: 'HOURLY',
  daily: 'DAILY',
  weekly: 'WEEKLY',
  biweekly: 'BIWEEKLY',
  'bi-weekly': 'BIWEEKLY',
  fortnightly: 'BIWEEKLY',
  monthly: 'MONTHLY',
  quarterly: 'QUARTERLY',
  yearly: 'ANNUALLY',
  annually: 'ANNUALLY',
};
const OF_UNIT: Record<string, Frequency> = {
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  quarter: 'QUARTERLY',
  year: 'ANNUALLY',
};

type FrequencyAt = { is: 'frequency'; frequency: Frequency; length: number };

/** "Every month", "a week", "per day", "monthly", "every two weeks", "every other week". */
export function frequencyAt(tokens: readonly Token[], at: number): FrequencyAt | null {
  const [first = '', second = '', third = ''] = [0, 1, 2].map((offset) => tokens[at + offset]?.text);
  if (Object.hasOwn(FREQUENCY_WORDS, first)) return read(FREQUENCY_WORDS[first], 1);
  const unitAt = (word: string) => (word === 'hour' ? 'hour' : getUnit(word));
  const isEach = first === 'every' || first === 'each' || first === 'per';
  if (isEach && (second === 'other' || second === 'second') && unitAt(third) === 'week')
    return read('BIWEEKLY', 3);
  const count = isEach ? getCount(second) : undefined;
  if (count !== undefined) {
    const unit = unitAt(third);
    if (count === 2 && unit === 'week') return read('BIWEEKLY', 3);
    if (count === 3 && unit === 'month') return read('QUARTERLY', 3);
    if (count === 12 && unit === 'month') return read('ANNUALLY', 3);
    return null;
  }
  if (isEach && second === 'fortnight') return read('BIWEEKLY', 2);
  if (isEach || ((first === 'a' || first === 'an') && !/s$/.test(second))) {
    const after = tokens[at + 2]?.text;
    // "A month ago" is a day.
    if (!isEach && (after === 'ago' || after === 'from' || after === 'later')) return null;
    const unit = unitAt(second);
    if (unit) return read(OF_UNIT[unit], 2);
  }
  return null;
}

const read = (frequency: Frequency | undefined, length: number): FrequencyAt | null =>
  frequency === undefined ? null : { is: 'frequency', frequency, length };

/** `5%`, "5 percent". */
export function percentAt(tokens: readonly Token[], at: number) {
  const words = tokens.slice(at, at + 3).map(({ text }) => text);
  const [match, digits] =
    /^(\d+(?:\.\d+)?)(?:%| (?:percent|pct|%|percentage points?))(?= |$)/.exec(words.join(' ')) ?? [];
  if (match === undefined) return null;
  return { is: 'percent' as const, percent: Number(digits), length: match.split(' ').length };
}

const SHARES: readonly (readonly [phrase: RegExp, share: number])[] = [
  [/^(?:the )?(?:whole|full|entire) balance(?= |$)/, 1],
  [/^the (?:(?:whole|full) amount|whole thing|lot)(?= |$)/, 1],
  [/^all (?:of it|of the money|of my money|the money|my money|of)(?= |$)/, 1],
  [/^in full(?= |$)/, 1],
  [/^(?:a half of|half(?: of it| of| the balance| my| the)?)(?= |$)/, 0.5],
  [/^a third of(?= |$)/, 1 / 3],
  [/^a quarter of(?= |$)/, 0.25],
  [/^three quarters of(?= |$)/, 0.75],
];

/** "Half of it", "everything", "the whole balance". */
export function shareAt(tokens: readonly Token[], at: number) {
  const words = tokens.slice(at, at + 4).map(({ text }) => text);
  for (const [phrase, share] of SHARES) {
    const match = phrase.exec(words.join(' '))?.[0];
    if (match !== undefined) return { is: 'share' as const, share, length: match.split(' ').length };
  }
  return null;
}
