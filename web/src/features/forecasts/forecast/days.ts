import { type DayNumber, dayText, type Instant, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { startOfDay } from '@/lib/dates';

/** A forecast is tried on a day that lies so far back. */
export const BACK_TEST_DAYS = 30;
/** The model learns from a year; where it is tried, from the year before that day. */
const HISTORY_DAYS = 365 + BACK_TEST_DAYS;

/** Returns the household's time, which may be later than its clock. */
export function getNow({ now, simulated_until }: Pick<HouseholdRow, 'now' | 'simulated_until'>): Instant {
  return Math.max(now, simulated_until);
}

export function getToday(row: HouseholdRow): DayNumber {
  return new Zone(row.time_zone).getDay(getNow(row));
}

/** From when on spending is read: the same instant all day long and in both rooms. ISO 8601. */
export function spendingSince(row: HouseholdRow): string {
  return startOfDay(dayText(getToday(row)), row.time_zone, -HISTORY_DAYS);
}
