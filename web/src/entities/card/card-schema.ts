import { fromMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { amountField, nameField, percentField, validateAmount } from '@/lib/fields';
import { parseAmount } from '@/lib/money';

export const cardSchema = z.object({
  name: nameField,
  creditLimit: amountField({ label: 'a limit' }),
  apr: percentField,
  /** `yyyy-MM-dd`. If empty, the due date is 30 days from today. */
  dueDate: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/, 'Enter a date.'),
});

export type CardDetails = z.output<typeof cardSchema>;
export const chargeSchema = z.object({
  amount: amountField(),
  merchant: z.string().trim().min(1, 'Enter a merchant.').max(80, 'Use 80 characters or fewer.'),
  category: z.string(),
  currency: z.string(),
  /** The kind of a purchase that is pending first; empty if the charge posts right away. */
  purchase: z.string(),
  /** The id of a virtual card; empty if the charge is on the main card. */
  virtualCardId: z.string().transform((id) => id || null),
});

export const cashAdvanceSchema = z.object({
  amount: amountField(),
  accountId: z.string().min(1, 'Choose an account.'),
});

export const balanceTransferSchema = z.object({
  amount: amountField(),
  fromCardId: z.string().min(1, 'Choose a card.'),
});

/** Validates the autopay form. An amount is required only for a fixed payment. */
export const autopaySchema = z
  .object({
    pays: z.enum(['statement', 'minimum', 'fixed', 'off']),
    accountId: z.string(),
    amount: z.string(),
    /** Decides if a returned payment is tried again on the following days. */
    returned: z.enum(['retry', 'stop']),
  })
  .superRefine(({ pays, accountId, amount }, context) => {
    if (pays !== 'off' && accountId === '')
      context.addIssue({ code: 'custom', path: ['accountId'], message: 'Choose an account.' });
    const message = pays === 'fixed' ? validateAmount(amount) : undefined;
    if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
  })
  .transform(({ pays, accountId, amount, returned }) => {
    const read = parseAmount(amount);
    return {
      pays,
      accountId,
      amount: pays === 'fixed' && read !== null ? fromMinor(read) : null,
      retries: pays !== 'off' && returned === 'retry',
    };
  });

export type AutopayDetails = z.output<typeof autopaySchema>;

/** Parses an optional amount; null if the field is empty. */
const optionalAmount = z.string().transform((text, context) => {
  if (text.trim() === '') return null;
  const amount = parseAmount(text);
  if (amount !== null && amount > 0) return fromMinor(amount);
  context.addIssue({ code: 'custom', message: 'Enter an amount above zero, or leave it empty.' });
  return z.NEVER;
});

export const virtualCardSchema = z.object({
  name: nameField,
  limit: optionalAmount,
  merchant: z.string().trim().max(80, 'Use 80 characters or fewer.'),
  singleUse: z.boolean(),
});

export type VirtualCardDetails = z.output<typeof virtualCardSchema>;

export const controlSchema = z.object({
  kind: z.enum(['transaction', 'month']),
  /** Empty if the control applies to all purchases. */
  categoryId: z.string(),
  amount: amountField({ zero: true }),
});

export type ControlDetails = z.output<typeof controlSchema>;

export const limitSchema = z.object({ limit: amountField({ label: 'a limit' }) });

export const disputeSchema = z.object({
  reason: z.enum(['fraud', 'not_received', 'duplicate', 'wrong_amount', 'credit_not_processed', 'other']),
  amount: amountField(),
  description: z.string().trim().max(500, 'Use 500 characters or fewer.'),
});

export type DisputeDetails = z.output<typeof disputeSchema>;
