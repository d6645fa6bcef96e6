import { roundMinor } from '@engine/money/minor.ts';
import { formatCount } from '@/lib/count';
import { formatMinor } from '@/lib/money';
import type { LessonFacts, Question } from './lesson';

/** Returns a function that formats amounts, such as `$1,482.13`. */
export const getMoney =
  ({ currency }: Pick<LessonFacts, 'currency'>) =>
  (amount: number) =>
    formatMinor(roundMinor(amount), currency);

/** Formats a percentage with at most one decimal, such as `32.5%`. */
export const percentText = (percent: number) =>
  `${(Math.round(percent * 10) / 10).toString().replace('-', '\u2212')}%`;

/** Formats a percentage with at most two decimals, such as `0.97%`. */
export const finePercentText = (percent: number) => `${Math.round(percent * 100) / 100}%`;

export const shareText = (share: number) => percentText(share * 100);

/** Formats a number of months, such as `2 years and 3 months`. */
export function spanText(months: number): string {
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years === 0) return formatCount(rest, 'month');
  return rest === 0
    ? formatCount(years, 'year')
    : `${formatCount(years, 'year')} and ${formatCount(rest, 'month')}`;
}

/** Returns the average of all full months, or null if there are no full months. */
export function usualMonth({ months }: Pick<LessonFacts, 'months'>) {
  if (months.length === 0) return null;
  const sum = (pick: (month: LessonFacts['months'][number]) => number) =>
    Math.round(months.reduce((total, month) => total + pick(month), 0) / months.length);
  return { earned: sum(({ earned }) => earned), spent: sum(({ spent }) => spent) };
}

/** Returns a chart's bars. `share` is a bar's length relative to the longest bar, from 0 to 1. */
export function getBars(rows: readonly { label: string; amount: number; value: string }[]) {
  const most = Math.max(1, ...rows.map(({ amount }) => amount));
  return rows.map(({ label, amount, value }) => ({ label, value, share: Math.max(0, amount) / most }));
}

/**
 * Builds a quiz question. The position of the correct choice depends on the length of the question's text.
 */
export function question(ask: string, answer: string, wrong: readonly string[], why: string): Question {
  const others = [...new Set(wrong)].filter((choice) => choice !== answer);
  const right = ask.length % (others.length + 1);
  return { ask, choices: others.toSpliced(right, 0, answer), right, why };
}
