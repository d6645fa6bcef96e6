import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { Draws } from '../simulation/draws.ts';
import {
  changePrice,
  drawReturns,
  FUND_TERMS,
  fallPrices,
  getDividendPerUnit,
  getNextPrices,
  getStartPrices,
  getUnits,
  getUnitsToSell,
  getValue,
  PRICED_FUNDS,
  type Prices,
  shiftBonds,
} from './funds.ts';

const DAYS_A_MONTH = 365 / 12;

describe('fund prices', () => {
  test('rise by a month of 1.23% before expenses from 50.0000 to 50.6138', () => {
    const { expense, startPrice } = FUND_TERMS.US_STOCKS;
    expect(changePrice(startPrice, 0.0123 - expense / 100 / 12)).toBe(506_138);
  });

  test.each(['conservative', 'historical'] as const)(
    'have the %s mean and deviation over 5,000 months of daily changes',
    { timeout: 60_000 },
    (set) => {
      const months = 5_000;
      const sums: Record<string, number[]> = { US_STOCKS: [], WORLD_STOCKS: [], BONDS: [] };
      let day = 0;
      for (let month = 0; month < months; month += 1) {
        let prices: Prices = { US_STOCKS: 100_000_000, WORLD_STOCKS: 100_000_000, BONDS: 100_000_000 };
        const last = Math.round((month + 1) * DAYS_A_MONTH);
        for (; day < last; day += 1) prices = getNextPrices(prices, 7, day, set);
        for (const fund of PRICED_FUNDS) sums[fund]?.push(prices[fund] / 1_000_000 - 100);
      }
      for (const fund of PRICED_FUNDS) {
        const values = sums[fund] ?? [];
        const mean = values.reduce((sum, value) => sum + value, 0) / months;
        const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / months;
        const { returns, expense } = FUND_TERMS[fund];
        expect(Math.abs(mean - (returns[set].mean - expense) / 12)).toBeLessThan(0.2);
        const expected = returns[set].deviation / Math.sqrt(12);
        expect(Math.abs(Math.sqrt(variance) / expected - 1)).toBeLessThan(0.03);
      }
    },
  );

  test('of the two stock funds move together, and bonds hardly follow them', () => {
    const pairs = Array.from({ length: 20_000 }, (_, day) => drawReturns(new Draws(3, 'funds', day), 'day'));
    const correlate = (left: (typeof PRICED_FUNDS)[number], right: (typeof PRICED_FUNDS)[number]) => {
      const mean = (fund: typeof left) => pairs.reduce((sum, pair) => sum + pair[fund], 0) / pairs.length;
      const [first, second] = [mean(left), mean(right)];
      const sum = (pick: (pair: (typeof pairs)[number]) => number) =>
        pairs.reduce((total, pair) => total + pick(pair), 0);
      const both = sum((pair) => (pair[left] - first) * (pair[right] - second));
      const one = sum((pair) => (pair[left] - first) * (pair[left] - first));
      const other = sum((pair) => (pair[right] - second) * (pair[right] - second));
      return both / Math.sqrt(one * other);
    };
    expect(correlate('US_STOCKS', 'WORLD_STOCKS')).toBeCloseTo(0.93, 1);
    expect(Math.abs(correlate('US_STOCKS', 'BONDS') - 0.1)).toBeLessThan(0.03);
    expect(Math.abs(correlate('WORLD_STOCKS', 'BONDS') - 0.15)).toBeLessThan(0.03);
  });

  test('are the same for the same seed, and differ between seeds', () => {
    const follow = (seed: number) => {
      let prices = getStartPrices();
      for (let day = parseDay('2026-01-01'); day < parseDay('2027-01-01'); day += 1)
        prices = getNextPrices(prices, seed, day);
      return prices;
    };
    expect(follow(1)).toEqual(follow(1));
    expect(follow(1)).not.toEqual(follow(2));
  });

  test('fall in a market drop, bonds by a tenth of it', () => {
    expect(fallPrices(getStartPrices(), 20)).toEqual({
      US_STOCKS: 400_000,
      WORLD_STOCKS: 400_000,
      BONDS: 245_000,
    });
  });

  test('never fall to zero', () => {
    expect(fallPrices(getStartPrices(), 100).US_STOCKS).toBe(1);
  });

  test('of bonds fall by 6% when interest rates rise by a point', () => {
    expect(shiftBonds(getStartPrices(), 1)).toEqual({ ...getStartPrices(), BONDS: 235_000 });
  });
});

describe('units', () => {
  test.each([
    [50_000, 500_000, 10_000_000],
    [50_000, 482_500, 10_362_694],
    [50_000, 531_250, 9_411_764],
    [923, 530_000, 174_150],
  ])('of %i minor units at %i are %i', (amount, price, units) => {
    expect(getUnits(amount, price)).toBe(units);
  });

  test('are valued to the cent', () => {
    expect(getValue(15_000_000, 550_000)).toBe(82_500);
    expect(getValue(14_948_608, 550_000)).toBe(82_217);
    expect(getValue(29_774_458, 3_100)).toBe(923);
  });

  test('stay exact for large holdings', () => {
    expect(getValue(9_000_000_000_000_001, 1_000_000)).toBe(90_000_000_000_000);
  });

  test('that are sold for an amount are rounded up', () => {
    expect(getUnitsToSell(50_000, 482_500)).toBe(10_362_695);
    expect(getUnitsToSell(50_000, 500_000)).toBe(10_000_000);
  });
});

describe('dividends', () => {
  test('of stocks are paid at the end of each quarter', () => {
    const paid = Array.from({ length: 12 }, (_, month) =>
      getDividendPerUnit('US_STOCKS', 500_000, month + 1),
    );
    expect(paid).toEqual([0, 0, 1_625, 0, 0, 1_625, 0, 0, 1_625, 0, 0, 1_625]);
  });

  test('of bonds are paid each month', () => {
    expect(getDividendPerUnit('BONDS', 250_000, 7)).toBe(833);
  });
});
