import { findSmallest } from '../money/bisect.ts';
import type {
  AutoDepositFrequency,
  AutoDepositState,
  HouseholdState,
  PaymentFrequency,
  Recurrence,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { getNextBusinessDay, getPreviousBusinessDay, isBusinessDay } from './bank-holidays.ts';
import { addMonths, type DayNumber, type Instant, type Zone } from './calendar.ts';

const HOUR_MS = 3_600_000;

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

/**
 * Returns the instant of a payment's next occurrence, or null if the payment is paused or has ended.
 * `holidayCurrency` is from `getHolidayCurrency`.
 */
export function getNextPayment(
  { recurrence, weekend }: ScheduledPaymentState,
  zone: Zone,
  holidayCurrency: string | undefined,
): Instant | null {
  const { next, minutes } = recurrence;
  if (!occursOn(recurrence, next, zone)) return null;
  return zone.at(getPaymentDay(occurrenceDay(recurrence, next, zone), weekend, holidayCurrency), minutes);
}

/**
 * Returns the instant of a deposit's next occurrence, or null if the rule is paused or has ended. A household
 * that observes bank holidays gets a paycheck on the business day before a weekend or holiday. If that time
 * is not after `after`, the paycheck arrives on its planned day.
 */
export function getNextDeposit(
  { recurrence, isPay }: Pick<AutoDepositState, 'recurrence' | 'isPay'>,
  zone: Zone,
  holidayCurrency: string | undefined,
  after: Instant,
): Instant | null {
  const planned = getNextOccurrence(recurrence, zone);
  if (planned === null || !isPay || holidayCurrency === undefined || !isMovable(recurrence)) return planned;
  const day = occurrenceDay(recurrence, recurrence.next, zone);
  const moved = zone.at(getPreviousBusinessDay(day, holidayCurrency), recurrence.minutes);
  return moved > after ? moved : planned;
}

/** Returns true unless the rule's pay arrives every day, so also on weekends and bank holidays. */
export const isMovable = ({ frequency }: { frequency: AutoDepositFrequency }): boolean =>
  frequency !== 'HOURLY' && frequency !== 'DAILY';

/**
 * Returns the day on which a payment is made. A payment due on a weekend or bank holiday stays on that day or
 * moves to the business day before or after, depending on `weekend`. Without a currency, banks are closed only
 * on weekends.
 */
export function getPaymentDay(
  day: DayNumber,
  weekend: ScheduledPaymentState['weekend'],
  holidayCurrency: string | undefined,
): DayNumber {
  if (weekend === 'stays' || isBusinessDay(day, holidayCurrency)) return day;
  return weekend === 'before'
    ? getPreviousBusinessDay(day, holidayCurrency)
    : getNextBusinessDay(day, holidayCurrency);
}

/**
 * Returns the currency whose bank holidays apply to an account. Returns undefined if the household doesn't
 * observe bank holidays, or if the account doesn't exist.
 */
export function getHolidayCurrency(
  { bankHolidays, accounts }: Pick<HouseholdState, 'bankHolidays' | 'accounts'>,
  accountId: string,
): string | undefined {
  return bankHolidays ? accounts.find(({ id }) => id === accountId)?.currency : undefined;
}

/** Returns the index of the first occurrence after an instant. */
export function firstOccurrenceAfter(rule: Rule, instant: Instant, zone: Zone): number {
  const isAfter = (occurrence: number) => occurrenceAt(rule, occurrence, zone) > instant;
  let high = 1;
  while (!isAfter(high)) high *= 2;
  return findSmallest(0, high, isAfter) ?? high;
}
