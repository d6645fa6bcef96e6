import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { amountField, percentField, wholeField } from '@/lib/fields';

export const LONGEST_TERM_YEARS = 50;

const fields = z.object({
  propertyValue: amountField({ label: 'a value' }),
  /** In the unit given by `downUnit`. */
  downPayment: amountField({ zero: true }),
  downUnit: z.enum(['amount', 'percent']),
  interestRate: percentField,
  /** In years. */
  term: wholeField({ from: 1, to: LONGEST_TERM_YEARS, unit: 'years' }),
  rateType: z.enum(['fixed', 'variable']),
  /** The account that pays the down payment. Empty if the money comes from outside the bank. */
  accountId: z.string(),
});

export const mortgageSchema = fields.transform(({ downUnit, ...typed }, context) => {
  const downPayment =
    downUnit === 'amount' ? typed.downPayment : getShare(typed.propertyValue, typed.downPayment);
  if (downPayment < typed.propertyValue) return { ...typed, downPayment };
  context.addIssue({
    code: 'custom',
    path: ['downPayment'],
    message:
      downUnit === 'amount'
        ? 'Enter a down payment below the property value.'
        : 'Enter a down payment below 100%.',
  });
  return z.NEVER;
});

export type MortgageFields = z.input<typeof fields>;
/** The form's validated values. Amounts are in major units, rates in percent per year, and terms in years. */
export type MortgageDetails = z.output<typeof mortgageSchema>;

/** Returns a percentage of an amount in major units, rounded to the cent. */
export function getShare(amount: number, percent: number): number {
  return fromMinor(roundMinor((toMinor(amount) * percent) / 100));
}
