import { describe, expect, it } from 'vitest';
import { toMinor } from '../money/minor.ts';
import { reviewYear, type YearMovement, type YearRecords } from './year-review.ts';

const movement = (kind: string, amount: number, more: Partial<YearMovement> = {}): YearMovement => ({
  kind,
  subject: null,
  is_pay: false,
  is_surprise: false,
  product: 'account',
  currency: 'USD',
  amount,
  times: 1,
  ...more,
});

const flow = (month: string | null, direction: string, amount: number, more = {}) => ({
  part: month ? 'month' : 'category',
  is_before: false,
  month,
  direction,
  category_id: null,
  category: null,
  amount,
  times: 1,
  ...more,
});

const category = (id: string, amount: number, is_before = false) =>
  flow(null, 'out', amount, { category_id: id, category: id, is_before });

/** A year with $48,000 of pay, $30,000 of bills and purchases, a loan, and a home. */
const RECORDS: YearRecords = {
  year: 2026,
  currency: 'USD',
  days: [
    { day: '2025-01-01', amount: 2_000, opened_with: 1_500 },
    { day: '2025-12-31', amount: 10_000, opened_with: null },
    { day: '2026-01-01', amount: 10_010, opened_with: null },
    { day: '2026-12-31', amount: 31_410.5, opened_with: null },
    { day: '2027-01-01', amount: 99_999, opened_with: null },
  ],
  movements: [
    movement('auto_deposit', 48_000, { subject: 'pay', is_pay: true }),
    movement('auto_deposit', 600, { subject: 'gift' }),
    movement('payment', -18_000, { subject: 'rent' }),
    movement('payment', -7_000),
    movement('card_charge', -5_000, { product: 'card' }),
    movement('card_payment', -5_200),
    movement('card_payment', 5_200, { product: 'card' }),
    movement('interest', 120.5),
    movement('interest', -900, { product: 'loan' }),
    movement('loan_payment', -3_900),
    movement('loan_payment', 3_900, { product: 'loan' }),
    movement('fee', -35),
    movement('fee_waived', 10),
    movement('payment', -1_500, { subject: 'repair', is_surprise: true }),
    movement('home_value', 5_000, { product: 'property' }),
    movement('security_deposit', -200),
    movement('interest', 40, { currency: 'EUR' }),
  ],
  flows: [
    flow('2026-02-01', 'in', 4_000),
    flow('2026-02-01', 'out', 2_500),
    flow('2026-03-01', 'in', 4_000),
    flow('2026-03-01', 'out', 3_000.25),
    flow('2025-03-01', 'out', 2_000, { is_before: true }),
    flow('2025-03-01', 'in', 2_500, { is_before: true }),
    category('Food', 3_000),
    category('Fun', 2_500.25),
    category('Food', 2_900, true),
    category('Fun', 2_000, true),
    category('Travel', 700, true),
  ],
  budgets: [
    { month: '2025-12-01', available: 100, spent: 999 },
    { month: '2026-01-01', available: null, spent: 50 },
    { month: '2026-02-01', available: 300, spent: 310 },
    { month: '2026-02-01', available: 100, spent: 80 },
    { month: '2026-03-01', available: 300, spent: 300.01 },
  ],
  purchases: [{ id: 'sofa', day: '2026-05-01', name: 'Driftwood', category: 'Housing', amount: 1_200 }],
  goals: ['You reached your Lisbon goal'],
};

describe('the year in review', () => {
  const review = reviewYear(RECORDS);

  it('explains the change in net worth by causes that add up to it, as the digest does', () => {
    const { start, end, change, causes } = review.netWorth;
    expect([start, end, change]).toEqual([1_000_000, 3_141_050, 2_141_050]);
    expect(Object.fromEntries(causes.map(({ label, amount }) => [label, amount]))).toEqual({
      Paychecks: 4_800_000,
      Deposits: 60_000,
      Bills: -1_800_000,
      Purchases: -1_200_000,
      Surprises: -150_000,
      Fees: -3_500,
      'Interest earned': 12_050,
      'Interest charged': -90_000,
      'Home value': 500_000,
      Other: 1_000,
      'Exchange rates and other changes': 11_500,
    });
    expect(causes.reduce((sum, { amount }) => sum + amount, 0)).toBe(change);
  });

  it('starts with the opening balances in the first year', () => {
    const first = reviewYear({
      ...RECORDS,
      days: [
        { day: '2026-03-10', amount: 500, opened_with: 450 },
        { day: '2026-12-31', amount: 800, opened_with: null },
      ],
    });
    expect(first).toMatchObject({ since: '2026-03-10', before: null, largestChange: null });
    expect(first.netWorth).toMatchObject({ start: 45_000, end: 80_000, change: 35_000 });
    expect(review.since).toBe('2026-01-01');
  });

  it('gives interest, fees, and the debt that was paid down', () => {
    expect(review).toMatchObject({ interestEarned: 12_050, interestPaid: 90_000, fees: 2_500 });
    // The card fell by $200 and the loan by $3,000.
    expect(review.debtPaidDown).toBe(toMinor(200 + 3_000));
  });

  it('compares income and spending with the year before', () => {
    expect(review.flow).toMatchObject({ income: 8_000, spending: 5_500.25, netSavings: 2_499.75 });
    expect(review.before).toMatchObject({ income: 2_500, spending: 2_000, rate: 0.2 });
    expect(review.categories.map(({ name }) => name)).toEqual(['Food', 'Fun']);
    // Travel fell by $700, more than Fun rose.
    expect(review.largestChange).toMatchObject({ name: 'Travel', change: -70_000 });
    expect(review.bestMonth).toEqual({ month: '2026-02-01', netSavings: 1_500 });
  });

  it('counts the months in which spending stayed within all budgets together', () => {
    expect(review.budgets).toEqual({ months: 2, within: 1 });
  });

  it('has no largest change without a year before, and no best month without activity', () => {
    const empty = reviewYear({ ...RECORDS, flows: [], movements: [], budgets: [], purchases: [], goals: [] });
    expect(empty).toMatchObject({
      largestChange: null,
      bestMonth: null,
      biggestPurchase: null,
      budgets: { months: 0, within: 0 },
    });
  });
});
