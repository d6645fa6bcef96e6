import type { Minor } from '@engine/money/minor.ts';
import { describe, expect, it } from 'vitest';
import { getLeft, getShares } from './split-parts';

const minor = (amount: number) => amount as Minor;

describe('shares of an amount', () => {
  it.each([
    [100, [50, 50], [50, 50]],
    [100, [33.33, 33.33, 33.34], [33, 33, 34]],
    [10, [33.33, 33.33, 33.34], [3, 3, 4]],
    [1, [50, 50], [1, 0]],
    [99_999, [12.5, 87.5], [12_500, 87_499]],
    [8_437, [40], [3_375]],
  ])('of %d cents by %j are %j', (total, percents, shares) => {
    expect(getShares(minor(total), percents)).toEqual(shares);
  });

  it('sum to the amount to the cent when the percentages add up to 100', () => {
    for (let total = 1; total < 400; total += 7)
      for (const percents of [
        [10, 20, 70],
        [14.28, 14.28, 14.28, 14.28, 14.28, 14.28, 14.32],
        [0.01, 99.99],
      ])
        expect(getLeft(minor(total), getShares(minor(total), percents))).toBe(0);
  });
});
