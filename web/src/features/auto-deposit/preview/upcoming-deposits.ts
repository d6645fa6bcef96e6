import { DAY_MS, getDate, type Instant, parseDay, weekday, type Zone } from '@engine/calendar/calendar.ts';
import { firstOccurrenceAfter, getNextDeposit, isMovable } from '@engine/calendar/recurrence.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { withoutSurprises } from '@engine/simulation/shocks.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { AutoDepositFrequency, Recurrence } from '@engine/simulation/state.ts';
import { formatListDate, formatTime, ordinal } from '@/lib/dates';
import { convertMinor, formatMoney } from '@/lib/money';

/** The frequencies that the specification requires, and biweekly for paychecks. */
export const FREQUENCIES = [
  { value: 'HOURLY', label: 'Hourly' },
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'BIWEEKLY', label: 'Biweekly' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const satisfies readonly { value: AutoDepositFrequency; label: string }[];

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** The first day of the month that doesn't exist in every month. */
const FIRST_MISSING_DATE = 29;
/** The average number of deposits per month. A month is a twelfth of a 365-day year. */
const TIMES_A_MONTH: Record<AutoDepositFrequency, number> = {
  HOURLY: (365 * 24) / 12,
  DAILY: 365 / 12,
  WEEKLY: 365 / 7 / 12,
  BIWEEKLY: 365 / 14 / 12,
  MONTHLY: 1,
};

/** The schedule of a rule: days as `yyyy-MM-dd` and a time `HH:mm` in the customer's time zone. */
export type Rhythm = {
  frequency: string;
  start_date: string;
  start_time: string;
  end_date: string | null;
  occurrences: number | null;
  /** For a paycheck in a household that observes bank holidays: the currency whose holidays apply. */
  holidayCurrency?: string | undefined;
};

export function getLabel(frequency: string): string {
  return FREQUENCIES.find(({ value }) => value === frequency)?.label ?? frequency;
}

/** Returns up to `most` upcoming occurrences of a schedule. Ignores pauses. */
export function nextDeposits(rhythm: Rhythm, now: Instant, zone: Zone, most: number): Instant[] {
  const recurrence = getRecurrence(rhythm);
  const first = firstOccurrenceAfter(recurrence, now, zone);
  return Array.from({ length: most }, (_, index) => depositAt(rhythm, first + index, now, zone)).filter(
    (at) => at !== null,
  );
}

/** Returns the instant of an occurrence; null if the schedule has ended by then. */
function depositAt(rhythm: Rhythm, occurrence: number, now: Instant, zone: Zone): Instant | null {
  const recurrence = { ...getRecurrence(rhythm), next: occurrence };
  // Without a holiday currency, pay doesn't move.
  return getNextDeposit({ recurrence, isPay: true }, zone, rhythm.holidayCurrency, now);
}

/** Returns the last occurrence of a schedule; null if it never ends or ends before it begins. */
export function lastDeposit(rhythm: Rhythm, now: Instant, zone: Zone): Instant | null {
  const recurrence = getRecurrence(rhythm);
  const { count, end } = recurrence;
  const byDay =
    end === undefined ? undefined : firstOccurrenceAfter(recurrence, zone.getStart(end + 1) - 1, zone);
  const bounds = [count, byDay].filter((bound) => bound !== undefined);
  const times = Math.min(...bounds);
  return bounds.length === 0 || times < 1 ? null : depositAt(rhythm, times - 1, now, zone);
}

/** Counts the past occurrences of a rule's schedule, including those before the rule was created. */
export function timesBehind(rhythm: Rhythm, now: Instant, zone: Zone): number {
  const behind = firstOccurrenceAfter(getRecurrence(rhythm), now, zone);
  return Math.min(behind, rhythm.occurrences ?? behind);
}

/** Returns the average monthly amount of a rule in major units. A month is a twelfth of a 365-day year. */
export function monthlyAmount(amount: number, frequency: string): number {
  const times = TIMES_A_MONTH[getFrequency(frequency)];
  return fromMinor(convertMinor(toMinor(amount), times));
}

/**
 * Describes a rule's effect, such as `Every Friday at 6:00 AM, $1,130.00 will arrive in Everyday; first on
 * Fri, Nov 27.`
 */
export function getSentence(
  rhythm: Rhythm,
  what: { amount: number; currency: string; account: string },
  now: Instant,
  zone: Zone,
): string {
  const money = `${formatMoney(what.amount, what.currency)} will arrive in ${what.account}`;
  const [next] = nextDeposits(rhythm, now, zone, 1);
  if (next === undefined) return 'No deposits left. All dates are in the past.';
  const when = (at: Instant) => formatDay(at, zone, rhythm.frequency === 'HOURLY');
  const last = lastDeposit(rhythm, now, zone);
  if (last === next) return `Once, on ${formatDay(next, zone, true)}, ${money}.`;
  const hasStarted = timesBehind(rhythm, now, zone) > 0;
  const end = last === null ? '' : `, last on ${when(last)}`;
  const moves = rhythm.holidayCurrency !== undefined && isMovable(getRecurrence(rhythm));
  const closed = moves ? ' If banks are closed that day, it arrives on the business day before.' : '';
  return `${formatRhythm(rhythm)}, ${money}; ${hasStarted ? 'next' : 'first'} on ${when(next)}${end}.${closed}`;
}

/** Describes a rule's schedule, such as `Every Friday at 6:00 AM`. */
export function formatRhythm({ frequency, start_date, start_time }: Rhythm): string {
  const start = parseDay(start_date);
  // Daylight saving time doesn't start or end on this arbitrary day, so every time of day exists.
  const time = formatTime(`2000-01-01T${start_time}`);
  if (frequency === 'HOURLY') return 'Every hour';
  if (frequency === 'DAILY') return `Every day at ${time}`;
  if (frequency === 'WEEKLY') return `Every ${WEEKDAYS[weekday(start)]} at ${time}`;
  if (frequency === 'BIWEEKLY') return `Every other ${WEEKDAYS[weekday(start)]} at ${time}`;
  const { date } = getDate(start);
  const short = date >= FIRST_MISSING_DATE ? ' (last day of shorter months)' : '';
  return `Every month on the ${ordinal(date)} at ${time}${short}`;
}

/** Formats an instant as `Fri, Nov 27`, optionally with its time. */
export function formatDay(at: Instant, zone: Zone, withTime = false): string {
  const day = formatListDate(new Date(at), zone.name);
  return withTime ? `${day} at ${formatTime(new Date(at), zone.name)}` : day;
}

/** An expected deposit, or a deposit that won't arrive. Amounts are in major units. */
export type UpcomingDeposit = {
  key: string;
  at: Instant;
  ruleId: string;
  name: string;
  amount: number;
  currency: string;
  /**
   * The reason why the deposit won't arrive: the account is closed, the year's contributions are at their
   * limit, or the job is lost. Null if it will arrive.
   */
  missing: 'account' | 'limit' | 'job' | null;
};

/**
 * Simulates the upcoming deposits. Includes deposits that won't arrive because of a lost job or a closed
 * account.
 */
export function getUpcomingDeposits(row: HouseholdRow, days: number): UpcomingDeposit[] {
  const { events } = simulate(
    { ...withoutSurprises(buildHouseholdState(row)), spendingProfile: null },
    row.now + days * DAY_MS,
  );
  const rules = new Map(row.auto_deposits.map((rule) => [rule.id, rule]));
  const currencies = new Map(row.accounts.map(({ id, currency }) => [id, currency]));
  const missing = { auto_deposit: null, deposit_failed: 'account', pay_missed: 'job' } as const;
  return events.flatMap(({ key, at, kind, subject = '', lines, facts }) => {
    const rule = rules.get(subject);
    if (!rule || at <= row.now || !(kind in missing)) return [];
    const { name, account_id } = rule;
    // Uses the amount planned for the day of the deposit, because a rule can have a yearly adjustment.
    const planned = lines?.find(({ ledger }) => ledger === account_id)?.amount ?? facts?.['amount'];
    const amount = typeof planned === 'number' ? planned : rule.amount;
    return [
      {
        key,
        at,
        ruleId: subject,
        name,
        amount: amount / 100,
        currency: currencies.get(account_id) ?? 'USD',
        missing: facts?.['reason'] === 'limit' ? 'limit' : missing[kind as keyof typeof missing],
      },
    ];
  });
}

function getRecurrence(rhythm: Rhythm): Recurrence<AutoDepositFrequency> {
  const [hours = 0, minutes = 0] = rhythm.start_time.split(':').map(Number);
  return {
    frequency: getFrequency(rhythm.frequency),
    start: parseDay(rhythm.start_date),
    minutes: hours * 60 + minutes,
    next: 0,
    ...(rhythm.end_date && { end: parseDay(rhythm.end_date) }),
    ...(rhythm.occurrences !== null && { count: rhythm.occurrences }),
  };
}

/** Returns the bank's value if it is one of the frequencies; otherwise `MONTHLY`. */
export function getFrequency(frequency: string): AutoDepositFrequency {
  return FREQUENCIES.find(({ value }) => value === frequency)?.value ?? 'MONTHLY';
}
