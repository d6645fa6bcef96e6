/** Formats amounts and days for documents, the same on every machine. */

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const MINUS = '\u2212';

/** Converts major to minor units. */
export const minor = (amount: number) => Math.round(amount * 100);

/** Formats minor units as `$1,234.56`, with a minus sign before the symbol. */
export function money(amount: number, currency: string): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? MINUS : ''}${SYMBOLS[currency] ?? `${currency} `}${whole}.${digits.slice(-2)}`;
}

/** Adds a plus sign for incoming money. */
export const signed = (amount: number, currency: string) =>
  `${amount > 0 ? '+' : ''}${money(amount, currency)}`;

/** Formats `6.4%`. */
export const percent = (rate: number) => `${Math.round(rate * 1_000_000) / 1_000_000}%`;

/** Formats a day (`2026-10-31`) as `10/31/2026`. */
export function formatDocumentDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Formats `October 2026`. */
export const getMonth = (day: string) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** Returns the last four digits of an account or card number. */
export const masked = (number: string | undefined) => (number ? `•••• ${number.slice(-4)}` : 'closed');

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;
