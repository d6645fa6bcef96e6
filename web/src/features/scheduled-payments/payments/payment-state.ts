import type { IncreaseType } from '@engine/bills/increase-terms.ts';
import { dayText, getDate, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { getHolidayCurrency } from '@engine/calendar/recurrence.ts';
import { simulateUntilNow } from '@engine/forecast/upcoming.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { SAME_DAY_CURRENCY, SAME_DAY_FEE } from '@engine/products/accounts/same-day.ts';
import type { HouseholdState, ScheduledPaymentState } from '@engine/simulation/state.ts';
import { formatAs, formatMonthDay, formatTextDate, ordinal } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import type { PaymentDetails } from '../edit/payment-schema';
import { nextDays } from '../projection';
import type { ScheduledPayment } from '../queries';

export type RuleState = {
  word: 'Active' | 'Paused' | 'Retrying' | 'Ended';
  tone: 'positive' | 'quiet' | 'warning';
  /** The reason in a sentence; empty if the state is self-explanatory. */
  reason: string;
  /** The next date (`yyyy-MM-dd`); null if there is none. */
  next: string | null;
  /** The type of the payment's usual increases; null if its amount stays the same. */
  type: IncreaseType | null;
  /** The announced increase: the new amount in major units, and the day of its first payment. */
  increase: { amount: number; on: string } | null;
};

const UNKNOWN: RuleState = {
  word: 'Active',
  tone: 'positive',
  reason: '',
  next: null,
  type: null,
  increase: null,
};

/** Returns the current state of each rule by id. Simulates the household until now. */
export function ruleStates(
  household: HouseholdRow,
  rules: readonly ScheduledPayment[],
): Map<string, RuleState> {
  const zone = new Zone(household.time_zone);
  const simulated = simulateUntilNow(household);
  const simulatedRules = new Map(simulated.scheduledPayments.map((rule) => [rule.id, rule]));
  return new Map(
    rules.map(({ id }) => {
      const rule = simulatedRules.get(id);
      return [id, rule ? { ...stateOfRule(rule, simulated, zone), ...getIncrease(rule) } : UNKNOWN];
    }),
  );
}

function getIncrease({ bill, recurrence }: ScheduledPaymentState): Pick<RuleState, 'type' | 'increase'> {
  const next = recurrence.paused ? undefined : bill?.next;
  return {
    type: bill?.type ?? null,
    increase: next ? { amount: fromMinor(markMinor(next.amount)), on: dayText(next.on) } : null,
  };
}

function stateOfRule(
  rule: ScheduledPaymentState,
  household: HouseholdState,
  zone: Zone,
): Omit<RuleState, 'type' | 'increase'> {
  const { recurrence, retry } = rule;
  if (recurrence.paused)
    return { word: 'Paused', tone: 'quiet', reason: 'No payments go out until you resume them.', next: null };
  const [next] = nextDays(rule, zone, 1, getHolidayCurrency(household, rule.accountId));
  if (retry)
    return {
      word: 'Retrying',
      tone: 'warning',
      reason: formatRetry(rule, retry.tries, household),
      next: dayText(retry.on),
    };
  if (next === undefined) return { word: 'Ended', tone: 'quiet', reason: 'Completed', next: null };
  return { word: 'Active', tone: 'positive', reason: '', next: dayText(next) };
}

function formatRetry(rule: ScheduledPaymentState, tries: number, household: HouseholdState): string {
  const account = household.accounts.find(({ id }) => id === rule.accountId);
  const tried = `Tried ${tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`}`;
  if (!account || typeof rule.amount !== 'number') return `${tried}: insufficient funds.`;
  const missing = markMinor(rule.amount - account.balance);
  if (missing <= 0) return `${tried}: insufficient funds. You now have enough money in ${account.name}.`;
  return `${tried}: ${formatMinor(missing, account.currency)} short in ${account.name}.`;
}

export const FREQUENCY_LABELS: Record<string, string> = {
  WEEKLY: 'Weekly',
  BIWEEKLY: 'Biweekly',
  MONTHLY: 'Monthly',
  QUARTERLY: 'Quarterly',
  ANNUALLY: 'Annually',
};

export const WEEKEND_LABELS: Record<string, string> = {
  stays: 'Pay on that date',
  before: 'Pay on the business day before',
  after: 'Pay on the business day after',
};

const SAME_DAY_PRICE = formatMinor(markMinor(SAME_DAY_FEE), SAME_DAY_CURRENCY);

export const SPEED_LABELS: Record<string, string> = {
  standard: 'Next business day: free',
  same_day: `Same day: ${SAME_DAY_PRICE} for each payment`,
};

export const AMOUNT_LABELS: Record<string, string> = {
  fixed: 'Fixed amount',
  statement: 'Statement balance',
  minimum: 'Minimum payment',
};

/** Formats a frequency, such as `every month on the 31st, or the last day of shorter months`. */
export function formatRhythm(frequency: string, startDate: string): string {
  const weekday = formatAs(startDate, 'EEEE');
  const { date } = getDate(parseDay(startDate));
  const short = date > 28 ? ', or the last day of shorter months' : '';
  const on = `on the ${ordinal(date)}${short}`;
  switch (frequency) {
    case 'WEEKLY':
      return `every ${weekday}`;
    case 'BIWEEKLY':
      return `every other ${weekday}`;
    case 'QUARTERLY':
      return `every 3 months ${on}`;
    case 'ANNUALLY':
      return `every year on ${formatMonthDay(startDate)}`;
    default:
      return `every month ${on}`;
  }
}

type SentenceDetails = Pick<
  PaymentDetails,
  'amount_kind' | 'amount' | 'frequency' | 'start_date' | 'end_date' | 'occurrences' | 'weekend' | 'speed'
>;

export function ruleSentence(
  { amount_kind, amount, frequency, start_date, end_date, occurrences, weekend, speed }: SentenceDetails,
  names: { to: string; from: string; currency: string },
): string {
  const sum = {
    fixed: formatMoney(amount ?? 0, names.currency),
    statement: 'The statement balance',
    minimum: 'The minimum payment',
  }[amount_kind];
  const end = end_date
    ? `, until ${formatTextDate(end_date)}`
    : occurrences === null
      ? ''
      : `, ${occurrences === 1 ? 'once' : `${occurrences} times`}`;
  const moved = {
    stays: '',
    before: ' If banks are closed on the date, we pay on the business day before.',
    after: ' If banks are closed on the date, we pay on the business day after.',
  }[weekend];
  return (
    `${sum} is paid from ${names.from} to ${names.to} ${formatRhythm(frequency, start_date)}, ` +
    `starting ${formatTextDate(start_date)}${end}.${moved}` +
    (speed ? ` Each same-day transfer costs ${SAME_DAY_PRICE}.` : '')
  );
}
