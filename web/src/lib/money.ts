import { LARGEST_MINOR, minorIn } from '@engine/money/amount-text.ts';
import { addMinor, fromMinor, type Minor, markMinor, sumMinor, toMinor } from '@engine/money/minor.ts';

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };
const MINOR_PER_MAJOR = 100;
/** The largest amount that a form accepts, 999,999,999.99. */
export const LARGEST_AMOUNT = markMinor(LARGEST_MINOR);
/** The bank stores rates with eight decimals. */
const RATE_UNITS = 100_000_000n;
/** A minus sign, which is as wide as a plus sign. */
const MINUS = '\u2212';
const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Splits an amount into equal shares that add up to it. The first shares get the remaining cents. */
export function splitMinor(amount: Minor, parts: number): Minor[] {
  const even = Math.trunc(amount / parts);
  const left = amount - even * parts;
  return Array.from({ length: parts }, (_, index) => markMinor(index < left ? even + 1 : even));
}

/**
 * Converts with an exchange rate in target units per source unit, rounded half away from zero. Uses integers,
 * because a product of floats could round differently from the bank's.
 */
export function convertMinor(amount: Minor, rate: number): Minor {
  const product = BigInt(Math.abs(amount)) * BigInt(Math.round(rate * Number(RATE_UNITS)));
  return getWithSign(amount, Number((product + RATE_UNITS / 2n) / RATE_UNITS));
}

/** Adds amounts in major units without float errors. */
export function sumAmounts(amounts: readonly number[]): number {
  return fromMinor(sumMinor(amounts, toMinor));
}

/**
 * Totals amounts of several currencies in one, by rates of its units per unit of theirs. Rounds each amount.
 * Returns the currencies without a rate, which aren't counted. In major units.
 */
export function totalIn(
  amounts: readonly { amount: number; currency: string }[],
  rates: Readonly<Record<string, number>>,
): { total: number; leftOut: string[] } {
  const counted = amounts.flatMap(({ amount, currency }) => {
    const rate = rates[currency];
    return rate === undefined ? [] : [convertMinor(toMinor(amount), rate)];
  });
  const missing = amounts.filter(({ currency }) => rates[currency] === undefined);
  return {
    total: fromMinor(addMinor(...counted)),
    leftOut: [...new Set(missing.map(({ currency }) => currency))],
  };
}

/** Returns zero without a sign. */
function getWithSign(amount: number, magnitude: number): Minor {
  return markMinor(amount < 0 ? 0 - magnitude : magnitude);
}

export function currencySymbol(currency: string): string {
  return SYMBOLS[currency] ?? '$';
}

/** Formats major units: `$1,234.56`, `−$1,234.56`, or with `signed` also `+$1,234.56`. */
export function formatMoney(amount: number, currency = 'USD', signed = false): string {
  return formatMinor(toMinor(amount), currency, signed);
}

export function formatMinor(amount: Minor, currency = 'USD', signed = false): string {
  const sign = amount < 0 ? MINUS : signed && amount > 0 ? '+' : '';
  return `${sign}${currencySymbol(currency)}${grouped.format(Math.abs(amount) / MINOR_PER_MAJOR)}`;
}

/** Formats the two parts that have different styles: `$1,234` and `.56`. */
export function moneyParts(
  amount: number,
  currency = 'USD',
  signed = false,
): { units: string; cents: string } {
  const text = formatMoney(amount, currency, signed);
  return { units: text.slice(0, -3), cents: text.slice(-3) };
}

/**
 * Parses a typed amount: `1,234.5`, `$12`, `.5`. Returns null for other text, more than two decimals, commas
 * that don't group thousands (`1,5` is 1.5 in many countries), and amounts above the limit.
 */
export function parseAmount(text: string): Minor | null {
  return minorIn(text);
}

/** Formats major units as a customer types them, without a currency: `1,234.50`. Empty without an amount. */
export function formatTypedAmount(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : grouped.format(amount);
}

/** Formats an interest rate in percent with two decimals: `3.10%`. */
export const formatRate = (percent: number) => `${percent.toFixed(2)}%`;
