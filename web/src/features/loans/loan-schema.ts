import { z } from 'zod';
import { amountField, nameField, percentField, wholeField } from '@/lib/fields';

export const LONGEST_TERM_MONTHS = 600;

export const loanSchema = z.object({
  name: nameField,
  amount: amountField(),
  interestRate: percentField,
  /** The account that receives the money; empty if the money goes outside the bank. */
  accountId: z.string(),
  /** In months. */
  term: wholeField({ from: 1, to: LONGEST_TERM_MONTHS, unit: 'months' }),
});

/**
 * The form's validated values. Amounts are in major units, rates in percent per year, and terms in months.
 */
export type LoanDetails = z.output<typeof loanSchema>;
