import { type Minor, markMinor, toMinor } from './minor.ts';

/** Parses and formats amounts in minor units. */

/** The largest amount that a form accepts, 999,999,999.99. */
export const LARGEST_MINOR = markMinor(99_999_999_999);
const MINOR_PER_MAJOR = 100;
const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };
/** The minus sign has the same width as a plus sign, unlike the hyphen. */
const MINUS = '\u2212';

/**
 * Parses an amount that a customer typed: `1,234.5`, `$12`, `.5`. Returns null for other text, more than two
 * decimals, ambiguous commas (`1,5`), and amounts above the limit.
 */
export function minorIn(text: string): Minor | null {
  const typed = text.replace(/[\s$€£]/g, '');
  const match = /^(\d*|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?$/.exec(typed);
  if (!match || typed === '' || typed === '.') return null;
  const [, units = '', cents = ''] = match;
  const amount = Number(units.replaceAll(',', '') || '0') * MINOR_PER_MAJOR + Number(cents.padEnd(2, '0'));
  return amount > LARGEST_MINOR ? null : markMinor(amount);
}

/** Formats 123456 as `1,234.56`, omitting the sign and currency. */
export function getDigits(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}

/**
 * Formats an amount in major units like `1,500.00`, omitting the sign and currency. The two decimals make it
 * unambiguous.
 */
export const formatPlain = (amount: number): string => getDigits(toMinor(amount));

/**
 * Formats an amount as `$1,234.56` or `−$1,234.56`. With `signed`, positive amounts start with a plus sign.
 */
export function moneyText(amount: number, currency: string, signed = false): string {
  const sign = amount < 0 ? MINUS : signed && amount > 0 ? '+' : '';
  return `${sign}${SYMBOLS[currency] ?? `${currency} `}${getDigits(amount)}`;
}

/** Formats a positive amount in minor units with its currency: `$1,234.56`. */
export const formatAmount = (amount: number, currency: string): string =>
  `${SYMBOLS[currency] ?? `${currency} `}${getDigits(amount)}`;
