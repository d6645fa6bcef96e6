import { dayText, getDate, parseDay, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { markMinor } from '@engine/money/minor.ts';
import type { ScheduledPaymentState } from '@engine/simulation/state.ts';
import { formatAs, formatMonthDay, formatTextDate, ordinal } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import type { PaymentDetails } from '../edit/payment-schema';
import type { ScheduledPayment } from '../queries';
import { nextDays, rulesNow } from '../upcoming/projection';

export type RuleState = {
  word: 'Active' | 'Paused' | 'Retrying' | 'Ended';
  tone: 'positive' | 'quiet' | 'warning';
  /** The reason in a sentence; empty if the state is self-explanatory. */
  reason: string;
  /** The next date (`yyyy-MM-dd`); null if there is none. */
  next: string | null;
};

const UNKNOWN: RuleState = { word: 'Active', tone: 'positive', reason: '', next: null };

/** Returns the current state of each rule by id. Simulates the household until now. */
export function ruleStates(
  household: HouseholdRow,
  rules: readonly ScheduledPayment[],
): Map<string, RuleState> {
  const zone = new Zone(household.time_zone);
  const simulated = rulesNow(household);
  return new Map(
    rules.map((rule) => {
      const state = simulated.get(rule.id);
      return [rule.id, state ? stateOfRule(state, household, zone) : UNKNOWN];
    }),
  );
}

function stateOfRule(rule: ScheduledPaymentState, household: HouseholdRow, zone: Zone): RuleState {
  const { recurrence, retry } = rule;
  if (recurrence.paused)
    return { word: 'Paused', tone: 'quiet', reason: 'No payments go out until you resume them.', next: null };
  const [next] = nextDays(rule, zone, 1);
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

function formatRetry(rule: ScheduledPaymentState, tries: number, household: HouseholdRow): string {
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
  stays: 'Pay on the weekend',
  before: 'Pay on the Friday before',
  after: 'Pay on the Monday after',
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
  'amount_kind' | 'amount' | 'frequency' | 'start_date' | 'end_date' | 'occurrences' | 'weekend'
>;

export function ruleSentence(
  { amount_kind, amount, frequency, start_date, end_date, occurrences, weekend }: SentenceDetails,
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
    before: ' If the date falls on a weekend, we pay on the Friday before.',
    after: ' If the date falls on a weekend, we pay on the Monday after.',
  }[weekend];
  return (
    `${sum} is paid from ${names.from} to ${names.to} ${formatRhythm(frequency, start_date)}, ` +
    `starting ${formatTextDate(start_date)}${end}.${moved}`
  );
}
