import { getDate, parseDay } from '@engine/calendar/calendar.ts';
import { formatAs, formatMonthDay, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { PaymentDetails } from '../edit/payment-schema';

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

/** Formats `every month on the 31st, or the last day of shorter months`. */
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

/** Describes a rule in one sentence. */
export function ruleSentence(
  details: Pick<
    PaymentDetails,
    'amountKind' | 'amount' | 'frequency' | 'startDate' | 'endDate' | 'occurrences' | 'weekend'
  >,
  names: { to: string; from: string; currency: string },
): string {
  const { amountKind, amount, frequency, startDate, endDate, occurrences, weekend } = details;
  const sum = {
    fixed: formatMoney(amount ?? 0, names.currency),
    statement: 'The statement balance',
    minimum: 'The minimum payment',
  }[amountKind];
  const end = endDate
    ? `, until ${formatTextDate(endDate)}`
    : occurrences === null
      ? ''
      : `, ${occurrences === 1 ? 'once' : `${occurrences} times`}`;
  const moved = formatWeekend(weekend);
  return (
    `${sum} is paid from ${names.from} to ${names.to} ${formatRhythm(frequency, startDate)}, ` +
    `from ${formatTextDate(startDate)}${end}.${moved && ` ${moved}`}`
  );
}

function formatWeekend(weekend: PaymentDetails['weekend']): string {
  if (weekend === 'before') return 'Weekend payments move to the Friday before.';
  return weekend === 'after' ? 'Weekend payments move to the Monday after.' : '';
}

export function ordinal(number: number): string {
  const rest = number % 100;
  if (rest >= 11 && rest <= 13) return `${number}th`;
  return `${number}${{ 1: 'st', 2: 'nd', 3: 'rd' }[rest % 10] ?? 'th'}`;
}
