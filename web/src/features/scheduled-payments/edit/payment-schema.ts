import { toMinor } from '@engine/money/minor.ts';
import { SAME_DAY_LIMIT } from '@engine/products/accounts/same-day.ts';
import { z } from 'zod';
import { SAME_DAY_LIMIT_TEXT } from '@/entities/hold/deposit-text';
import {
  hasValidPercent,
  PERCENT_MESSAGE,
  toYearlyColumns,
  yearlyChangeFields,
} from '@/entities/recurring/yearly-change';
import { amountField } from '@/lib/fields';
import type { ScheduledPayment } from '../queries';

export const FREQUENCIES = ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'] as const;
export const AMOUNT_KINDS = ['fixed', 'statement', 'minimum'] as const;
export const WEEKENDS = ['stays', 'before', 'after'] as const;
export const SPEEDS = ['standard', 'same_day'] as const;
const ENDS = ['never', 'date', 'count'] as const;
const PRODUCTS = ['account', 'card', 'loan', 'mortgage'] as const;

const LONGEST_NAME = 80;
const MOST_OCCURRENCES = 9999;

export type Product = (typeof PRODUCTS)[number];
export type Target = { kind: 'outside'; payee: string } | { kind: Product; id: string };

/** The form's values as typed. `target` is `outside`, or a kind of product and an id, such as `card:<id>`. */
const fields = z.object({
  target: z.string(),
  payee: z.string().trim().max(LONGEST_NAME, `Use ${LONGEST_NAME} characters or fewer.`),
  name: z.string().trim().max(LONGEST_NAME, `Use ${LONGEST_NAME} characters or fewer.`),
  accountId: z.string().min(1, 'Choose an account to pay from.'),
  amountKind: z.enum(AMOUNT_KINDS),
  amount: z.string(),
  categoryId: z.string(),
  frequency: z.enum(FREQUENCIES),
  startDate: z.iso.date('Choose a start date.'),
  ends: z.enum(ENDS),
  endDate: z.string(),
  count: z.string(),
  weekend: z.enum(WEEKENDS),
  speed: z.enum(SPEEDS),
  ...yearlyChangeFields,
});

export type PaymentFields = z.input<typeof fields>;

/** The bank's row for the form. The amount is in major units, and days have the form `yyyy-MM-dd`. */
export type PaymentDetails = z.output<ReturnType<typeof paymentSchema>>;

/**
 * Returns the schema of the form. `nameOf` returns the default name of a payment to one of the customer's
 * products.
 */
export function paymentSchema(nameOf: (target: Target) => string) {
  return fields.transform((typed, context) => {
    const refuse = (path: keyof PaymentFields, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    const target = getTarget(typed);
    if (!target) refuse(typed.target === 'outside' ? 'payee' : 'target', 'Enter a payee.');
    const isFixed = typed.amountKind === 'fixed';
    const amount = isFixed ? amountField().safeParse(typed.amount) : null;
    if (amount?.error) refuse('amount', amount.error.issues[0]?.message ?? 'Enter an amount.');
    const isSameDay = target?.kind === 'outside' && typed.speed === 'same_day';
    if (isSameDay && amount?.data !== undefined && toMinor(amount.data) > SAME_DAY_LIMIT)
      refuse('amount', SAME_DAY_LIMIT_TEXT);
    const endDate = typed.ends === 'date' ? typed.endDate : null;
    if (endDate === '') refuse('endDate', 'Choose an end date.');
    else if (endDate && endDate < typed.startDate)
      refuse('endDate', 'Choose an end date after the start date.');
    const occurrences = typed.ends === 'count' ? Number(typed.count) : null;
    if (
      occurrences !== null &&
      !(Number.isInteger(occurrences) && occurrences >= 1 && occurrences <= MOST_OCCURRENCES)
    )
      refuse('count', `Enter a number from 1 to ${MOST_OCCURRENCES}.`);
    if (isFixed && !hasValidPercent(typed)) refuse('yearlyPercent', PERCENT_MESSAGE);
    if (!target || context.issues.length > 0) return z.NEVER;
    const getId = (kind: Product) => (target.kind === kind ? target.id : null);
    return {
      name: typed.name || nameOf(target),
      account_id: typed.accountId,
      payee: target.kind === 'outside' ? target.payee : null,
      to_account_id: getId('account'),
      card_id: getId('card'),
      loan_id: getId('loan'),
      mortgage_id: getId('mortgage'),
      amount: amount?.data ?? null,
      amount_kind: typed.amountKind,
      category_id: typed.categoryId || null,
      frequency: typed.frequency,
      start_date: typed.startDate,
      end_date: endDate,
      occurrences,
      weekend: typed.weekend,
      speed: isSameDay ? ('same_day' as const) : null,
      // Only fixed amounts can have a yearly adjustment.
      ...toYearlyColumns({ ...typed, yearly: isFixed ? typed.yearly : 'usual' }),
    };
  });
}

type TargetColumns = 'payee' | 'to_account_id' | 'card_id' | 'loan_id' | 'mortgage_id';

/** Returns the payee of a rule; null if its product was deleted. */
export function getRuleTarget(rule: Pick<ScheduledPayment, TargetColumns>): Target | null {
  if (rule.payee) return { kind: 'outside', payee: rule.payee };
  if (rule.to_account_id) return { kind: 'account', id: rule.to_account_id };
  if (rule.card_id) return { kind: 'card', id: rule.card_id };
  if (rule.loan_id) return { kind: 'loan', id: rule.loan_id };
  return rule.mortgage_id ? { kind: 'mortgage', id: rule.mortgage_id } : null;
}

/** Returns the payee, or null if no payee has been chosen. */
export function getTarget({ target, payee }: Pick<PaymentFields, 'target' | 'payee'>): Target | null {
  if (target === 'outside') return payee.trim() ? { kind: 'outside', payee: payee.trim() } : null;
  const [kind, id] = target.split(':');
  const product = PRODUCTS.find((product) => product === kind);
  return product && id ? { kind: product, id } : null;
}
