import { describe, expect, it } from 'vitest';
import { getBudgetStatus, isSteady, safeToSpend, suggestBudget } from './budgets.ts';

describe('a suggested budget', () => {
  it('is the median of the last six months, rounded up to five', () => {
    expect(suggestBudget([99_999_00, 310_00, 290_00, 305_00, 900_00, 300_00, 301_01])).toEqual({
      amount: 305_00,
      basis: 'median',
      months: 6,
    });
    expect(suggestBudget([100_00, 100_00, 100_00])?.amount).toBe(100_00);
    expect(suggestBudget([100_00, 100_00, 100_01, 100_01])?.amount).toBe(105_00);
  });

  it('requires three months', () => {
    expect(suggestBudget([100_00, 100_00])).toBeNull();
  });

  it('is the average of rare purchases, and zero without any', () => {
    expect(suggestBudget([0, 0, 60_00, 0, 0, 0])).toEqual({ amount: 10_00, basis: 'average', months: 6 });
    expect(suggestBudget([0, 0, 0])).toBeNull();
    expect(suggestBudget([0, 0, -50_00])).toBeNull();
  });
});

describe('a budget', () => {
  it('is over above its amount, nearly used from 80%, and over pace before that', () => {
    expect(getBudgetStatus(100_00, 100_01, 1)).toBe('passed');
    expect(getBudgetStatus(100_00, 100_00, 1)).toBe('near');
    expect(getBudgetStatus(100_00, 80_00, 0.9)).toBe('near');
    expect(getBudgetStatus(100_00, 79_99, 0.5)).toBe('ahead');
    expect(getBudgetStatus(100_00, 50_00, 0.5)).toBe('within');
    expect(getBudgetStatus(0, 0, 0.5)).toBe('within');
    expect(getBudgetStatus(-10_00, 0, 0.5)).toBe('passed');
  });
});

describe('a category', () => {
  it('is steady if its last three months cost the same within a twentieth', () => {
    expect(isSteady([500_00, 1_865_00, 1_865_00, 1_864_95])).toBe(true);
    expect(isSteady([100_00, 102_00, 105_10])).toBe(true);
    expect(isSteady([100_00, 102_00, 105_11])).toBe(false);
    expect(isSteady([0, 0, 0])).toBe(false);
    expect(isSteady([100_00, 100_00])).toBe(false);
  });
});

describe('safe to spend', () => {
  it('lasts until the next payday, after the bills before it', () => {
    const scheduled = [
      { inDays: 2, amount: -300_00, isPay: false },
      { inDays: 3, amount: -50_00, isPay: false, isGoal: true },
      { inDays: 4, amount: 50_00, isPay: false },
      { inDays: 10, amount: 1_500_00, isPay: true },
      { inDays: 10, amount: -80_00, isPay: false },
      { inDays: 24, amount: 1_500_00, isPay: true },
    ];
    expect(safeToSpend({ cash: 1_000_00, known: scheduled, minimum: 100_00 })).toEqual({
      perDay: 55_00,
      total: 550_00,
      cash: 1_000_00,
      bills: 300_00,
      minimum: 100_00,
      goals: 50_00,
      days: 10,
      hasPayday: true,
      budget: null,
      isLimitedByBudget: false,
    });
  });

  it('never exceeds the daily budget of the month', () => {
    const payday = [{ inDays: 1, amount: 3_000_00, isPay: true }];
    const spend = (left: number) =>
      safeToSpend({ cash: 9_586_02, known: payday, minimum: 100_00, budget: { left, planned: 0, days: 9 } });
    expect(spend(2_558_51)).toMatchObject({ perDay: 284_27, total: 9_486_02, isLimitedByBudget: true });
    expect(spend(-1_00)).toMatchObject({ perDay: 0, isLimitedByBudget: true });
    expect(spend(900_000_00)).toMatchObject({ perDay: 9_486_02, isLimitedByBudget: false });
  });

  it('is zero if bills exceed the balance, and covers a month without a payday', () => {
    const scheduled = [{ inDays: 29, amount: -950_00, isPay: false }];
    expect(safeToSpend({ cash: 1_000_00, known: scheduled, minimum: 100_00 })).toMatchObject({
      perDay: 0,
      total: -50_00,
      days: 30,
      hasPayday: false,
    });
    expect(safeToSpend({ cash: 100_00, known: [], minimum: 0 }).perDay).toBe(3_33);
  });
});
