import { LARGEST_MINOR, minorIn } from '@engine/money/amount-text.ts';

/** An amount in integer minor units (cents). Made only in this module, so that no float arithmetic touches money. */
export type Minor = number & { readonly __unit: 'minor' };

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };
const MINOR_PER_MAJOR = 100;
/** The largest amount a form accepts, 999,999,999.99. */
export const LARGEST_AMOUNT = LARGEST_MINOR as Minor;
/** The bank keeps rates with eight decimals. */
const RATE_UNITS = 100_000_000n;
/** A true minus sign: as wide as a plus, unlike the hyphen. */
const MINUS = '\u2212';
const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Minor units of a major amount as the bank sends it (1234.5 → 123450). Rounds half away from zero. */
export function toMinor(amount: number): Minor {
  const scaled = Math.abs(amount) * MINOR_PER_MAJOR;
  // 1.005 * 100 is 100.49999…: the nearest representable neighbor decides, not the noise.
  const rounded = Math.round(scaled * (1 + Number.EPSILON));
  return getWithSign(amount, rounded);
}

/** The major amount that the bank expects (123450 → 1234.5); exact for every amount the bank can hold. */
export function fromMinor(amount: Minor): number {
  return amount / MINOR_PER_MAJOR;
}

export function addMinor(...amounts: readonly Minor[]): Minor {
  return amounts.reduce((sum, amount) => sum + amount, 0) as Minor;
}

export function subtractMinor(from: Minor, amount: Minor): Minor {
  return (from - amount) as Minor;
}

export function negateMinor(amount: Minor): Minor {
  return (0 - amount) as Minor;
}

/** Equal shares that add up to the amount; cents that cannot be divided go one each to the first. */
export function splitMinor(amount: Minor, parts: number): Minor[] {
  const even = Math.trunc(amount / parts);
  const left = amount - even * parts;
  return Array.from({ length: parts }, (_, index) => (index < left ? even + 1 : even) as Minor);
}

/**
 * Converts with a rate of units of the target per unit of the source, rounded half away from zero. Whole numbers all
 * the way, because a product of floats falls on the wrong side of a half cent where the bank's does not.
 */
export function convertMinor(amount: Minor, rate: number): Minor {
  const product = BigInt(Math.abs(amount)) * BigInt(Math.round(rate * Number(RATE_UNITS)));
  return getWithSign(amount, Number((product + RATE_UNITS / 2n) / RATE_UNITS));
}

/** The sum of amounts in major units, without float noise. */
export function sumOf(amounts: readonly number[]): number {
  return fromMinor(addMinor(0 as Minor, ...amounts.map(toMinor)));
}

/**
 * Amounts of several currencies in one of them, by rates of its units per unit of theirs; each rounded on its own. What
 * has no rate is not counted and said to be left out. Major units.
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
    total: fromMinor(addMinor(0 as Minor, ...counted)),
    leftOut: [...new Set(missing.map(({ currency }) => currency))],
  };
}

/** Zero stays without a sign. */
function getWithSign(amount: number, magnitude: number): Minor {
  return (amount < 0 ? 0 - magnitude : magnitude) as Minor;
}

export function currencySymbol(currency: string): string {
  return SYMBOLS[currency] ?? '$';
}

/** `$1,234.56`, `−$1,234.56`; with `signed` also `+$1,234.56`. Takes major units as the bank sends them. */
export function formatMoney(amount: number, currency = 'USD', signed = false): string {
  return formatMinor(toMinor(amount), currency, signed);
}

export function formatMinor(amount: Minor, currency = 'USD', signed = false): string {
  const sign = amount < 0 ? MINUS : signed && amount > 0 ? '+' : '';
  return `${sign}${currencySymbol(currency)}${grouped.format(Math.abs(amount) / MINOR_PER_MAJOR)}`;
}

/** The same text in the two parts that are set differently: `$1,234` and `.56`. */
export function moneyParts(
  amount: number,
  currency = 'USD',
  signed = false,
): { units: string; cents: string } {
  const text = formatMoney(amount, currency, signed);
  return { units: text.slice(0, -3), cents: text.slice(-3) };
}

/**
 * Reads what a customer typed: `1,234.5`, `$12`, `.5`. Null when it is not an amount, has more than two decimals or a
 * comma that does not group thousands (`1,5` means one and a half to half the world), or is larger than the bank takes.
 */
export function parseAmount(text: string): Minor | null {
  return minorIn(text) as Minor | null;
}

/** Formats an interest rate in percent with two decimals: `3.10%`. */
export const formatRate = (percent: number) => `${percent.toFixed(2)}%`;
