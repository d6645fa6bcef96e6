import { type DayNumber, dayText, lastDayOfMonth, Zone } from '@engine/calendar/calendar.ts';
import { getHolidayCurrency } from '@engine/calendar/recurrence.ts';
import type { HouseholdRow, ScheduledPaymentRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import type { Candidate } from '@engine/insights/recurring-payments.ts';
import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { toYearlyFields } from '@/entities/recurring/yearly-change';
import { HOUSING_ID } from '@/entities/transaction/built-in-categories';
import { loanQueries } from '@/features/loans/queries';
import { mortgageQueries } from '@/features/mortgages/queries';
import { formatTypedAmount } from '@/lib/money';
import { nextDays, type Outgoing, projectPayments } from '../projection';
import type { ScheduledPayment } from '../queries';
import {
  AMOUNT_KINDS,
  FREQUENCIES,
  getRuleTarget,
  type PaymentDetails,
  type PaymentFields,
  type Product,
  type Target,
  WEEKENDS,
} from './payment-schema';

/** The placeholder id of an unsaved rule. */
const DRAFT_ID = '00000000-0000-4000-8000-00000000d4af';
const SHOWN_DAYS = 5;
/**
 * The number of days to project. The next five payments of a quarterly or yearly rule extend beyond this
 * period.
 */
const PROJECTED_DAYS = 190;

/** Projects how the household would change if the customer saved the rule in the form. */
export function getPaymentProjection(row: HouseholdRow, details: PaymentDetails, id: string | undefined) {
  const before = row.scheduled_payments.find((rule) => rule.id === id);
  const without = { ...row, scheduled_payments: row.scheduled_payments.filter((rule) => rule.id !== id) };
  const draft = getDraft(details, id ?? DRAFT_ID, before);
  const drafted = { ...without, scheduled_payments: [...without.scheduled_payments, draft] };
  const state = buildHouseholdState(drafted);
  const rule = state.scheduledPayments.find((item) => item.id === draft.id);
  const ahead = projectPayments(drafted, PROJECTED_DAYS).outgoing.filter(isShort);
  const others = new Set(
    projectPayments(without, PROJECTED_DAYS)
      .outgoing.filter(isShort)
      .map(({ key }) => key),
  );
  return {
    days: rule
      ? nextDays(rule, new Zone(row.time_zone), SHOWN_DAYS, getHolidayCurrency(state, rule.accountId))
      : [],
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
  const { amount, loan_id, mortgage_id, category_id, yearly_adjustment, yearly_percent, ...columns } =
    details;
  const isMoved = before?.frequency !== details.frequency || before.start_date !== details.start_date;
  return {
    ...columns,
    id,
    category: null,
    paused: false,
    next: isMoved ? null : (before?.next ?? null),
    debt_id: loan_id ?? mortgage_id,
    amount: amount === null ? null : toMinor(amount),
    adjustment: yearly_adjustment === 'fixed' ? yearly_percent : yearly_adjustment,
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
    speed: 'standard',
    ...toYearlyFields(undefined),
  };
}

/** Returns the fields of a monthly rent that is first due on the 1st of the next month. */
export function getRentFields(accountId: string, today: DayNumber): PaymentFields {
  return {
    ...blankFields(accountId, dayText(lastDayOfMonth(today) + 1)),
    payee: 'Landlord',
    name: 'Rent',
    amount: '1,200.00',
    categoryId: HOUSING_ID,
  };
}

export function getRuleFields(rule: ScheduledPayment): PaymentFields {
  const target = getRuleTarget(rule);
  return {
    ...blankFields(rule.account_id, rule.start_date),
    target: target && target.kind !== 'outside' ? `${target.kind}:${target.id}` : 'outside',
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
    speed: rule.speed === 'same_day' ? 'same_day' : 'standard',
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

type PayableRow = { id: string; name: string; currency: string; monthly_payment?: number | null };
/** A product that can receive payments. `usual` is the amount due each month, in major units. */
export type Payable = Omit<PayableRow, 'monthly_payment'> & { kind: Product; usual: number | null };
export type Payables = { accounts: Payable[]; products: Payable[] };

/** Returns the customer's products, and the accounts that can make payments. */
export function usePayables(): Payables {
  const open = useQuery(accountQueries.list()).data?.filter(isUsable) ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const loans = useQuery(loanQueries.list()).data ?? [];
  const mortgages = useQuery(mortgageQueries.list()).data ?? [];
  const toPayable =
    (kind: Product) =>
    ({ id, name, currency, monthly_payment: usual = null }: PayableRow) => ({
      kind,
      id,
      name,
      currency,
      usual,
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
