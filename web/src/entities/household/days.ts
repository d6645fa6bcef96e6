import { type DayNumber, dayText, type Instant, Zone } from '@engine/calendar/calendar.ts';
import { BACK_TEST_DAYS } from '@engine/forecast/back-test-days.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { startOfDay } from '@/lib/dates';

/** The model is trained on the year before the forecast day. */
const HISTORY_DAYS = 365 + BACK_TEST_DAYS;

/** Returns the household's current time, or the time simulated so far if that is later. */
export function getNow({ now, simulated_until }: Pick<HouseholdRow, 'now' | 'simulated_until'>): Instant {
  return Math.max(now, simulated_until);
}

export function getToday(row: HouseholdRow): DayNumber {
  return new Zone(row.time_zone).getDay(getNow(row));
}

/**
 * Returns the start of the spending history (ISO 8601). Forecasts and what-ifs use the same instant all day.
 */
export function spendingSince(row: HouseholdRow): string {
  return startOfDay(dayText(getToday(row)), row.time_zone, -HISTORY_DAYS);
}
