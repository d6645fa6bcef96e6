import { findSmallest } from '../money/bisect.ts';
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

type Frequency = AutoDepositFrequency | PaymentFrequency;
type Rule = Recurrence<Frequency>;

const DAYS: Partial<Record<Frequency, number>> = { DAILY: 1, WEEKLY: 7, BIWEEKLY: 14 };
const MONTHS: Partial<Record<Frequency, number>> = { MONTHLY: 1, QUARTERLY: 3, ANNUALLY: 12 };

/**
 * Returns the calendar day of occurrence n, counted from 0. Monthly occurrences count from the rule's first
 * day, so the 31st moves to the last day only in shorter months. For an hourly rule, returns the day on which
 * the occurrence falls.
 */
export function occurrenceDay(rule: Rule, occurrence: number, zone: Zone): DayNumber {
  const { frequency, start } = rule;
  const days = DAYS[frequency];
  if (days !== undefined) return start + days * occurrence;
  const months = MONTHS[frequency];
  if (months !== undefined) return addMonths(start, months * occurrence);
  return zone.getDay(occurrenceAt(rule, occurrence, zone));
}

/** Returns the instant of occurrence n. Hourly rules ignore clock changes; all other rules use local time. */
export function occurrenceAt(rule: Rule, occurrence: number, zone: Zone): Instant {
  if (rule.frequency === 'HOURLY') return zone.at(rule.start, rule.minutes) + occurrence * HOUR_MS;
  return zone.at(occurrenceDay(rule, occurrence, zone), rule.minutes);
}

/** Returns true if the rule isn't paused and occurrence n is within the rule's count and end date. */
export function occursOn(rule: Rule, occurrence: number, zone: Zone): boolean {
  if (rule.paused) return false;
  if (rule.count !== undefined && occurrence >= rule.count) return false;
  return rule.end === undefined || occurrenceDay(rule, occurrence, zone) <= rule.end;
}

/** Returns the instant of the rule's next occurrence, or null if the rule is paused or has ended. */
export const getNextOccurrence = (rule: Rule, zone: Zone): Instant | null =>
  occursOn(rule, rule.next, zone) ? occurrenceAt(rule, rule.next, zone) : null;

/** Returns the instant of a payment's next occurrence, or null if the payment is paused or has ended. */
export function getNextPayment({ recurrence, weekend }: ScheduledPaymentState, zone: Zone): Instant | null {
  const { next, minutes } = recurrence;
  if (!occursOn(recurrence, next, zone)) return null;
  return zone.at(workingDay(occurrenceDay(recurrence, next, zone), weekend), minutes);
}

/**
 * Returns the day on which a payment is made. A payment due on a Saturday or Sunday stays on that day or
 * moves to the business day before or after, depending on `weekend`.
 */
export function workingDay(day: DayNumber, weekend: ScheduledPaymentState['weekend']): DayNumber {
  const on = weekday(day);
  if (weekend === 'stays' || (on !== SATURDAY && on !== SUNDAY)) return day;
  if (weekend === 'before') return day - (on === SATURDAY ? 1 : 2);
  return day + (on === SATURDAY ? 2 : 1);
}

/** Returns the index of the first occurrence after an instant. */
export function firstOccurrenceAfter(rule: Rule, instant: Instant, zone: Zone): number {
  const isAfter = (occurrence: number) => occurrenceAt(rule, occurrence, zone) > instant;
  let high = 1;
  while (!isAfter(high)) high *= 2;
  return findSmallest(0, high, isAfter) ?? high;
}
