import { addMonths, endOfMonth, format, parseISO, startOfMonth } from 'date-fns';

export type Month = { name: string; from: string; to: string };

export const MONTHS_BACK = 36;

/** The month of a day and those before it, the newest first. */
export function monthsUntil(day: string, count: number): Month[] {
  const last = startOfMonth(parseISO(day));
  return Array.from({ length: count }, (_, back) => {
    const first = addMonths(last, -back);
    return {
      name: format(first, 'MMMM yyyy'),
      from: format(first, 'yyyy-MM-dd'),
      to: format(endOfMonth(first), 'yyyy-MM-dd'),
    };
  });
}
