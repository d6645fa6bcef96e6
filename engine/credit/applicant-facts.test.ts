import { describe, expect, it } from 'vitest';
import { buildPolicyFacts, getAverageIncome } from './applicant-facts.ts';
import type { CreditFacts, CreditLine } from './facts.ts';
import { getCreditScore } from './score.ts';

const line = (parts: Partial<CreditLine>): CreditLine => ({
  id: 'line',
  kind: 'loan',
  name: 'Loan',
  opened: '2024-01-10',
  closed: null,
  rate: 6,
  balance: 5_000_00,
  limit: 10_000_00,
  payment: 200_00,
  months: [],
  ...parts,
});

const CREDIT: CreditFacts = {
  today: '2026-01-15',
  currency: 'USD',
  since: '2023-12-20',
  lines: [],
  payments: [],
  inquiries: [],
  income: [
    { month: '2025-09', amount: 9_000_00 },
    { month: '2025-10', amount: 4_000_00 },
    { month: '2025-11', amount: 4_000_00 },
    { month: '2025-12', amount: 4_300_00 },
    { month: '2026-01', amount: 1_000_00 },
  ],
};
const NOTHING = { annualIncome: null, monthlyDebt: 0, employment: 'EMPLOYED' } as const;

describe("an applicant's facts", () => {
  it('count the deposits of the previous three whole months as income', () => {
    expect(getAverageIncome(CREDIT)).toBe(4_100_00);
    expect(getAverageIncome({ ...CREDIT, since: '2025-10-16' })).toBeNull();
    expect(buildPolicyFacts(CREDIT, NOTHING).monthlyIncome).toBe(4_100_00);
  });

  it('count stated income up to 1.4 times the deposits', () => {
    expect(buildPolicyFacts(CREDIT, { ...NOTHING, annualIncome: 60_000_00 }).monthlyIncome).toBe(5_000_00);
    expect(buildPolicyFacts(CREDIT, { ...NOTHING, annualIncome: 120_000_00 }).monthlyIncome).toBe(5_740_00);
    const fresh = { ...CREDIT, since: '2026-01-01', income: [] };
    expect(buildPolicyFacts(fresh, { ...NOTHING, annualIncome: 48_000_00 }).monthlyIncome).toBe(4_000_00);
    expect(buildPolicyFacts(fresh, NOTHING).monthlyIncome).toBe(0);
  });

  it.each([
    ['EMPLOYED', 60_000_00],
    ['RETIRED', 60_000_00],
    ['SELF_EMPLOYED', 30_000_00],
    ['STUDENT', 20_000_00],
    ['UNEMPLOYED', 0],
    [null, 60_000_00],
  ] as const)('count an income of %s without any deposits up to %d cents a year', (employment, most) => {
    const fresh = { ...CREDIT, since: '2026-01-01', income: [] };
    const stated = { ...NOTHING, employment, annualIncome: 5_000_000_00 };
    expect(buildPolicyFacts(fresh, stated)).toMatchObject({
      monthlyIncome: Math.round(most / 12),
      income: { basis: 'unverified', stated: Math.round(5_000_000_00 / 12), most: Math.round(most / 12) },
    });
  });

  it('average the income of the self-employed over up to twelve months', () => {
    const stated = { ...NOTHING, employment: 'SELF_EMPLOYED', annualIncome: 120_000_00 } as const;
    // The customer has eleven full months of history since 2025-01-20. The deposits total 21,300.00.
    const facts = buildPolicyFacts({ ...CREDIT, since: '2025-01-20' }, stated);
    expect(facts.monthlyIncome).toBe(Math.round((Math.round(21_300_00 / 11) * 140) / 100));
    expect(facts.income).toMatchObject({ basis: 'deposits', stated: 10_000_00 });
  });

  it('count only deposits for the unemployed', () => {
    const stated = { ...NOTHING, employment: 'UNEMPLOYED', annualIncome: 120_000_00 } as const;
    expect(buildPolicyFacts(CREDIT, stated).monthlyIncome).toBe(4_100_00);
  });

  it("add payments to other lenders to the debts here that aren't paid off", () => {
    const lines = [
      line({}),
      line({ balance: 0, payment: 300_00 }),
      line({ closed: '2025-06-01' }),
      line({ kind: 'card', balance: 900_00, limit: 2_000_00, payment: 35_00 }),
      line({ kind: 'card', balance: -50_00, limit: 1_000_00, payment: 0 }),
    ];
    const facts = buildPolicyFacts({ ...CREDIT, lines }, { ...NOTHING, monthlyDebt: 100_00 });
    expect(facts).toMatchObject({
      monthlyDebt: 335_00,
      utilization: 30,
      monthsOfHistory: 24,
      score: getCreditScore({ ...CREDIT, lines }).score,
    });
  });

  it('count the late payments of the last twelve months and the worst one', () => {
    const payments = [
      { lineId: 'line', on: '2025-01-15', daysLate: 90 },
      { lineId: 'line', on: '2025-01-16', daysLate: 30 },
      { lineId: 'line', on: '2025-06-01', daysLate: 0 },
      { lineId: 'line', on: '2025-07-01', daysLate: 1 },
    ];
    expect(buildPolicyFacts({ ...CREDIT, payments }, NOTHING)).toMatchObject({
      latePayments: 2,
      worstLate: 30,
    });
    expect(buildPolicyFacts(CREDIT, NOTHING)).toMatchObject({ latePayments: 0, worstLate: 0 });
  });
});
