import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { divideBill, fileClaim } from './claims.ts';
import { getPolicyOptions } from './terms.ts';

/** The health policy of the published example. Amounts are in minor units. */
const health = () => ({ since: 0, deductible: 190_000, coinsurance: 20, limit: 600_000 });
const may = parseDay('2026-05-04');

describe('a health policy with a deductible of 1,900, 20%, and at most 6,000 a year', () => {
  test('leaves 3,200.00 of a bill of 8,400.00, and then 2,800.00 of 30,000.00 in the same year', () => {
    const policy = health();
    expect(fileClaim(policy, 840_000, may)).toEqual({
      bill: 840_000,
      insurer: 520_000,
      customer: 320_000,
      deductibleLeft: 0,
      limitLeft: 280_000,
    });
    expect(fileClaim(policy, 3_000_000, parseDay('2026-12-31'))).toMatchObject({
      customer: 280_000,
      limitLeft: 0,
    });
    expect(fileClaim(policy, 100, parseDay('2026-12-31'))).toMatchObject({ customer: 0, insurer: 100 });
  });

  test('leaves 6,000.00 of a bill of 30,000.00', () => {
    expect(divideBill(health(), 3_000_000)).toMatchObject({ customer: 600_000, insurer: 2_400_000 });
  });

  test('starts again on January 1', () => {
    const policy = health();
    fileClaim(policy, 840_000, may);
    expect(fileClaim(policy, 150_000, parseDay('2027-01-01'))).toMatchObject({
      customer: 150_000,
      deductibleLeft: 40_000,
    });
    expect(policy).toMatchObject({ used: { year: 2027, deductible: 150_000, paid: 150_000 } });
  });

  test('rounds the customer’s part half away from zero', () => {
    const policy = { ...health(), deductible: 0, coinsurance: 50 };
    expect(divideBill(policy, 101)).toMatchObject({ customer: 51, insurer: 50 });
  });
});

describe('a car policy with a deductible of 500', () => {
  const car = { since: 0, deductible: 50_000, coinsurance: 0 };
  test('pays 3,700.00 of a collision of 4,200.00', () => {
    expect(divideBill(car, 420_000)).toMatchObject({ insurer: 370_000, customer: 50_000, limitLeft: null });
  });
  test('pays nothing below the deductible, and the deductible counts for each claim', () => {
    expect(divideBill(car, 50_000)).toMatchObject({ insurer: 0, customer: 50_000 });
    const policy = { ...car };
    fileClaim(policy, 420_000, may);
    expect(fileClaim(policy, 420_000, may).customer).toBe(50_000);
    expect(policy).not.toHaveProperty('used');
  });
});

test('a doubled deductible lowers the premium by 8%', () => {
  const premiums = (kind: Parameters<typeof getPolicyOptions>[0]) =>
    getPolicyOptions(kind).map(({ premium, deductible }) => [premium, deductible]);
  expect(premiums('health')).toEqual([
    [12_000, 190_000],
    [11_040, 380_000],
  ]);
  expect(premiums('car')).toEqual([
    [21_500, 50_000],
    [19_780, 100_000],
    [18_198, 200_000],
  ]);
  expect(premiums('home')[0]).toEqual([13_075, 100_000]);
  expect(premiums('renters')[0]).toEqual([1_425, 50_000]);
});
