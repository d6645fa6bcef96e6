import { z } from 'zod';
import { hasValidPercent, PERCENT_MESSAGE, yearlyChangeFields } from '@/entities/recurring/yearly-change';
import { amountField } from '@/lib/fields';

export const FREQUENCIES = ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'] as const;
export const AMOUNT_KINDS = ['fixed', 'statement', 'minimum'] as const;
export const WEEKENDS = ['stays', 'before', 'after'] as const;
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
  ...yearlyChangeFields,
});

export type PaymentFields = z.input<typeof fields>;

/** The values of a rule. Amounts are in major units, and days have the form `yyyy-MM-dd`. */
export type PaymentDetails = {
  target: Target;
  name: string;
  accountId: string;
  amountKind: (typeof AMOUNT_KINDS)[number];
  amount: number | null;
  categoryId: string | null;
  frequency: (typeof FREQUENCIES)[number];
  startDate: string;
  endDate: string | null;
  occurrences: number | null;
  weekend: (typeof WEEKENDS)[number];
  yearly: PaymentFields['yearly'];
  yearlyPercent: string;
};

/**
 * Returns the schema of the form. `nameOf` returns the default name of a payment to one of the customer's
 * products.
 */
export function paymentSchema(nameOf: (target: Target) => string) {
  return fields.transform((typed, context): PaymentDetails => {
    const refuse = (path: keyof PaymentFields, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    const target = getTarget(typed);
    if (!target) refuse(typed.target === 'outside' ? 'payee' : 'target', 'Enter a payee.');
    const isFixed = typed.amountKind === 'fixed';
    const amount = isFixed ? amountField().safeParse(typed.amount) : null;
    if (amount?.error) refuse('amount', amount.error.issues[0]?.message ?? 'Enter an amount.');
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
    return {
      target,
      name: typed.name || nameOf(target),
      accountId: typed.accountId,
      amountKind: typed.amountKind,
      amount: amount?.data ?? null,
      categoryId: typed.categoryId || null,
      frequency: typed.frequency,
      startDate: typed.startDate,
      endDate,
      occurrences,
      weekend: typed.weekend,
      // Only fixed amounts can have a yearly adjustment.
      yearly: isFixed ? typed.yearly : 'none',
      yearlyPercent: typed.yearlyPercent,
    };
  });
}

/** Returns the payee, or null if no payee has been chosen. */
export function getTarget({ target, payee }: Pick<PaymentFields, 'target' | 'payee'>): Target | null {
  if (target === 'outside') return payee.trim() ? { kind: 'outside', payee: payee.trim() } : null;
  const [kind, id] = target.split(':');
  const product = PRODUCTS.find((product) => product === kind);
  return product && id ? { kind: product, id } : null;
}
