import { describe, expect, it } from 'vitest';
import { getIncreasedAmount, getRaisedPay, getUtilityBill, UTILITY_SEASONS } from './increase-terms.ts';
import { getIncreaseType, inferIncreaseType } from './increase-type.ts';

describe('the usual increase of a bill', () => {
  it.each([
    // 1,450.00 at 2.7% + 0.5 points = 1,496.40, in whole dollars.
    ['rent', 145_000, 2.7, 149_600],
    ['subscription', 1_299, 2.7, 1_399],
    // Published prices: the largest music service in the US went from 9.99 to 10.99 in July 2023, and to
    // 11.99 in July 2024. Steps don't depend on inflation.
    ['subscription', 999, 3.2, 1_099],
    ['subscription', 1_099, 3, 1_199],
    ['subscription', 2_049, 0, 2_249],
    ['subscription', 4_999, 2.7, 5_199],
    ['subscription', 5_000, 2.7, 5_000],
    // 215.00 a month at 2.5% + 3 points = 226.825, to the cent.
    ['insurance', 21_500, 2.5, 22_683],
    // 89.00 at 2.5% = 91.225, to 50 cents.
    ['phone', 8_900, 2.5, 9_100],
    ['phone', 9_200, 2.5, 9_450],
    ['school', 94_000, 2.5, 96_800],
    // Social Security's cost-of-living adjustment for 2026 is 2.8%: 1,200.00 at 2.8% + 0.5 = 1,239.60.
    ['rent', 120_000, 2.8, 124_000],
  ] as const)('raises %s of %i at %f% inflation to %i', (type, amount, inflation, after) => {
    expect(getIncreasedAmount(type, amount, inflation)).toBe(after);
  });

  it('never lowers an amount when prices fall', () => {
    expect(getIncreasedAmount('rent', 145_000, -4)).toBe(145_000);
    expect(getRaisedPay(5_200_000, -4)).toBe(5_200_000);
  });

  it('rounds pay to 10 a year: 52,000.00 at 3.2% is 53,664.00, so 53,660.00', () => {
    expect(getRaisedPay(5_200_000, 2.7)).toBe(5_366_000);
  });

  it('varies a utility bill by season, prices, and a draw of at most 8%', () => {
    // 120.00 × 1.02 × 118% × 1.08 = 155.99.
    expect(getUtilityBill({ usual: 12_000, prices: 1.02, month: 1, drawn: 80 })).toBe(15_599);
    expect(getUtilityBill({ usual: 12_000, prices: 1, month: 5, drawn: -80 })).toBe(9_494);
    expect(UTILITY_SEASONS.reduce((sum, percent) => sum + percent, 0)).toBe(1_200);
  });
});

describe('the type of a bill', () => {
  it.each([
    ['Rent', 'Foundry Lofts', 'Housing', 'rent'],
    ['Room on Alder Street', 'Alder Street Flats', 'Housing', 'rent'],
    ['Health plan', 'Clearwater Health', 'Healthcare', 'insurance'],
    ['Seawall Insurance', 'Seawall Insurance', 'Transportation', 'insurance'],
    ['Internet and phone', 'Clearline Internet', 'Utilities', 'phone'],
    ['Phone', 'Pebble Mobile', 'Utilities', 'phone'],
    ['Power and water', 'Northgate Power', 'Utilities', 'utilities'],
    ['Daycare', 'Little Otters Daycare', 'Personal', 'school'],
    ['Music', 'Tidewave Music', 'Entertainment', 'subscription'],
    ['Lighthouse Streaming', 'Lighthouse Streaming', null, 'subscription'],
    ['Property tax and insurance', 'Bay County', 'Housing', null],
    ['Second car lease', 'Meridian Leasing', 'Transportation', null],
    ['Harbor Food Bank', 'Harbor Food Bank', 'Other', null],
    ['Current account fee', 'Parent', null, null],
  ] as const)('is recognized for %s to %s in %s: %s', (name, payee, category, type) => {
    expect(inferIncreaseType({ name, payee, category })).toBe(type);
  });

  it("is the customer's choice if there is one", () => {
    const rent = { name: 'Rent', payee: 'Landlord', category: 'Housing', amount_kind: 'fixed' };
    expect(getIncreaseType(rent)).toBe('rent');
    expect(getIncreaseType({ ...rent, adjustment: 'none' })).toBeNull();
    expect(getIncreaseType({ ...rent, adjustment: 'inflation' })).toBeNull();
    expect(getIncreaseType({ ...rent, adjustment: 3 })).toBeNull();
    expect(getIncreaseType({ ...rent, adjustment: 'insurance' })).toBe('insurance');
    expect(getIncreaseType({ ...rent, payee: null })).toBeNull();
    expect(getIncreaseType({ ...rent, amount_kind: 'statement' })).toBeNull();
    expect(getIncreaseType({ name: 'Pay', is_pay: true })).toBe('pay');
    expect(getIncreaseType({ name: 'Rent from a tenant', is_pay: false })).toBeNull();
  });
});
