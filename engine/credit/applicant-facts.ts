import { addMonths, MONTHS_A_YEAR, monthsBetween, monthText, parseDay } from '../calendar/calendar.ts';
import { type Minor, markMinor } from '../money/minor.ts';
import type { CreditFacts } from './facts.ts';
import type { IncomeFacts, PolicyFacts } from './policy.ts';
import { getCreditScore, getUtilization } from './score.ts';
import { type Employment, INCOME_RULES, MIN_MONTHS_OF_INCOME } from './terms.ts';

/** The applicant's stated income, debts, and employment. Amounts are in minor units. */
export type Stated = {
  /** Income before tax; null if not stated. */
  annualIncome: number | null;
  /** Monthly payments to other lenders. */
  monthlyDebt: number;
  /** The type of employment. If it is null, the income rules for employees apply. */
  employment: Employment | null;
};

/** Builds the policy's facts from the customer's records and the application. */
export function buildPolicyFacts(
  credit: CreditFacts,
  { annualIncome, monthlyDebt, employment }: Stated,
): PolicyFacts {
  const income = buildIncomeFacts(credit, annualIncome, employment);
  const yearAgo = `${Number(credit.today.slice(0, 4)) - 1}${credit.today.slice(4)}`;
  const late = credit.payments.filter(({ on, daysLate }) => daysLate > 0 && on > yearAgo);
  const used = getUtilization(credit.lines);
  return {
    monthlyIncome: countIncome(credit, income),
    income,
    monthlyDebt: monthlyDebt + obligationsHere(credit),
    monthsOfHistory: countFullMonths(credit.since, credit.today),
    latePayments: late.length,
    worstLate: Math.max(0, ...late.map(({ daysLate }) => daysLate)),
    score: getCreditScore(credit).score,
    utilization: used === null ? null : used.all * 100,
  };
}

/** Returns the maximum monthly income that `INCOME_RULES` allows and the basis for it. */
function buildIncomeFacts(
  credit: CreditFacts,
  annualIncome: number | null,
  employment: Employment | null,
): IncomeFacts {
  const rule = INCOME_RULES[employment ?? 'EMPLOYED'];
  const verified = getAverageIncome(credit, rule.months);
  return {
    basis: verified === null ? 'unverified' : 'deposits',
    stated: annualIncome === null ? null : Math.round(annualIncome / MONTHS_A_YEAR),
    most:
      verified === null
        ? Math.round(rule.unverified / MONTHS_A_YEAR)
        : Math.round((verified * rule.ofDeposits) / 100),
  };
}

/**
 * Returns the qualifying monthly income: the stated income up to the maximum, or the deposits if none is
 * stated.
 */
function countIncome(credit: CreditFacts, { stated, most }: IncomeFacts): number {
  return stated === null ? (getAverageIncome(credit) ?? 0) : Math.min(stated, most);
}

/**
 * Returns the average monthly income over the last full months, up to `most` of them, in minor units. Returns
 * null if there are fewer than three full months.
 */
export function getAverageIncome(
  { today, since, income }: CreditFacts,
  most = MIN_MONTHS_OF_INCOME,
): number | null {
  const monthCount = Math.min(most, countFullMonths(since, today));
  if (monthCount < MIN_MONTHS_OF_INCOME) return null;
  const months = Array.from({ length: monthCount }, (_, index) =>
    monthText(addMonths(parseDay(today), -1 - index)),
  );
  const total = income
    .filter(({ month }) => months.includes(month))
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.round(total / monthCount);
}

/** Returns the monthly payments on cards, loans, and mortgages at this bank, in minor units. */
export function obligationsHere({ lines }: CreditFacts): Minor {
  const open = lines.filter(({ closed, balance }) => closed === null && balance > 0);
  return markMinor(open.reduce((sum, { payment }) => sum + payment, 0));
}

function countFullMonths(from: string, to: string): number {
  const isLastMonthPartial = to.slice(8) < from.slice(8);
  return Math.max(0, monthsBetween(parseDay(from), parseDay(to)) - (isLastMonthPartial ? 1 : 0));
}
