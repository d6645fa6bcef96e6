import { dayText, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { occurrenceDay } from '@engine/calendar/recurrence.ts';
import { type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import { BROWSER_TIME_ZONE } from '@/lib/dates';
import type { DayValue } from '@/ui/charts/scales';

export const FREQUENCIES = {
  WEEKLY: 'Every week',
  BIWEEKLY: 'Every 2 weeks',
  MONTHLY: 'Every month',
  QUARTERLY: 'Every 3 months',
  ANNUALLY: 'Every year',
} as const;

/** A transfer as entered. `day` and `frequency` apply to transfers on a date and repeated ones. */
export type Plan = {
  from: string;
  to: string;
  typed: string;
  /** The side whose currency the amount is in. For a purchase of currency, it is the target. */
  side: 'source' | 'target';
  note: string;
  when: 'now' | 'date' | 'repeat';
  day: string;
  frequency: keyof typeof FREQUENCIES;
};

/** The number of days for which the lowest balance is shown. */
export const PROJECTED_DAYS = 60;

/** Returns the days of the plan's transfers, from today to the end of the projection. */
export function getTransferDays({ when, day, frequency }: Plan, today: string): string[] {
  if (when === 'now') return [today];
  if (when === 'date') return [day];
  const zone = new Zone(BROWSER_TIME_ZONE);
  const end = parseDay(today) + PROJECTED_DAYS;
  const rule = { frequency, start: parseDay(day), minutes: 0, next: 0 };
  const days: string[] = [];
  for (let next = rule.start; next <= end; next = occurrenceDay(rule, days.length, zone))
    days.push(dayText(next));
  return days;
}

/**
 * Returns the day with the lowest balance once the transfers are made, in minor units. `projection` contains
 * the balance without them at the end of today and of each later day with a change.
 */
export function getLowestDay(
  projection: readonly DayValue[],
  amount: Minor,
  transferDays: readonly string[],
): { day: string; balance: Minor } | null {
  const days = [...new Set([...projection.map(({ day }) => day), ...transferDays])].sort();
  const first = projection[0]?.day;
  let lowest: { day: string; balance: Minor } | null = null;
  for (const day of days) {
    const point = projection.findLast((change) => change.day <= day);
    if (!point || first === undefined) continue;
    const times = transferDays.filter((transferDay) => transferDay <= day).length;
    const balance = markMinor(toMinor(point.value) - amount * times);
    if (!lowest || balance < lowest.balance) lowest = { day, balance };
  }
  return lowest;
}
