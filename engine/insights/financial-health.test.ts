import { describe, expect, it } from 'vitest';
import {
  computeFinancialHealth,
  getHealthBand,
  getSavingsGoal,
  getSavingsTarget,
  type HealthFacts,
  type IndicatorName,
} from './financial-health.ts';
import { describeIndicator } from './financial-health-text.ts';

/** A tenant with a card and a car loan: $60,000 of income and $48,000 of spending in a year. */
const FACTS: HealthFacts = {
  currency: 'USD',
  hasAccount: true,
  months: 12,
  income: 60_000_00,
  spending: 48_000_00,
  bills: { due: 40, onTime: 40 },
  liquid: 12_000_00,
  longTerm: 30_000_00,
  age: 30,
  debt: { isOwed: true, payments: 900_00, income: 5_000_00 },
  creditScore: 742,
  insurance: { usual: ['health', 'car', 'renters'], missing: ['renters'] },
  habits: { budget: true, goal: true, automatic_saving: true, automatic_payments: false },
};

function compute(parts: Partial<HealthFacts> = {}) {
  const facts = { ...FACTS, ...parts };
  const health = computeFinancialHealth(facts);
  const find = (name: IndicatorName) => {
    const indicator = health.indicators.find((item) => item.name === name);
    if (!indicator) throw new Error(name);
    return { ...indicator, ...describeIndicator(indicator, facts) };
  };
  return { ...health, find };
}

describe('the financial health score', () => {
  it('is the average of eight indicators, and each part the average of two', () => {
    const { score, band, parts, indicators, missing } = compute();
    // 80% spent, all on time, 3 months, 50% of the target, 18% of income, very good, 2 of 3, 3 of 4.
    expect(indicators.map(({ points }) => points)).toEqual([100, 100, 75, 50, 85, 80, 50, 65]);
    expect(score).toBe(76);
    expect(parts).toEqual({ spend: 100, save: 63, borrow: 83, plan: 58 });
    expect(band?.name).toBe('Financially coping');
    expect(missing).toBeNull();
  });

  it('is 100 for a household that meets each threshold, and has no next step', () => {
    const { score, band, best } = compute({
      liquid: 24_000_00,
      longTerm: 60_000_00,
      debt: { isOwed: false, payments: 0, income: 5_000_00 },
      creditScore: 800,
      insurance: { usual: ['health', 'car', 'renters'], missing: [] },
      habits: { budget: true, goal: true, automatic_saving: true, automatic_payments: true },
    });
    expect(score).toBe(100);
    expect(band?.name).toBe('Financially healthy');
    expect(best).toBeNull();
  });

  it('has the bands of the framework', () => {
    expect([0, 39, 40, 79, 80, 100].map((score) => getHealthBand(score).from)).toEqual([
      0, 0, 40, 40, 80, 80,
    ]);
  });

  it('is missing without an account, and without a full month of income or spending', () => {
    expect(compute({ hasAccount: false })).toMatchObject({ score: null, missing: 'account', best: null });
    expect(compute({ months: 0 })).toMatchObject({ score: null, missing: 'month', best: null });
    expect(compute({ income: 0, spending: 0 })).toMatchObject({ score: null, missing: 'month' });
  });

  it('leaves out what the bank cannot measure', () => {
    const { score, find } = compute({ creditScore: null, bills: { due: 0, onTime: 0 } });
    expect(find('credit')).toMatchObject({ points: null, step: null });
    expect(find('bills').figure).toContain('Not measured');
    expect(score).toBe(71);
  });
});

describe('an indicator', () => {
  it.each([
    [48_000_00, 100],
    [48_000_01, 75],
    [57_000_00, 75],
    [63_000_00, 50],
    [72_000_00, 25],
    [72_000_01, 0],
  ])('gives spending of %d cents out of 6,000,000 cents of income %d points', (spending, points) => {
    expect(compute({ spending }).find('spending').points).toBe(points);
  });

  it('gives spending without income no points', () => {
    expect(compute({ income: 0 }).find('spending')).toMatchObject({ points: 0, figure: 'No income' });
  });

  it.each([
    [100, 100],
    [99, 60],
    [90, 60],
    [75, 40],
    [50, 20],
    [49, 0],
  ])('gives %d of 100 payments on time %d points', (onTime, points) => {
    expect(compute({ bills: { due: 100, onTime } }).find('bills').points).toBe(points);
  });

  it.each([
    [24_000_00, 100],
    [23_999_99, 75],
    [12_000_00, 75],
    [4_000_00, 50],
    [1_000_00, 25],
    [999_99, 0],
    [-50_00, 0],
  ])('gives %d cents in checking and savings at 400,000 cents a month %d points', (liquid, points) => {
    expect(compute({ liquid }).find('liquid_savings').points).toBe(points);
  });

  it('compares long-term savings with the years of income for the age', () => {
    expect([null, 20, 22, 26, 30, 35, 40, 45, 60, 67, 80].map(getSavingsTarget)).toEqual([
      100, 25, 25, 50, 100, 200, 300, 450, 800, 1000, 1000,
    ]);
    expect(getSavingsGoal({ ...FACTS, age: 40 })).toBe(180_000_00);
    expect(getSavingsGoal({ ...FACTS, age: null, months: 3, income: 15_000_00 })).toBe(60_000_00);
    expect(compute({ longTerm: 45_000_00 }).find('long_term_savings').points).toBe(75);
    expect(compute({ longTerm: 14_999_99 }).find('long_term_savings').points).toBe(0);
  });

  it.each([
    [1_800_00, 85],
    [1_800_01, 40],
    [2_150_00, 40],
    [2_150_01, 0],
  ])('gives debt payments of %d cents out of 500,000 cents of income %d points', (payments, points) => {
    expect(compute({ debt: { isOwed: true, payments, income: 5_000_00 } }).find('debt').points).toBe(points);
  });

  it('gives no debt the most points, and debt without known income none', () => {
    expect(compute({ debt: { isOwed: false, payments: 0, income: null } }).find('debt').points).toBe(100);
    expect(
      compute({ debt: { isOwed: true, payments: 100_00, income: null } }).find('debt').points,
    ).toBeNull();
    expect(compute({ debt: { isOwed: true, payments: 100_00, income: 0 } }).find('debt').points).toBe(0);
  });

  it.each([
    [800, 100],
    [740, 80],
    [670, 60],
    [580, 40],
    [579, 0],
  ])('gives a credit score of %d %d points', (creditScore, points) => {
    expect(compute({ creditScore }).find('credit').points).toBe(points);
  });
});

describe('the next best step', () => {
  it('is the one whose next level adds the most points', () => {
    expect(compute().best?.name).toBe('insurance');
    const poor = compute({ creditScore: 560, insurance: { usual: ['health'], missing: [] } });
    expect(poor.best?.name).toBe('credit');
  });

  it('says how much it takes', () => {
    const { find } = compute({ spending: 58_000_00 });
    // $58,000.00 less 95% of $60,000.00 is $1,000.00: $83.34 a month, rounded up to whole dollars.
    expect(find('spending').step).toEqual({
      text: 'Spend $84.00 less a month to stay within 95% of your income.',
      label: 'Review spending',
      to: '/analytics?part=spending',
    });
    expect(compute({ spending: 66_000_00 }).find('spending').step?.text).toContain('within 95%');
    expect(compute().find('liquid_savings').step?.text).toBe(
      'Save $12,000.00 more to cover 6 months of spending.',
    );
    expect(compute({ liquid: 0 }).find('liquid_savings').step?.text).toBe(
      'Save $1,000.00 more to cover 1 week of spending.',
    );
    expect(compute().find('long_term_savings').step?.text).toBe(
      'Invest $15,000.00 more over time to reach 75% of your target.',
    );
    expect(compute().find('credit').step?.text).toBe('Gain 58 points to reach exceptional (800).');
    expect(compute().find('insurance').step?.text).toBe('Add renters insurance.');
    const insurance = { usual: ['car', 'home'], missing: ['car', 'home'], prepaid: ['home'] } as const;
    expect(compute({ insurance }).find('insurance').step?.text).toBe(
      'Add car insurance and home insurance. You already pay the premium of home insurance.',
    );
    expect(compute().find('planning').step?.to).toBe('/scheduled-payments');
    const debt = compute({ debt: { isOwed: true, payments: 2_000_00, income: 5_000_00 } }).find('debt');
    expect(debt.step?.text).toBe('Lower your debt payments by $200.00 a month, to 36% of your income.');
  });

  it('never asks to repay debt that is manageable', () => {
    expect(compute().find('debt')).toMatchObject({ points: 85, step: null });
  });
});
