import { parseDay } from '@engine/calendar/calendar.ts';
import { getAverageIncome } from '@engine/credit/applicant-facts.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { type Employment, INCOME_RULES } from '@engine/credit/terms.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { isActive } from '@engine/products/rates.ts';
import { isJobLost } from '@engine/simulation/job-loss.ts';
import { formatMoney, formatTypedAmount } from '@/lib/money';

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

/** Describes that a job loss has stopped pay, and what continues. */
export const describeStoppedPay = ({ amount }: KnownIncome): string =>
  amount > 0
    ? `Part of your pay has stopped. The rest is ${formatMoney(amount)} per year.`
    : 'Your pay has stopped. Enter the income that you have now.';

/** Returns the text with which an application's income starts. It is empty if there is no income now. */
export const getTypedIncome = (income: KnownIncome | null): string =>
  income && income.amount > 0 ? formatTypedAmount(income.amount) : '';

/** Incomes are rounded to whole dollars. */
const CENTS_A_DOLLAR = 100;

/**
 * A yearly income in major units: gross pay, or deposits after tax. `hasStopped` is set if a job loss stops pay.
 * The amount then includes only the pay that continues.
 */
export type KnownIncome = { amount: number; basis: 'pay' | 'deposits'; hasStopped?: true };

/**
 * Returns the income that the bank knows: the gross pay of the paychecks with pay details, or else 12 times
 * the average monthly deposits. Returns null if there are neither. Past deposits don't count once pay has stopped.
 */
export function getKnownIncome(credit: CreditFacts, household: HouseholdRow | null): KnownIncome | null {
  const today = parseDay(credit.today);
  const losses = (household?.carryover.shocks ?? []).filter((shock) => isActive(shock, today));
  const isLost = ({ id }: { id: string }) => losses.some((shock) => isJobLost(shock, id));
  const active = (household?.auto_deposits ?? []).filter(
    ({ paused, end_date }) => !paused && (end_date === null || end_date >= credit.today),
  );
  const pay = active
    .filter((rule) => !isLost(rule))
    .reduce((sum, { pay_details }) => sum + (pay_details?.gross_per_year ?? 0), 0);
  if (active.some((rule) => rule.is_pay && isLost(rule)))
    return { amount: roundIncome(toMinor(pay)), basis: 'pay', hasStopped: true };
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
