import { describe, expect, test } from 'vitest';
import { hasDrifted, planRebalance } from './rebalance.ts';

const mix = { US_STOCKS: 30, WORLD_STOCKS: 30, BONDS: 40, MONEY_MARKET: 0 };
const values = (us: number, world: number, bonds: number, money: number) => ({
  US_STOCKS: us,
  WORLD_STOCKS: world,
  BONDS: bonds,
  MONEY_MARKET: money,
});

describe('rebalancing', () => {
  test('sells first, then buys', () => {
    expect(planRebalance(values(50_000, 20_000, 30_000, 0), mix)).toEqual([
      { fund: 'US_STOCKS', amount: -20_000 },
      { fund: 'WORLD_STOCKS', amount: 10_000 },
      { fund: 'BONDS', amount: 10_000 },
    ]);
  });

  test('invests the money market part', () => {
    expect(planRebalance(values(0, 0, 0, 10_001), mix)).toEqual([
      { fund: 'US_STOCKS', amount: 3_000 },
      { fund: 'WORLD_STOCKS', amount: 3_000 },
      { fund: 'BONDS', amount: 4_000 },
    ]);
  });

  test('never buys for more than it sells and holds', () => {
    for (let part = 1; part < 500; part += 7) {
      const held = values(part * 311, part * 77, 90_000 - part, part * 13);
      const bought = planRebalance(held, mix).reduce((sum, { amount }) => sum + amount, 0);
      expect(bought).toBeLessThanOrEqual(held.MONEY_MARKET);
    }
  });

  test('leaves out trades below 1.00', () => {
    expect(planRebalance(values(3_050, 2_960, 3_990, 0), mix)).toEqual([]);
  });

  test('is due when a part is 5 points off its target', () => {
    expect(hasDrifted(values(34_900, 30_000, 35_100, 0), mix)).toBe(false);
    expect(hasDrifted(values(35_000, 30_000, 35_000, 0), mix)).toBe(true);
    expect(hasDrifted(values(0, 0, 0, 0), mix)).toBe(false);
  });
});
