import { parseDay, weekday } from '../engine/calendar/calendar.ts';
import { MONTHS } from '../engine/calendar/format-date.ts';
import { moneyText } from '../engine/money/amount-text.ts';
import { toMinor } from '../engine/money/minor.ts';

/** Formats the parts of answers. Amounts are in major units, as in the database; days are `yyyy-MM-dd`. */

const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/**
 * Formats an amount as `$1,234.56` or `−$1,234.56`. With `signed`, positive amounts start with a plus sign.
 */
export const money = (amount: number, currency: string, signed = false) =>
  moneyText(toMinor(amount), currency, signed);

/** Adds amounts in major units. Computes in minor units to avoid rounding errors. */
export function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + toMinor(amount), 0) / 100;
}

/** Returns the name of the weekday, such as `Friday`. */
export const getWeekday = (day: string) => DAYS[weekday(parseDay(day))] ?? '';

/** Returns the month and year of a day or month, such as `October 2026`. */
export const getMonth = (day: string) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** Returns the number of days between two days, both included. */
export const daysIn = (from: string, to: string) => parseDay(to) - parseDay(from) + 1;

/** Formats a day relative to today: `today`, `tomorrow`, `in 5 days`, or `12 days ago`. */
export function awayFrom(today: string, day: string): string {
  const days = parseDay(day) - parseDay(today);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

/** Formats a list such as `a, b, and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} and ${words.at(-1)}`;
}

/** Formats a count with its noun, such as `1 payment` or `12 payments`. */
export const counted = (count: number, item: string, many = `${item}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? item : many}`;

/** Formats a percentage such as `6.4%`, with up to four decimals. */
export const percent = (rate: number) => `${Math.round(rate * 10_000) / 10_000}%`;

/** Formats a number of months, such as `2 years and 3 months`. */
export function monthsLong(months: number): string {
  const [years, remainder] = [Math.floor(months / 12), months % 12];
  if (years === 0) return counted(months, 'month');
  return remainder === 0
    ? counted(years, 'year')
    : `${counted(years, 'year')} and ${counted(remainder, 'month')}`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a sentence that lists the assumptions, or an empty string if there are none. */
export function formatAssumed(assumed: readonly { text: string }[]): string {
  return assumed.length === 0 ? '' : ` Assumed: ${listed(assumed.map(({ text }) => text))}.`;
}

/**
 * Returns sentences that list the converted currencies and the currencies left out for lack of an exchange
 * rate.
 */
export function currencyNote({
  others,
  leftOut,
  into,
  rates,
}: {
  others: readonly string[];
  leftOut: readonly string[];
  into: string;
  /** A phrase such as `today's exchange rates` or `each day's exchange rate`. */
  rates: string;
}): string {
  const counted = others.filter((currency) => currency !== into && !leftOut.includes(currency));
  return [
    counted.length > 0 ? ` Amounts in ${listed(counted)} are converted to ${into} at ${rates}.` : '',
    leftOut.length > 0
      ? ` Amounts in ${listed(leftOut)} aren't included because we don't have an exchange rate.`
      : '',
  ].join('');
}
