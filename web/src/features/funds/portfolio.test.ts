import { describe, expect, test } from 'vitest';
import { formatPrice, formatUnits, getMoney, getPositions, getTotal } from './portfolio';
import type { FundLot, Holding } from './queries';

const holding = (fund: string, units: number, price: number, posted: number, value: number) =>
  ({ fund, units, price, posted_value: posted, value }) as Holding;
const lot = (fund: string, units: number, cost: number) =>
  ({ fund, units, cost, acquired_on: '2026-01-05' }) as FundLot;

describe('positions', () => {
  const holdings = [
    holding('US_STOCKS', 10, 55, 540, 550),
    holding('WORLD_STOCKS', 0, 50, 0, 0),
    holding('BONDS', 8, 25, 200, 200),
  ];
  const lots = [lot('US_STOCKS', 10, 500), lot('BONDS', 8, 200)];

  test('have values, gains, and shares at the last closing prices', () => {
    const positions = getPositions(990, holdings, lots);
    expect(positions.map(({ fund, value, gain }) => [fund, value, gain])).toEqual([
      ['US_STOCKS', 55_000, 5_000],
      ['WORLD_STOCKS', 0, 0],
      ['BONDS', 20_000, 0],
      ['MONEY_MARKET', 25_000, 0],
    ]);
    expect(getTotal(positions)).toBe(100_000);
    expect(positions[0]?.share).toBe(0.55);
  });

  test('leave the rest of the balance in the money market', () => {
    expect(getMoney(990, holdings)).toBe(25_000);
    expect(getMoney(100, [])).toBe(10_000);
  });
});

test('units have three to six decimals, and prices have four', () => {
  expect(formatUnits(10)).toBe('10.000');
  expect(formatUnits(29.948608)).toBe('29.948608');
  expect(formatPrice(50.6138)).toBe('$50.6138');
});
