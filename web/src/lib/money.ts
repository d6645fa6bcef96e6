import { minorIn } from '@engine/money/amount-text.ts';
import { addMinor, fromMinor, type Minor, markMinor, sumMinor, toMinor } from '@engine/money/minor.ts';

export const CURRENCY_LABELS = { USD: 'USD ($)', EUR: 'EUR (€)', GBP: 'GBP (£)' };
const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };
const MINOR_PER_MAJOR = 100;
/** The bank stores rates to eight decimal places. */
const RATE_UNITS = 100_000_000n;
/** A minus sign with the width of a plus sign. */
const MINUS = '\u2212';
const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Splits an amount into equal shares that add up to it exactly. The first shares get the leftover cents. */
export function splitMinor(amount: Minor, parts: number): Minor[] {
  const even = Math.trunc(amount / parts);
  const left = amount - even * parts;
  return Array.from({ length: parts }, (_, index) => markMinor(index < left ? even + 1 : even));
}

/**
 * Converts an amount at an exchange rate in target units per source unit and rounds half away from zero. Uses
 * integers, because multiplying floats could round differently than the bank does.
 */
export function convertMinor(amount: Minor, rate: number): Minor {
  const product = BigInt(Math.abs(amount)) * BigInt(Math.round(rate * Number(RATE_UNITS)));
  const magnitude = Number((product + RATE_UNITS / 2n) / RATE_UNITS);
  return markMinor(amount < 0 ? 0 - magnitude : magnitude);
}

/** Adds amounts in major units and avoids float errors. */
export function sumAmounts(amounts: readonly number[]): number {
  return fromMinor(sumMinor(amounts, toMinor));
}

/** Adds up amounts in major units for each currency. The sums are in minor units. */
export function sumByCurrency(amounts: readonly { amount: number; currency: string }[]): Map<string, Minor> {
  const sums = new Map<string, Minor>();
  for (const { currency, amount } of amounts)
    sums.set(currency, addMinor(sums.get(currency) ?? toMinor(0), toMinor(amount)));
  return sums;
}

/**
 * Totals amounts of several currencies in one currency and rounds each converted amount. A rate is the number
 * of target units per source unit. Also returns the currencies that have no rate and aren't included. All
 * amounts are in major units.
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

export function currencySymbol(currency: string): string {
  return SYMBOLS[currency] ?? '$';
}

/**
 * Formats an amount in major units, such as `$1,234.56` or `−$1,234.56`. If `signed` is true, positive
 * amounts have a plus sign.
 */
export function formatMoney(amount: number, currency = 'USD', signed = false): string {
  return formatMinor(toMinor(amount), currency, signed);
}

export function formatMinor(amount: Minor, currency = 'USD', signed = false): string {
  const sign = amount < 0 ? MINUS : signed && amount > 0 ? '+' : '';
  return `${sign}${currencySymbol(currency)}${grouped.format(Math.abs(amount) / MINOR_PER_MAJOR)}`;
}

/** Parses an amount that a customer typed. Returns minor units, or null if the amount is invalid. */
export const parseAmount = minorIn;

/**
 * Formats an amount in major units for an input, such as `1,234.50`. Returns an empty string if there is no
 * amount.
 */
export function formatTypedAmount(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : grouped.format(amount);
}

/** Formats an interest rate in percent with two decimals, such as `3.10%`. */
export const formatRate = (percent: number) => `${percent.toFixed(2)}%`;

/** Formats a rate in percent with at most six decimals, such as `5.25%`. */
export const formatExactRate = (percent: number) =>
  `${percent.toLocaleString('en-US', { maximumFractionDigits: 6 })}%`;
