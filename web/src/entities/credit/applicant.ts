import { getAverageIncome } from '@engine/credit/applicant-facts.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { type Employment, INCOME_RULES } from '@engine/credit/terms.ts';
import { fromMinor, roundMinor } from '@engine/money/minor.ts';

export const EMPLOYMENTS = [
  { value: 'EMPLOYED', label: 'Employed' },
  { value: 'SELF_EMPLOYED', label: 'Self-employed' },
  { value: 'RETIRED', label: 'Retired' },
  { value: 'STUDENT', label: 'Student' },
  { value: 'UNEMPLOYED', label: 'Not employed' },
] as const;

/**
 * Parses the employment status in a form or an application. Returns null if the credit policy doesn't include
 * the status.
 */
export function parseEmployment(status: string | null): Employment | null {
  return status !== null && status in INCOME_RULES ? (status as Employment) : null;
}

/** Incomes are rounded to whole dollars. */
const CENTS_A_DOLLAR = 100;

/**
 * Returns 12 times the average monthly income in major units. Returns null if there are fewer than three full
 * months or there is no income.
 */
export function getYearlyIncome(credit: CreditFacts): number | null {
  const month = getAverageIncome(credit);
  return month === null || month === 0
    ? null
    : fromMinor(roundMinor(Math.round((month * 12) / CENTS_A_DOLLAR) * CENTS_A_DOLLAR));
}
