import { Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { clockQueries } from './clock-queries';
import { getToday } from './days';

/** Reads the household at the start of its current day. */
export const todaysHouseholdQuery = () => ({ ...clockQueries.household(), select: moveToStartOfDay });

/**
 * Returns the household at the start of its current day. The query cache returns the same object until the
 * household changes, so projections aren't recomputed needlessly.
 */
function moveToStartOfDay(row: HouseholdRow | null): HouseholdRow | null {
  return row && { ...row, now: new Zone(row.time_zone).getStart(getToday(row)) };
}
