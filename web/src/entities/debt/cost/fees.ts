import { fromMinor, type Minor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { type CostTerms, comparePoints, POINTS, pointsFee } from '@engine/products/debts/apr.ts';
import { z } from 'zod';
import { optionalAmountField } from '@/lib/fields';
import { formatExactRate, formatMinor, formatTypedAmount } from '@/lib/money';

/** The prepaid finance charges of a loan or mortgage, in major units. Zero if there is none. */
export type DebtFees = { origination: number; underwriting: number; points: number };

export const NO_FEES: DebtFees = { origination: 0, underwriting: 0, points: 0 };

type FeeColumns = {
  origination_fee: number | null;
  underwriting_fee: number | null;
  points_fee?: number | null;
};

export const readFees = (row: FeeColumns): DebtFees => ({
  origination: row.origination_fee ?? 0,
  underwriting: row.underwriting_fee ?? 0,
  points: row.points_fee ?? 0,
});

/** Returns the sum of the fees in minor units. */
export const totalFees = ({ origination, underwriting, points }: DebtFees): Minor =>
  roundMinor(toMinor(origination) + toMinor(underwriting) + toMinor(points));

const POINTS_MESSAGE = `Enter 0 to ${POINTS.most} points, in quarters.`;
const QUARTERS = 4;

/** Points as the customer types them, in quarters. Nothing counts as zero. */
export const pointsField = z
  .string()
  .trim()
  .regex(/^(\d(\.\d{1,2})?)?$/, POINTS_MESSAGE)
  .transform(Number)
  .refine((points) => points <= POINTS.most && Number.isInteger(points * QUARTERS), POINTS_MESSAGE);

export const feeFields = { originationFee: optionalAmountField, underwritingFee: optionalAmountField };

export const typedFees = (fees: Omit<DebtFees, 'points'> | undefined) => ({
  originationFee: formatTypedAmount(fees?.origination || null),
  underwritingFee: formatTypedAmount(fees?.underwriting || null),
});

/** Returns the fee columns of a row. A fee that wasn't paid is null. */
export const getFeeColumns = (typed: { originationFee: number; underwritingFee: number }) => ({
  origination_fee: typed.originationFee || null,
  underwriting_fee: typed.underwritingFee || null,
});

/** Returns the price of points in major units. */
export const getPointsFee = (amount: number, points: number) => fromMinor(pointsFee(toMinor(amount), points));

export const FEES_TOO_HIGH = 'Enter fees that are lower than the loan.';

/** Describes what points cost and save, such as `You pay $3,200.00 for a rate of 6.25% …`. */
export function describePoints(terms: CostTerms, points: number, currency: string): string {
  const { fee, rate, saved, breakEvenMonth } = comparePoints(terms, points);
  const even =
    breakEvenMonth === null
      ? 'The loan ends before you break even.'
      : `You break even in month ${breakEvenMonth}.`;
  return `You pay ${formatMinor(fee, currency)} for a rate of ${formatExactRate(rate)}, which saves ${formatMinor(saved, currency)} a month. ${even}`;
}

export const POINTS_HINT = 'Each point costs 1% of the loan and lowers the rate by 0.25 percentage points.';
