import { TZDate } from '@date-fns/tz';
import type { HouseholdEntry, HouseholdLine } from './household.ts';

/** Pages of the bank's own ledger that an entry may name. */
export type System = 'outside' | 'interest' | 'opening' | 'exchange';

/** One side of an entry: minor units, in the customer's favour. */
export type Side = { page: Page | System; amount: number; currency?: string; type?: HouseholdLine['type'] };

/** A product of the household with what its history adds up to so far, in minor units and in the customer's favour. */
export type Page = { id: string; currency: string; balance: number };

export type Words = {
  kind: string;
  description: string;
  merchant?: string;
  category?: string;
  event_key?: string;
};

/** Writes a household's entries in order of time and keeps the balances that they add up to. */
export class DemoBooks {
  readonly entries: HouseholdEntry[] = [];
  private last = 0;
  private noon = { day: '', instant: 0 };

  constructor(
    private readonly now: number,
    private readonly timeZone: string,
  ) {}

  /**
   * Writes one entry at a local time of a day (minutes after midnight), a moment after the entry before it at the
   * earliest. What would lie in the future is not written; the answer says whether it was.
   */
  write(day: Day, minutes: number, words: Words, sides: readonly Side[]): boolean {
    const at = Math.max(this.instantOn(day, minutes), this.last + 1);
    if (at > this.now) return false;
    this.last = at;
    for (const { page, amount } of sides) if (typeof page !== 'string') page.balance += amount;
    this.entries.push({ at: new Date(at).toISOString(), ...words, lines: sides.map(lineOf) });
    return true;
  }

  /** Counted from noon, which every day has and which is looked up once a day. */
  private instantOn(day: Day, minutes: number): number {
    const text = dayText(day);
    if (this.noon.day !== text) this.noon = { day: text, instant: instantOf(day, NOON, this.timeZone) };
    return this.noon.instant + (minutes - NOON) * 60_000;
  }
}

/** A calendar day: year, month from 1 to 12, day of the month. */
export type Day = { year: number; month: number; date: number };

const DAY_MS = 86_400_000;
/** Minutes after midnight. */
const NOON = 12 * 60;

/** Milliseconds of a local time. A time that a clock change skips is the one after it. */
export function instantOf({ year, month, date }: Day, minutes: number, timeZone: string): number {
  return new TZDate(year, month - 1, date, Math.floor(minutes / 60), minutes % 60, timeZone).getTime();
}

export function dayIn(instant: number, timeZone: string): Day {
  const local = new TZDate(instant, timeZone);
  return { year: local.getFullYear(), month: local.getMonth() + 1, date: local.getDate() };
}

export function addDays(day: Day, days: number): Day {
  const moved = new Date(Date.UTC(day.year, day.month - 1, day.date) + days * DAY_MS);
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, date: moved.getUTCDate() };
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: Day, months: number): Day {
  const count = day.year * 12 + day.month - 1 + months;
  const year = Math.floor(count / 12);
  const month = (count % 12) + 1;
  return { year, month, date: Math.min(day.date, lastDate(year, month)) };
}

export function lastDate(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 0 for Sunday. */
export function weekday(day: Day): number {
  return new Date(Date.UTC(day.year, day.month - 1, day.date)).getUTCDay();
}

export function isSame(one: Day, other: Day): boolean {
  return one.date === other.date && one.month === other.month && one.year === other.year;
}

/** `2026-10-14`. */
export function dayText({ year, month, date }: Day): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${year}-${two(month)}-${two(date)}`;
}

function lineOf({ page, amount, currency, type }: Side): HouseholdLine {
  const isOwn = typeof page !== 'string';
  return {
    ledger: isOwn ? page.id : page,
    amount: amount / 100,
    currency: currency ?? (isOwn ? page.currency : 'USD'),
    ...(type && { type }),
  };
}
