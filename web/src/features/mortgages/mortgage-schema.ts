import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { rateWithPoints } from '@engine/products/debts/apr.ts';
import { requiresInsurance } from '@engine/products/debts/mortgage-insurance.ts';
import { z } from 'zod';
import { FEES_TOO_HIGH, feeFields, getPointsFee, pointsField } from '@/entities/debt/cost/fees';
import { optionalPaymentDay } from '@/entities/debt/data/terms';
import { billFields, NO_BILLS } from '@/entities/debt/escrow-bills';
import { amountField, percentField, wholeField } from '@/lib/fields';
import { sumAmounts } from '@/lib/money';

export const LONGEST_TERM_YEARS = 50;

const fields = z.object({
  propertyValue: amountField({ label: 'a value' }),
  /** In the unit given by `downUnit`. */
  downPayment: amountField({ zero: true }),
  downUnit: z.enum(['amount', 'percent']),
  /** The rate without points. */
  interestRate: percentField,
  /** In years. */
  term: wholeField({ from: 1, to: LONGEST_TERM_YEARS, unit: 'years' }),
  rateType: z.enum(['fixed', 'variable']),
  /** The account that pays the down payment. Empty if the money comes from outside the bank. */
  accountId: z.string(),
  ...feeFields,
  points: pointsField,
  /** True if the mortgage has mortgage insurance, provided that the down payment requires it. */
  isInsured: z.boolean(),
  /** True if the mortgage opens with escrow for the yearly bills below. */
  hasEscrow: z.boolean(),
  ...billFields,
  paymentDay: optionalPaymentDay,
});

export const mortgageSchema = fields.transform(({ downUnit, ...typed }, context) => {
  const downPayment =
    downUnit === 'amount' ? typed.downPayment : getShare(typed.propertyValue, typed.downPayment);
  if (typed.hasEscrow && typed.propertyTax + typed.homeInsurance === 0) {
    context.addIssue({ code: 'custom', path: ['propertyTax'], message: NO_BILLS });
    return z.NEVER;
  }
  if (downPayment < typed.propertyValue) return withPoints({ ...typed, downPayment }, context);
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

type Typed = Omit<z.output<typeof fields>, 'downUnit'>;

/** Adds the price of the points, and lowers the rate. `rateBefore` is the rate without points. */
function withPoints(typed: Typed, context: z.RefinementCtx) {
  const { propertyValue, downPayment, points, interestRate: rateBefore } = typed;
  const amount = sumAmounts([propertyValue, -downPayment]);
  const pointsFee = getPointsFee(amount, points);
  if (sumAmounts([typed.originationFee, typed.underwritingFee, pointsFee]) < amount)
    return {
      ...{ ...typed, amount, pointsFee, rateBefore, interestRate: rateWithPoints(rateBefore, points) },
      isInsured: typed.isInsured && requiresInsurance(toMinor(propertyValue), toMinor(downPayment)),
    };
  context.addIssue({ code: 'custom', path: ['originationFee'], message: FEES_TOO_HIGH });
  return z.NEVER;
}

export type MortgageFields = z.input<typeof fields>;
/** The form's validated values. Amounts are in major units, rates in percent per year, and terms in years. */
export type MortgageDetails = z.output<typeof mortgageSchema>;

/** Returns a percentage of an amount in major units, rounded to the cent. */
export function getShare(amount: number, percent: number): number {
  return fromMinor(roundMinor((toMinor(amount) * percent) / 100));
}
