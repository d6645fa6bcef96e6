import { describe, expect, it } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { savingsTiers } from '../products/rates.ts';
import {
  borrowedPrice,
  deductiblePaysAfter,
  depositFor,
  effectiveRate,
  feeDrag,
  getFall,
  growth,
  incomeSwing,
  installmentSplit,
  insuredPart,
  mixAfterFall,
  monthsCovered,
  monthsUntil,
  overdraftDay,
  payrollTax,
  realRaise,
  runway,
  savingsRate,
  yearOfSavings,
  yearsToDouble,
} from './lesson-figures.ts';

describe('lesson figures', () => {
  it.each([
    ['a month with something left', 456_000, 307_787, 148_213, 148_213 / 456_000],
    ['a month that cost more than it brought', 200_000, 250_000, -50_000, -0.25],
    ['a month without an income', 0, 1_000, -1_000, null],
  ])('compute the savings rate of %s', (_, earned, spent, stayed, share) => {
    expect(savingsRate({ earned, spent })).toEqual({ stayed, share });
  });

  it('deduct 6.2% and 1.45% from pay', () => {
    expect(payrollTax(6_000_000)).toEqual({ socialSecurity: 372_000, medicare: 87_000, left: 5_541_000 });
  });

  it.each([
    [[100, 100, 100], { average: 100, lowest: 100, highest: 100, cushion: 0 }],
    [[50, 150, 100], { average: 100, lowest: 50, highest: 150, cushion: 50 }],
    [[300, 0, 0], { average: 100, lowest: 0, highest: 300, cushion: 0 }],
    [[0, 0, 300], { average: 100, lowest: 0, highest: 300, cushion: 200 }],
  ])('compute the cushion of the incomes %j', (incomes, swing) => {
    expect(incomeSwing(incomes)).toEqual(swing);
  });

  it('compare a raise with inflation', () => {
    expect(realRaise(3, 3)).toBeCloseTo(0, 10);
    expect(realRaise(4, 3)).toBeCloseTo(0.970874, 5);
    expect(realRaise(2, 5)).toBeCloseTo(-2.857143, 5);
  });

  it.each([
    [900_000, 300_000, 3],
    [150_000, 300_000, 0.5],
    [-10, 300_000, 0],
    [900_000, 0, null],
  ])('compute how many months %i covers at %i a month', (amount, spending, months) => {
    expect(monthsCovered(amount, spending)).toBe(months);
  });

  it.each([
    [900_000, 300_000, 50_000, 12],
    [900_000, 300_000, 70_000, 9],
    [900_000, 900_000, 0, 0],
    [900_000, 300_000, 0, null],
  ])('compute when %i is reached from %i at %i a month', (target, saved, monthly, months) => {
    expect(monthsUntil(target, saved, monthly)).toBe(months);
  });

  it.each([
    [900_000, 300_000, 0, 3],
    [950_000, 300_000, 100_000, 4],
    [900_000, 300_000, 300_000, null],
  ])('compute how long %i lasts with %i going out and %i coming in', (money, spending, income, months) => {
    expect(runway(money, spending, income)).toBe(months);
  });

  it('pay a year of savings at the current tiers', () => {
    const tiers = savingsTiers(parseDay('2026-10-01'));
    // At 3.1%, credited monthly, 1,000.00 earns 31.00 plus interest on the credited interest.
    expect(yearOfSavings(100_000, tiers)).toBeGreaterThan(3_100);
    expect(yearOfSavings(100_000, tiers)).toBeLessThan(3_150);
    expect(yearOfSavings(0, tiers)).toBe(0);
    expect(yearOfSavings(100_000, [{ above: 0, percent: 0 }])).toBe(0);
  });

  it('compound monthly growth', () => {
    expect(growth(100_000, 0, 0, 5)).toEqual({ balance: 100_000, paidIn: 100_000, grown: 0 });
    expect(growth(0, 10_000, 0, 2).balance).toBe(240_000);
    // 1,000.00 at 6%: 1,000 × 1.005¹² = 1,061.68. Rounding each month adds one cent.
    expect(growth(100_000, 0, 6, 1).balance).toBe(106_169);
  });

  it.each([
    [7.2, 10],
    [100, 1],
    [3, 23.5],
  ])('compute the doubling time at %f % a year as about %f years', (percent, years) => {
    expect(yearsToDouble(percent)).toBeCloseTo(years, 0);
    expect(yearsToDouble(0)).toBeNull();
  });

  it.each([
    [20, 25],
    [50, 100],
    [10, 100 / 9],
  ])('compute the rise needed after a fall of %i %', (fall, rise) => {
    const after = getFall(100_000, fall);
    expect(after.lost).toBe(fall * 1_000);
    expect(after.riseNeeded).toBeCloseTo(rise, 8);
    expect(after.left * (1 + after.riseNeeded / 100)).toBeCloseTo(100_000, 4);
  });

  it.each([
    [600_000, 0, 24, 25_000],
    [600_000, 0, 7, 85_715],
    [0, 3, 12, 0],
    [600_000, 3, 1, 600_000],
  ])('compute the saving for %i at %i %% in %i months', (target, percent, months, deposit) => {
    expect(depositFor(target, percent, months)).toBe(deposit);
  });

  it('compute the smallest saving that reaches the target', () => {
    const deposit = depositFor(600_000, 3.1, 24);
    expect(growth(0, deposit, 3.1, 2).balance).toBeGreaterThanOrEqual(600_000);
    expect(growth(0, deposit - 1, 3.1, 2).balance).toBeLessThan(600_000);
  });

  it('compute the cost of a financed purchase', () => {
    expect(borrowedPrice(120_000, 0, 12)).toEqual({ installment: 10_000, interest: 0, total: 120_000 });
    // 1,200.00 at 12% in two installments: 12.00 of interest, then 6.03 on the remaining 602.99.
    const two = borrowedPrice(120_000, 12, 2);
    expect(two.installment).toBe(60_901);
    expect(two.interest).toBe(1_200 + 603);
    expect(two.total).toBe(121_803);
  });

  it.each([
    [100_000, 60, 40, { inStocks: 60_000, lost: 24_000, left: 76_000, share: 36 / 76, toMove: 9_600 }],
    [100_000, 100, 40, { inStocks: 100_000, lost: 40_000, left: 60_000, share: 1, toMove: 0 }],
    [100_000, 0, 40, { inStocks: 0, lost: 0, left: 100_000, share: 0, toMove: 0 }],
  ])('apply a fall to %i with %i %% in stocks', (held, stocks, fall, after) => {
    expect(mixAfterFall(held, stocks, fall)).toEqual(after);
  });

  it('compute the effect of costs', () => {
    expect(feeDrag(100_000, 0, 6, 0, 10).taken).toBe(0);
    const { free, costly, taken } = feeDrag(1_000_000, 0, 6, 1, 30);
    expect(taken).toBe(free - costly);
    // Over 30 years, a 1% fee reduces the rate from 6% to 5% and the balance by about a quarter.
    expect(taken / free).toBeGreaterThan(0.25);
    expect(taken / free).toBeLessThan(0.27);
  });

  it('compute the yield of a compounded rate', () => {
    expect(effectiveRate(0)).toBe(0);
    expect(effectiveRate(12)).toBeCloseTo(12.682503, 5);
    expect(effectiveRate(24)).toBeCloseTo(26.824179, 5);
  });

  it('split an installment into interest and principal', () => {
    expect(installmentSplit(24_000_000, 6, 143_892)).toEqual({
      interest: 120_000,
      principal: 23_892,
      share: 120_000 / 143_892,
    });
    expect(installmentSplit(24_000_000, 6, 100_000).principal).toBe(0);
  });

  it.each([
    [0, 0, 0],
    [24_999_999, 24_999_999, 0],
    [30_000_000, 25_000_000, 5_000_000],
    [-500, 0, 0],
  ])('insure %i up to the limit', (deposits, insured, beyond) => {
    expect(insuredPart(deposits)).toEqual({ insured, beyond });
  });

  it('compute when a higher deductible pays for itself', () => {
    expect(deductiblePaysAfter(50_000, 100_000, 1_500)).toBe(34);
    expect(deductiblePaysAfter(50_000, 100_000, 0)).toBeNull();
  });
});

describe('the overdraft fees of a day', () => {
  it.each([
    ['in the order of arrival: one fee, -104.00', [1_200, 1_800, 3_000, 11_000], 1, -10_400],
    ['largest first: three fees, -172.00', [11_000, 3_000, 1_800, 1_200], 3, -17_200],
  ])('%s', (_name, debits, count, balance) => {
    expect(overdraftDay(10_000, ...debits)).toEqual({ count, fees: count * 3_400, balance });
  });

  it('are free if the day ends at -50.00 or higher', () => {
    expect(overdraftDay(12_000, 1_200, 1_800, 3_000, 11_000)).toEqual({ count: 0, fees: 0, balance: -5_000 });
    expect(overdraftDay(20_000, 11_000).balance).toBe(9_000);
  });
});
