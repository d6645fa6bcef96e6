import { dayText, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow, ScheduledPaymentRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import type { Candidate } from '@engine/insights/recurring-payments.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { toYearlyFields } from '@/entities/recurring/yearly-change';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatTypedAmount } from '@/lib/money';
import type { ScheduledPayment } from '../queries';
import { nextDays, type Outgoing, projectPayments } from '../upcoming/projection';
import {
  AMOUNT_KINDS,
  FREQUENCIES,
  type PaymentDetails,
  type PaymentFields,
  type Product,
  type Target,
  WEEKENDS,
} from './payment-schema';

/** The placeholder id of an unsaved rule. */
const DRAFT_ID = '00000000-0000-4000-8000-00000000d4af';
const SHOWN_DAYS = 5;
/** The number of days to project. Some of the next five payments of a quarterly or yearly rule are later. */
const PROJECTED_DAYS = 190;

export type Outlook = {
  /** The rule's next payment days, at most five. */
  days: number[];
  /** Payments of this rule that would fail, nearest first. */
  failing: Outgoing[];
  /** Other payments that would fail only because of this rule. */
  crowdedOut: Outgoing[];
};

/** Projects how the household would change if the customer saved the typed rule. */
export function getOutlook(row: HouseholdRow, details: PaymentDetails, id: string | undefined): Outlook {
  const before = row.scheduled_payments.find((rule) => rule.id === id);
  const without = { ...row, scheduled_payments: row.scheduled_payments.filter((rule) => rule.id !== id) };
  const draft = getDraft(details, id ?? DRAFT_ID, before);
  const drafted = { ...without, scheduled_payments: [...without.scheduled_payments, draft] };
  const rule = buildHouseholdState(drafted).scheduledPayments.find((item) => item.id === draft.id);
  const ahead = projectPayments(drafted, PROJECTED_DAYS).outgoing.filter(isShort);
  const others = new Set(
    projectPayments(without, PROJECTED_DAYS)
      .outgoing.filter(isShort)
      .map(({ key }) => key),
  );
  return {
    days: rule ? nextDays(rule, new Zone(row.time_zone), SHOWN_DAYS) : [],
    failing: ahead.filter(({ ruleId }) => ruleId === draft.id),
    crowdedOut: ahead.filter(({ ruleId, key }) => ruleId !== draft.id && !others.has(key)),
  };
}

const isShort = ({ outcome }: Outgoing) => outcome === 'fails' || outcome === 'late';

function getDraft(
  details: PaymentDetails,
  id: string,
  before: ScheduledPaymentRow | undefined,
): ScheduledPaymentRow {
  const { target, yearly } = details;
  const isMoved = before?.frequency !== details.frequency || before.start_date !== details.startDate;
  return {
    id,
    name: details.name,
    account_id: details.accountId,
    category: null,
    start_date: details.startDate,
    end_date: details.endDate,
    occurrences: details.occurrences,
    paused: false,
    next: isMoved ? null : (before?.next ?? null),
    payee: target.kind === 'outside' ? target.payee : null,
    to_account_id: target.kind === 'account' ? target.id : null,
    card_id: target.kind === 'card' ? target.id : null,
    debt_id: target.kind === 'loan' || target.kind === 'mortgage' ? target.id : null,
    amount: details.amount === null ? null : toMinor(details.amount),
    amount_kind: details.amountKind,
    frequency: details.frequency,
    weekend: details.weekend,
    adjustment: yearly === 'fixed' ? Number(details.yearlyPercent) : yearly === 'none' ? null : yearly,
    changed: before?.changed ?? {},
  };
}

/**
 * Returns the initial values of the form. The rule starts tomorrow, because payments are made in the morning.
 */
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

export function getRuleFields(rule: ScheduledPayment): PaymentFields {
  return {
    ...blankFields(rule.account_id, rule.start_date),
    target: targetValue(rule),
    payee: rule.payee ?? '',
    name: rule.name,
    amountKind: AMOUNT_KINDS.find((kind) => kind === rule.amount_kind) ?? 'fixed',
    amount: formatTypedAmount(rule.amount),
    categoryId: rule.category_id ?? '',
    frequency: FREQUENCIES.find((frequency) => frequency === rule.frequency) ?? 'MONTHLY',
    ends: rule.end_date ? 'date' : rule.occurrences === null ? 'never' : 'count',
    endDate: rule.end_date ?? '',
    count: String(rule.occurrences ?? 12),
    weekend: WEEKENDS.find((weekend) => weekend === rule.weekend) ?? 'stays',
    ...toYearlyFields(rule),
  };
}

export function getCandidateFields(candidate: Candidate): PaymentFields {
  const { name, accountId, toAccountId, categoryId, frequency, amount, nextDay } = candidate;
  return {
    ...blankFields(accountId, dayText(nextDay)),
    target: toAccountId ? `account:${toAccountId}` : 'outside',
    payee: toAccountId ? '' : name,
    name: toAccountId ? name : '',
    amount: formatTypedAmount(fromMinor(amount)),
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

/** A product that can receive payments. `usual` is the amount due each month, in major units. */
export type Payable = {
  kind: Product;
  id: string;
  name: string;
  currency: string;
  usual: number | null;
};

type PayableRow = { id: string; name: string; currency: string; monthly_payment?: number | null };

/** Returns the customer's products, and the accounts that can make payments. */
export function usePayables(): { accounts: Payable[]; products: Payable[] } {
  const open = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const loans = useQuery(loanQueries.list()).data ?? [];
  const mortgages = useQuery(mortgageQueries.list()).data ?? [];
  const toPayable =
    (kind: Product) =>
    ({ id, name, currency, monthly_payment = null }: PayableRow): Payable => ({
      kind,
      id,
      name,
      currency,
      usual: monthly_payment,
    });
  const accounts = open.map(toPayable('account'));
  const namedMortgages = mortgages.map((mortgage, index) => ({
    ...mortgage,
    name: mortgages.length > 1 ? `Mortgage ${index + 1}` : 'Mortgage',
  }));
  return {
    accounts,
    products: [
      ...accounts,
      ...cards.map(toPayable('card')),
      ...loans.map(toPayable('loan')),
      ...namedMortgages.map(toPayable('mortgage')),
    ],
  };
}

export function getTargetName(target: Target | null, products: readonly Payable[]): string {
  if (target?.kind === 'outside') return target.payee;
  return products.find(({ id }) => id === target?.id)?.name ?? 'a deleted product';
}

export function getDefaultName(target: Target, products: readonly Payable[]): string {
  const name = getTargetName(target, products);
  if (target.kind === 'outside') return name;
  return target.kind === 'account' ? `To ${name}` : `${name} payment`;
}
