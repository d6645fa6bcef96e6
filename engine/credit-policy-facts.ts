import type { CreditFacts } from './credit-facts.ts';
import type { PolicyFacts } from './credit-policy.ts';
import { scoreOf, utilisationOf } from './credit-score.ts';

/** What the applicant says, in minor units. */
export type Stated = {
  /** Before tax; null when it was not said. */
  annualIncome: number | null;
  /** What is paid elsewhere each month. */
  monthlyDebt: number;
};

/** Income that arrives is after tax: the bank counts a stated one up to this share of it, in percent. */
const STATED_TO_SEEN = 140;
const MONTHS_SEEN = 3;

/**
 * The facts of the policy out of what the bank knows and what the applicant says. Income counts as stated, but not
 * above 1.4 times what arrived here a month on average in the last three whole months, once there are three; where none
 * was stated, what arrived counts.
 */
export function policyFactsOf(credit: CreditFacts, { annualIncome, monthlyDebt }: Stated): PolicyFacts {
  const seen = seenIncome(credit);
  const stated = annualIncome === null ? null : Math.round(annualIncome / 12);
  const counted = Math.min(
    stated ?? Number.POSITIVE_INFINITY,
    seen === null
      ? Number.POSITIVE_INFINITY
      : stated === null
        ? seen
        : Math.round((seen * STATED_TO_SEEN) / 100),
  );
  const yearAgo = `${Number(credit.today.slice(0, 4)) - 1}${credit.today.slice(4)}`;
  const late = credit.payments.filter(({ on, daysLate }) => daysLate > 0 && on > yearAgo);
  const used = utilisationOf(credit.lines);
  return {
    monthlyIncome: Number.isFinite(counted) ? counted : 0,
    monthlyDebt: monthlyDebt + obligationsHere(credit),
    monthsOfHistory: monthsBetween(credit.since, credit.today),
    latePayments: late.length,
    worstLate: Math.max(0, ...late.map(({ daysLate }) => daysLate)),
    score: scoreOf(credit).score,
    utilisation: used === null ? null : used.all * 100,
  };
}

/** What arrived a month on average in the last three whole months, in minor units; null before there are three. */
export function seenIncome({ today, since, income }: CreditFacts): number | null {
  if (monthsBetween(since, today) < MONTHS_SEEN) return null;
  const months = [1, 2, 3].map((back) => monthBefore(today, back));
  const total = income
    .filter(({ month }) => months.includes(month))
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.round(total / MONTHS_SEEN);
}

/** What is due each month on cards, loans and mortgages here, in minor units. */
export function obligationsHere({ lines }: CreditFacts): number {
  return lines
    .filter(({ closed, balance }) => closed === null && balance > 0)
    .reduce((sum, { payment }) => sum + payment, 0);
}

/** `2026-08` for three months before `2026-11-21`. */
function monthBefore(day: string, back: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - back;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Whole months from one day to another, never below zero. */
function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDate = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDate = 0] = to.split('-').map(Number);
  return Math.max(0, (toYear - fromYear) * 12 + toMonth - fromMonth - (toDate < fromDate ? 1 : 0));
}
