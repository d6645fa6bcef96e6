import { getAverageIncome } from '@engine/credit/applicant-facts.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { type Employment, INCOME_RULES } from '@engine/credit/terms.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';

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

/** A yearly income in major units: gross pay, or deposits after tax. */
export type KnownIncome = { amount: number; basis: 'pay' | 'deposits' };

/**
 * Returns the income that the bank knows: the gross pay of the paychecks with pay details, or else 12 times
 * the average monthly deposits. Returns null if there are neither.
 */
export function getKnownIncome(credit: CreditFacts, household: HouseholdRow | null): KnownIncome | null {
  const pay = (household?.auto_deposits ?? [])
    .filter(({ paused, end_date }) => !paused && (end_date === null || end_date >= credit.today))
    .reduce((sum, { pay_details }) => sum + (pay_details?.gross_per_year ?? 0), 0);
  if (pay > 0) return { amount: roundIncome(toMinor(pay)), basis: 'pay' };
  const deposits = getYearlyDeposits(credit);
  return deposits === null ? null : { amount: deposits, basis: 'deposits' };
}

/**
 * Returns 12 times the average monthly income in major units. Returns null if there are fewer than three full
 * months or there is no income.
 */
function getYearlyDeposits(credit: CreditFacts): number | null {
  const month = getAverageIncome(credit);
  return month === null || month === 0 ? null : roundIncome(month * 12);
}

/** Rounds minor units to whole dollars, in major units. */
const roundIncome = (minor: number) =>
  fromMinor(roundMinor(Math.round(minor / CENTS_A_DOLLAR) * CENTS_A_DOLLAR));
