import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annualPercentageRate, comparePoints, getDisclosure } from './apr.ts';

const round = (percent: number, digits: number) => Number(percent.toFixed(digits));

describe('annual percentage rate', () => {
  it('of 5,000.00 repaid with 24 payments of 230.00 is 9.6857% (Regulation Z, appendix J)', () => {
    expect(round(annualPercentageRate(5_000_00, Array(24).fill(230_00)), 4)).toBe(9.6857);
  });

  it('of a mortgage with a point and two fees is above its rate', () => {
    const disclosure = getDisclosure({
      amount: 320_000_00,
      rate: 6.25,
      months: 360,
      fees: 3_200_00 + 995_00 + 850_00,
    });
    expect(disclosure).toMatchObject({
      amountFinanced: 314_955_00,
      financeCharge: 389_303_05 + 5_045_00,
      totalOfPayments: 709_303_05,
    });
    expect(round(disclosure?.apr ?? 0, 3)).toBe(6.401);
  });

  it('of a car loan includes the fee that is part of the loan', () => {
    const disclosure = getDisclosure({ amount: 15_600_00, rate: 6.4, months: 48, fees: 250_00 });
    expect(round(disclosure?.apr ?? 0, 3)).toBe(7.233);
  });

  it('without fees is the rate', () => {
    const loans = fc.record({
      amount: fc.integer({ min: 1_000_00, max: 1_000_000_00 }),
      rate: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
      months: fc.integer({ min: 1, max: 480 }),
    });
    fc.assert(
      fc.property(loans, (loan) => {
        // Payments are rounded to the cent, which moves the rate of a small loan a little.
        expect(getDisclosure(loan)?.apr).toBeCloseTo(loan.rate, 1);
      }),
      { numRuns: 50 },
    );
  });

  it('is not defined if the fees are as high as the loan', () => {
    expect(getDisclosure({ amount: 100_00, rate: 5, months: 12, fees: 100_00 })).toBeNull();
    expect(() => annualPercentageRate(0, [1])).toThrow(RangeError);
  });

  it('covers fees of nearly the whole loan', () => {
    const apr = getDisclosure({ amount: 1_000_00, rate: 0, months: 1, fees: 999_00 })?.apr;
    expect(apr).toBeCloseTo(12 * 99_900, 0);
  });
});

describe('points', () => {
  it('lower the rate by a quarter point each, and break even in month 62', () => {
    expect(comparePoints({ amount: 320_000_00, rate: 6.5, months: 360 }, 1)).toEqual({
      fee: 3_200_00,
      rate: 6.25,
      before: 2_022_62,
      after: 1_970_30,
      saved: 52_32,
      breakEvenMonth: 62,
    });
  });

  it('never break even on a loan that ends before', () => {
    expect(comparePoints({ amount: 320_000_00, rate: 6.5, months: 24 }, 1).breakEvenMonth).toBeNull();
  });

  it('never lower the rate below zero', () => {
    expect(comparePoints({ amount: 100_000_00, rate: 0.1, months: 12 }, 2).rate).toBe(0);
  });
});
