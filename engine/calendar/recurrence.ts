import type {
  AutoDepositFrequency,
  PaymentFrequency,
  Recurrence,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { addMonths, type DayNumber, type Instant, weekday, type Zone } from './calendar.ts';

const HOUR_MS = 3_600_000;
const SATURDAY = 6;
const SUNDAY = 0;

const DAYS: Partial<Record<AutoDepositFrequency | PaymentFrequency, number>> = {
  DAILY: 1,
  WEEKLY: 7,
  BIWEEKLY: 14,
};
const MONTHS: Partial<Record<AutoDepositFrequency | PaymentFrequency, number>> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  ANNUALLY: 12,
};

/**
 * The calendar day of occurrence n, from 0. Monthly ones are counted from the first day, so that the 31st is the last
 * day of short months and the 31st of the others. Hourly rules have no day of their own: the day of their instant.
 */
export function occurrenceDay(
  rule: Recurrence<AutoDepositFrequency | PaymentFrequency>,
  occurrence: number,
  zone: Zone,
): DayNumber {
  const { frequency, start } = rule;
  const days = DAYS[frequency];
  if (days !== undefined) return start + days * occurrence;
  const months = MONTHS[frequency];
  if (months !== undefined) return addMonths(start, months * occurrence);
  return zone.dayOf(occurrenceAt(rule, occurrence, zone));
}

/** When occurrence n acts. Hourly rules go on by the hour, whatever the clocks on the wall do; others by local time. */
export function occurrenceAt(
  rule: Recurrence<AutoDepositFrequency | PaymentFrequency>,
  occurrence: number,
  zone: Zone,
): Instant {
  if (rule.frequency === 'HOURLY') return zone.at(rule.start, rule.minutes) + occurrence * HOUR_MS;
  return zone.at(occurrenceDay(rule, occurrence, zone), rule.minutes);
}

/** Whether occurrence n still lies within the rule's end. */
export function happens(
  rule: Recurrence<AutoDepositFrequency | PaymentFrequency>,
  occurrence: number,
  zone: Zone,
): boolean {
  if (rule.paused) return false;
  if (rule.count !== undefined && occurrence >= rule.count) return false;
  return rule.end === undefined || occurrenceDay(rule, occurrence, zone) <= rule.end;
}

/** The day a payment really leaves: a Saturday or Sunday gives way to the working day before or after. */
export function workingDay(day: DayNumber, weekend: ScheduledPaymentState['weekend']): DayNumber {
  const on = weekday(day);
  if (weekend === 'stays' || (on !== SATURDAY && on !== SUNDAY)) return day;
  if (weekend === 'before') return day - (on === SATURDAY ? 1 : 2);
  return day + (on === SATURDAY ? 2 : 1);
}

/** The number of the first occurrence after an instant. */
export function firstOccurrenceAfter(
  rule: Recurrence<AutoDepositFrequency | PaymentFrequency>,
  instant: Instant,
  zone: Zone,
): number {
  let low = 0;
  let high = 1;
  while (occurrenceAt(rule, high, zone) <= instant) high *= 2;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (occurrenceAt(rule, middle, zone) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
