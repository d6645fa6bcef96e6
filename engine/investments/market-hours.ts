import { getNextBusinessDay, isBusinessDay } from '../calendar/bank-holidays.ts';
import { type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';

const NEW_YORK = new Zone('America/New_York');
const CLOSES_AT_MINUTES = 16 * 60;
export const FUND_CURRENCY = 'USD';

const getClose = (day: DayNumber): Instant => NEW_YORK.at(day, CLOSES_AT_MINUTES);

/** Returns the first business day whose close at 4 p.m. New York time is after an instant. */
export function getNextClose(after: Instant): { day: DayNumber; at: Instant } {
  const today = NEW_YORK.getDay(after);
  const day = getNextBusinessDay(getClose(today) > after ? today : today + 1, FUND_CURRENCY);
  return { day, at: getClose(day) };
}

/** Returns the last business day whose close is at or before an instant. */
export function getLastClose(before: Instant): DayNumber {
  let day = NEW_YORK.getDay(before);
  while (!isBusinessDay(day, FUND_CURRENCY) || getClose(day) > before) day -= 1;
  return day;
}

/** Returns the business day on which the proceeds of a sale settle (T+1). */
export const getSettlementDay = (sold: DayNumber): DayNumber => getNextBusinessDay(sold + 1, FUND_CURRENCY);
