import { monthlyPayment } from './amortization.ts';
import type { CreditRequest, PolicyFacts } from './credit-policy.ts';
import { decide } from './credit-policy-decision.ts';
import { addDays, type Day, instantOf } from './demo-books.ts';
import { CAR, HOME, MONTHS_OF_HISTORY, REEF } from './demo-terms.ts';
import type { Household } from './household.ts';

type Application = Household['applications'][number];
type Past = CreditRequest & {
  purpose: string;
  daysAgo: number;
  /** Later than decided: what the customer did, or did not do, about the offer. */
  ended?: { status: 'withdrawn' | 'expired'; afterDays: number };
};

const YEARLY_INCOME = 74_000_00;
const OFFER_DAYS = 30;
const DAYS_A_MONTH = 30;
/** What the policy knew of the household: the same income and instalments all the time. */
const FACTS: PolicyFacts = {
  monthlyIncome: Math.round(YEARLY_INCOME / 12),
  income: {
    basis: 'deposits',
    stated: Math.round(YEARLY_INCOME / 12),
    most: Math.round(YEARLY_INCOME / 12),
  },
  monthlyDebt:
    monthlyPayment(CAR.amount, CAR.rate, CAR.months) +
    monthlyPayment(HOME.value - HOME.down, HOME.rate, HOME.years * 12) +
    REEF.payment,
  monthsOfHistory: MONTHS_OF_HISTORY,
  latePayments: 0,
  worstLate: 0,
  score: 730,
  utilisation: 28,
};

const PAST: Past[] = [
  {
    type: 'PERSONAL',
    amount: 40_000_00,
    term: 48,
    collateralValue: null,
    purpose: 'A small sailing boat',
    daysAgo: 512,
    ended: { status: 'expired', afterDays: OFFER_DAYS },
  },
  {
    type: 'AUTO',
    amount: 14_000_00,
    term: 60,
    collateralValue: 17_500_00,
    purpose: 'A second car',
    daysAgo: 231,
    ended: { status: 'withdrawn', afterDays: 4 },
  },
  {
    type: 'HOME',
    amount: 6_500_00,
    term: 36,
    collateralValue: null,
    purpose: 'A new kitchen',
    daysAgo: 6,
  },
];

/** What the demo household applied for: an offer that ran out, one taken back, one that stands, one just handed in. */
export function applicationsOf(today: Day, timeZone: string): Application[] {
  const ago = (days: number, minutes: number) =>
    new Date(instantOf(addDays(today, -days), minutes, timeZone)).toISOString();
  const applicant = {
    applicant_name: 'Maya Okafor',
    email: null,
    annual_income: YEARLY_INCOME / 100,
    employment_status: 'EMPLOYED',
    monthly_debt: 0,
  };
  return [
    ...PAST.map(({ purpose, daysAgo, ended, ...request }) => {
      const monthsOfHistory = MONTHS_OF_HISTORY - Math.floor(daysAgo / DAYS_A_MONTH);
      const decision = decide({ ...FACTS, monthsOfHistory }, request);
      const value = request.collateralValue;
      return {
        ...applicant,
        purpose,
        loan_type: request.type,
        loan_amount: request.amount / 100,
        term_months: request.term,
        ...(value !== null && {
          collateral_value: value / 100,
          down_payment: (value - request.amount) / 100,
        }),
        status: ended?.status ?? decision.decision,
        submitted_at: ago(daysAgo, 10 * 60),
        reviewed_at: ago(daysAgo, 15 * 60),
        decided_at: ago(daysAgo - 1, 9 * 60),
        expires_at: ago(daysAgo - 1 - OFFER_DAYS, 9 * 60),
        ...(ended && { ended_at: ago(daysAgo - 1 - ended.afterDays, 9 * 60) }),
        decision,
      };
    }),
    {
      ...applicant,
      loan_amount: 4_500,
      loan_type: 'EDUCATION',
      purpose: 'An evening course in naval architecture',
      term_months: 24,
      status: 'submitted',
      submitted_at: ago(1, 19 * 60),
    },
  ];
}
