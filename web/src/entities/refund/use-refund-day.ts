import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { getRefundDay } from '@engine/products/refund.ts';
import { useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatListDate } from '@/lib/dates';

/** Returns a function that formats the day on which the refund of a return on a given day arrives. */
export function useRefundDay(currency: string): (returnedOn: string) => string {
  const { data: household } = useQuery(clockQueries.household());
  const holidayCurrency = household?.carryover.bankHolidays ? currency : undefined;
  return (returnedOn) => formatListDate(dayText(getRefundDay(parseDay(returnedOn), holidayCurrency)));
}
