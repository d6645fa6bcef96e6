import type { PolicyFacts } from '../credit/policy.ts';

/**
 * An applicant with $5,000 of monthly income, no debts, three years of history, no late payments, and a good
 * score.
 */
export const APPLICANT: PolicyFacts = {
  monthlyIncome: 5_000_00,
  income: { basis: 'deposits', stated: 5_000_00, most: 7_000_00 },
  monthlyDebt: 0,
  monthsOfHistory: 36,
  latePayments: 0,
  worstLate: 0,
  score: 700,
  utilization: null,
};
