import { z } from 'zod';
import { amountField, percentField, wholeField } from '@/lib/fields';

export const LONGEST_TERM_YEARS = 50;

const fields = z.object({
  propertyValue: amountField({ label: 'a value' }),
  downPayment: amountField({ zero: true }),
  interestRate: percentField,
  /** Years. */
  term: wholeField({ from: 1, to: LONGEST_TERM_YEARS, unit: 'years' }),
});

export const mortgageSchema = fields.refine(({ propertyValue, downPayment }) => downPayment < propertyValue, {
  path: ['downPayment'],
  message: 'The down payment must be less than the value of the property.',
});

export type MortgageFields = z.input<typeof fields>;
/** Major units, percent a year, years. */
export type MortgageDetails = z.output<typeof fields>;
