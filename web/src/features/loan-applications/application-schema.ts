import { z } from 'zod';
import type { Json } from '@/lib/database.types';
import { amountField, nameField, wholeField } from '@/lib/fields';

export const LOAN_TYPES = [
  { value: 'PERSONAL', label: 'Personal' },
  { value: 'AUTO', label: 'Car' },
  { value: 'HOME', label: 'Home improvement' },
  { value: 'EDUCATION', label: 'Education' },
  { value: 'OTHER', label: 'Something else' },
] as const;

export const EMPLOYMENTS = [
  { value: 'EMPLOYED', label: 'Employed' },
  { value: 'SELF_EMPLOYED', label: 'Self-employed' },
  { value: 'RETIRED', label: 'Retired' },
  { value: 'STUDENT', label: 'Student' },
  { value: 'UNEMPLOYED', label: 'Not employed' },
] as const;

export const applicationSchema = z.object({
  applicantName: nameField,
  loanType: z.string(),
  loanAmount: amountField(),
  /** Months. */
  termMonths: wholeField({ from: 1, to: 600, unit: 'months' }),
  purpose: z.string().trim().max(200, 'Use at most 200 characters.'),
  annualIncome: amountField({ zero: true, label: 'a yearly income' }),
  employmentStatus: z.string(),
  monthlyDebt: amountField({ zero: true }),
});

export type ApplicationFields = z.input<typeof applicationSchema>;
export type ApplicationDetails = z.output<typeof applicationSchema>;

/** What the bank wrote down when it decided. */
const decisionSchema = z.object({
  /** Percent a year. */
  rate: z.number(),
  monthly_payment: z.number(),
  /** Share of the monthly income; null without an income. */
  debt_to_income: z.number().nullable(),
  limit: z.number(),
  reasons: z.array(z.string()),
});

export function decisionOf(decision: Json | null) {
  const read = decisionSchema.safeParse(decision);
  return read.success ? read.data : null;
}
