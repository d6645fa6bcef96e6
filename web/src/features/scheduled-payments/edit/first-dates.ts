import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import type { Candidate } from '@engine/insights/recurring-payments.ts';
import { toYearlyFields } from '@/entities/recurring/yearly-change';
import { formatMinor, type Minor, toMinor } from '@/lib/money';
import type { ScheduledPayment } from '../queries';
import { AMOUNT_KINDS, FREQUENCIES, type PaymentFields, WEEKENDS } from './payment-schema';

/** Returns the initial values of the form, starting tomorrow because payments are made in the morning. */
export function blankFields(accountId: string, tomorrow: string): PaymentFields {
  return {
    target: 'outside',
    payee: '',
    name: '',
    accountId,
    amountKind: 'fixed',
    amount: '',
    categoryId: '',
    frequency: 'MONTHLY',
    startDate: tomorrow,
    ends: 'never',
    endDate: '',
    count: '12',
    weekend: 'stays',
    ...toYearlyFields(undefined),
  };
}

export function fieldsOfRule(rule: ScheduledPayment): PaymentFields {
  return {
    ...blankFields(rule.account_id, rule.start_date),
    target: targetValue(rule),
    payee: rule.payee ?? '',
    name: rule.name,
    amountKind: AMOUNT_KINDS.find((kind) => kind === rule.amount_kind) ?? 'fixed',
    amount: rule.amount === null ? '' : amountText(rule.amount),
    categoryId: rule.category_id ?? '',
    frequency: FREQUENCIES.find((frequency) => frequency === rule.frequency) ?? 'MONTHLY',
    ends: rule.end_date ? 'date' : rule.occurrences === null ? 'never' : 'count',
    endDate: rule.end_date ?? '',
    count: String(rule.occurrences ?? 12),
    weekend: WEEKENDS.find((weekend) => weekend === rule.weekend) ?? 'stays',
    ...toYearlyFields(rule),
  };
}

export function fieldsOfCandidate(candidate: Candidate): PaymentFields {
  const { name, accountId, toAccountId, categoryId, frequency, amount, nextDay } = candidate;
  return {
    ...blankFields(accountId, day(nextDay)),
    target: toAccountId ? `account:${toAccountId}` : 'outside',
    payee: toAccountId ? '' : name,
    name: toAccountId ? name : '',
    amount: minorText(amount as Minor),
    categoryId: categoryId ?? '',
    frequency,
  };
}

function targetValue({ to_account_id, card_id, loan_id, mortgage_id }: ScheduledPayment): string {
  if (to_account_id) return `account:${to_account_id}`;
  if (card_id) return `card:${card_id}`;
  if (loan_id) return `loan:${loan_id}`;
  return mortgage_id ? `mortgage:${mortgage_id}` : 'outside';
}

const day = (number: DayNumber) => dayText(number);
const minorText = (amount: Minor) => formatMinor(amount).replace(/[^\d.,]/g, '');

/** Formats an amount in major units as typed: `1,234.50`. */
export const amountText = (amount: number) => minorText(toMinor(amount));
