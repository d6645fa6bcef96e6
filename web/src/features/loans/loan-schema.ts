import { z } from 'zod';
import { FEES_TOO_HIGH, feeFields } from '@/entities/debt/cost/fees';
import { optionalPaymentDay } from '@/entities/debt/data/terms';
import { amountField, nameField, percentField, wholeField } from '@/lib/fields';

export const LONGEST_TERM_MONTHS = 600;

const fields = z.object({
  name: nameField,
  amount: amountField(),
  interestRate: percentField,
  /** The account that receives the money; empty if the money goes outside the bank. */
  accountId: z.string(),
  /** In months. */
  term: wholeField({ from: 1, to: LONGEST_TERM_MONTHS, unit: 'months' }),
  ...feeFields,
  paymentDay: optionalPaymentDay,
});

export const loanSchema = fields.refine(
  ({ amount, originationFee, underwritingFee }) => originationFee + underwritingFee < amount,
  { path: ['originationFee'], message: FEES_TOO_HIGH },
);
/** The fields that the costs of a loan depend on. */
export const loanCostSchema = fields.omit({ name: true, accountId: true, paymentDay: true });

/**
 * The form's validated values. Amounts are in major units, rates in percent per year, and terms in months.
 */
export type LoanDetails = z.output<typeof loanSchema>;
