import { CREDIT_LINE, type LoanType } from '@engine/credit/terms.ts';
import { fromMinor, subtractMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { amountField, wholeField } from '@/lib/fields';
import { parseAmount } from '@/lib/money';

type Purpose = {
  value: string;
  label: string;
  type: LoanType;
  hint: string;
  /** The purchased item, which also secures the loan; null for other loans. The form asks for its price. */
  bought: string | null;
  /** The available terms in months. */
  terms: readonly number[];
  usual: number;
};

const SHORT_TERMS = [6, 12, 18, 24, 36, 48, 60] as const;

export const PURPOSES: readonly [Purpose, ...Purpose[]] = [
  {
    value: 'PERSONAL',
    label: 'Personal',
    type: 'PERSONAL',
    hint: 'For any purpose. Unsecured.',
    bought: null,
    terms: [...SHORT_TERMS, 72, 84],
    usual: 36,
  },
  {
    value: 'AUTO',
    label: 'A car',
    type: 'AUTO',
    hint: 'Secured by the car.',
    bought: 'car',
    terms: [...SHORT_TERMS, 72, 84, 96],
    usual: 60,
  },
  {
    value: 'HOME_PURCHASE',
    label: 'Buying a home',
    type: 'HOME',
    hint: 'A mortgage with a down payment.',
    bought: 'home',
    terms: [120, 180, 240, 300, 360],
    usual: 360,
  },
  {
    value: 'HOME',
    label: 'Home improvement',
    type: 'HOME',
    hint: 'Kitchen, roof, or heating.',
    bought: null,
    terms: [12, 24, 36, 48, 60, 84, 120, 180],
    usual: 60,
  },
  {
    value: 'HOME_EQUITY',
    label: 'Home equity line of credit',
    type: 'HOME_EQUITY',
    hint: 'Borrow against your home when you need to.',
    bought: null,
    terms: [CREDIT_LINE.months],
    usual: CREDIT_LINE.months,
  },
  {
    value: 'EDUCATION',
    label: 'Education',
    type: 'EDUCATION',
    hint: 'Tuition and living costs.',
    bought: null,
    terms: [12, 24, 36, 60, 84, 120, 180],
    usual: 84,
  },
  {
    value: 'OTHER',
    label: 'Other',
    type: 'OTHER',
    hint: 'Describe it below.',
    bought: null,
    terms: SHORT_TERMS,
    usual: 24,
  },
];

export function getPurpose(value: string): Purpose {
  return PURPOSES.find((purpose) => purpose.value === value) ?? PURPOSES[0];
}

export const EMPTY = {
  step: 'what',
  applicantName: '',
  reason: '',
  purpose: 'PERSONAL',
  price: '',
  downPayment: '',
  loanAmount: '',
  homeId: '',
  termMonths: '36',
  annualIncome: '',
  employmentStatus: 'EMPLOYED',
  monthlyDebt: '0.00',
};

/** The form's input and current step. */
export type ApplicationFields = typeof EMPTY;

/** The input that a draft contains. Other fields, such as those of another version, are ignored. */
export const draftSchema = z
  .object(
    Object.fromEntries(Object.keys(EMPTY).map((name) => [name, z.string()])) as Record<
      keyof ApplicationFields,
      z.ZodString
    >,
  )
  .partial();

const common = {
  applicantName: z.string().trim().min(1, 'Enter your name.').max(80, 'Use 80 characters or fewer.'),
  reason: z.string().trim().max(200, 'Use 200 characters or fewer.'),
  purpose: z.string(),
  termMonths: wholeField({ from: 1, to: 600, unit: 'months' }),
  annualIncome: amountField({ zero: true, label: 'an annual income' }),
  employmentStatus: z.string(),
  monthlyDebt: amountField({ zero: true }),
};
const plain = z.object({ ...common, loanAmount: amountField() });
const line = z.object({
  ...common,
  loanAmount: amountField(),
  homeId: z.string().min(1, 'Choose your home.'),
});
const secured = z.object({ ...common, price: amountField(), downPayment: amountField({ zero: true }) });

/** The submitted application. Amounts are in major units. */
export type ApplicationDetails = Extract<ReturnType<typeof readApplication>, { details: unknown }>['details'];

/** Parses the form for the bank, or returns the problems by field. */
export function readApplication(fields: ApplicationFields) {
  const { type, bought } = getPurpose(fields.purpose);
  const isLine = type === 'HOME_EQUITY';
  const read = (bought ? secured : isLine ? line : plain).safeParse(fields);
  const problems: Partial<Record<keyof ApplicationFields, string>> = {};
  for (const { path, message } of read.error?.issues ?? [])
    problems[path[0] as keyof ApplicationFields] ??= message;
  const together = bought ? downPaymentProblem(fields) : undefined;
  if (together) problems.downPayment ??= together;
  if (!read.success || together) return { problems };
  const { applicantName, reason, termMonths, annualIncome, employmentStatus, monthlyDebt } = read.data;
  const [loanAmount, collateralValue] =
    'price' in read.data ? [getAmount(fields) ?? 0, read.data.price] : [read.data.loanAmount, null];
  return {
    details: {
      applicant_name: applicantName,
      purpose: reason,
      loan_type: type,
      loan_amount: loanAmount,
      term_months: termMonths,
      annual_income: annualIncome,
      employment_status: employmentStatus,
      monthly_debt: monthlyDebt,
      collateral_value: collateralValue,
      ...(isLine && { home_id: fields.homeId }),
    },
  };
}

/**
 * Checks the down payment against the price, even if other fields are missing. Returns the problem, if any.
 */
function downPaymentProblem({ purpose, price, downPayment }: ApplicationFields): string | undefined {
  const value = parseAmount(price);
  const down = parseAmount(downPayment);
  if (value === null || down === null) return undefined;
  if (down >= value) return 'Enter a down payment below the price.';
  return purpose === 'HOME_PURCHASE' && down === 0
    ? 'Enter a down payment of at least 5% of the price.'
    : undefined;
}

/**
 * Returns the loan amount in major units: the entered amount, or the price minus the down payment. Returns
 * null if it is invalid.
 */
export function getAmount({ purpose, price, downPayment, loanAmount }: ApplicationFields): number | null {
  if (!getPurpose(purpose).bought) {
    const amount = parseAmount(loanAmount);
    return amount !== null && amount > 0 ? fromMinor(amount) : null;
  }
  const value = parseAmount(price);
  const down = parseAmount(downPayment || '0');
  return value !== null && down !== null && value > down ? fromMinor(subtractMinor(value, down)) : null;
}
