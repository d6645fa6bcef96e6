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

/** "Every month", "a week", "per day", "monthly", "every two weeks", "every other week". */
export function frequencyAt(
  tokens: readonly Token[],
  at: number,
): { frequency: Frequency; length: number } | null {
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

const read = (frequency: Frequency | undefined, length: number) =>
  frequency === undefined ? null : { frequency, length };

/** `5%`, "5 percent". */
export function percentAt(tokens: readonly Token[], at: number): { percent: number; length: number } | null {
  const [, digits] = /^(\d+(?:\.\d+)?)(%?)$/.exec(tokens[at]?.text ?? '') ?? [];
  if (digits === undefined) return null;
  if (tokens[at]?.text.endsWith('%')) return { percent: Number(digits), length: 1 };
  const after = tokens[at + 1]?.text;
  if (after === 'percent' || after === 'pct' || after === '%') return { percent: Number(digits), length: 2 };
  const points = after === 'percentage' && tokens[at + 2]?.text?.startsWith('point');
  return points ? { percent: Number(digits), length: 3 } : null;
}

const SHARES: readonly (readonly [phrase: string, share: number])[] = [
  ['the whole balance', 1],
  ['the full balance', 1],
  ['the whole amount', 1],
  ['the full amount', 1],
  ['the entire balance', 1],
  ['whole balance', 1],
  ['full balance', 1],
  ['entire balance', 1],
  ['the whole thing', 1],
  ['the lot', 1],
  ['all of it', 1],
  ['all of the money', 1],
  ['all of my money', 1],
  ['all the money', 1],
  ['all my money', 1],
  ['all of', 1],
  ['in full', 1],
  ['a half of', 0.5],
  ['half of it', 0.5],
  ['half of', 0.5],
  ['half the balance', 0.5],
  ['half my', 0.5],
  ['half the', 0.5],
  ['half', 0.5],
  ['a third of', 1 / 3],
  ['a quarter of', 0.25],
  ['three quarters of', 0.75],
];

/** "Half of it", "everything", "the whole balance". */
export function shareAt(tokens: readonly Token[], at: number): { share: number; length: number } | null {
  for (const [phrase, share] of SHARES) {
    const words = phrase.split(' ');
    if (words.every((word, index) => tokens[at + index]?.text === word))
      return { share, length: words.length };
  }
  return null;
}
