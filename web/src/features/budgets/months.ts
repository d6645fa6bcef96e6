import { formatAs } from '@/lib/dates';

/**
 * Returns the first day (`yyyy-MM-01`) of the month that is `months` months later. `months` can be negative.
 */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const total = year * 12 + number - 1 + months;
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}-01`;
}

export function getLastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month.slice(0, 7)}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

export const monthName = (month: string) => formatAs(month, 'MMMM');
export const monthLong = (month: string) => formatAs(month, 'MMMM yyyy');

/** Parses the month in a URL; null if it is missing or invalid. */
export function monthIn(text: string | null): string | null {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null;
}

/** Returns the path of a category's transactions in a month. */
export function getCategoryPath(categoryId: string | null, month: string): string {
  return `/transactions?q=is:spending&category=${categoryId ?? 'none'}&from=${month}&to=${getLastDay(month)}`;
}
