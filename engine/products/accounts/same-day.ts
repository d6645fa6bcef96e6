import { getNextBusinessDay } from '../../calendar/bank-holidays.ts';
import { getBankZone } from '../../calendar/bank-time.ts';
import type { Instant } from '../../calendar/calendar.ts';

/**
 * Same-day ACH transfers. The bank accepts them until 1 p.m. in New York for the operator's 2:45 p.m. window,
 * which settles at 5 p.m. (Nacha, effective March 19, 2021; limit per payment from March 18, 2022). Times are in
 * minutes after midnight.
 */
export const SAME_DAY_CUTOFF_MINUTES = 13 * 60;
const SETTLES_AT_MINUTES = 17 * 60;

/** The bank's fee for a same-day transfer, in minor units. */
export const SAME_DAY_FEE = 3_00;
/** The most that one same-day transfer can move, in minor units. */
export const SAME_DAY_LIMIT = 1_000_000_00;

/** The only currency with same-day transfers. Those in euros and pounds are faster anyway. */
export const SAME_DAY_CURRENCY = 'USD';

type TransferTarget = { currency: string; customerZone: string; observesHolidays: boolean };

/**
 * Returns when a same-day transfer that starts at an instant arrives: at 5 p.m. on the same business day, or on
 * the next one after the cutoff. Returns undefined for currencies without same-day transfers.
 */
export function getSameDayArrival(
  at: Instant,
  { currency, customerZone, observesHolidays }: TransferTarget,
): Instant | undefined {
  if (currency !== SAME_DAY_CURRENCY) return undefined;
  const zone = getBankZone(currency, customerZone);
  const today = zone.getDay(at);
  const isLate = at >= zone.at(today, SAME_DAY_CUTOFF_MINUTES);
  const day = getNextBusinessDay(isLate ? today + 1 : today, observesHolidays ? currency : undefined);
  return zone.at(day, SETTLES_AT_MINUTES);
}
