import { describe, expect, it } from 'vitest';
import { getKey, type Layout, movePart, readLayout, stepPart, toStored } from './layout';

const describeLayout = (layout: Layout) =>
  layout.map((item) => `${item.column} ${getKey(item)}${item.hidden ? ' hidden' : ''}`);

describe('the layout of the dashboard', () => {
  it('has all built-in parts by default and stores the default as null', () => {
    expect(describeLayout(readLayout(null))).toEqual([
      'main accounts',
      'main month',
      'main budgets',
      'side upcoming',
      'side insights',
      'side transactions',
      'side year',
    ]);
    expect(toStored(readLayout(null))).toBeNull();
    expect(toStored(stepPart(stepPart(readLayout(null), 'month', 1), 'month', -1))).toBeNull();
  });

  it('keeps the stored order, ignores unknown parts, and appends missing ones to their columns', () => {
    const stored = [
      { part: 'upcoming', column: 'main' },
      { part: 'a part of a later version', column: 'main' },
      { part: 'goal', id: 'g', column: 'side' },
      { part: 'accounts', column: 'main', hidden: true },
    ];
    expect(describeLayout(readLayout(stored))).toEqual([
      'main upcoming',
      'main accounts hidden',
      'main month',
      'main budgets',
      'side goal g',
      'side insights',
      'side transactions',
      'side year',
    ]);
  });

  it('moves a part within its column and past the end of the column', () => {
    const initial = readLayout(null);
    expect(describeLayout(stepPart(initial, 'month', -1)).slice(0, 2)).toEqual([
      'main month',
      'main accounts',
    ]);
    const across = stepPart(initial, 'budgets', 1);
    expect(describeLayout(across).slice(2, 4)).toEqual(['side budgets', 'side upcoming']);
    expect(describeLayout(stepPart(across, 'budgets', -1))).toEqual(describeLayout(initial));
    expect(stepPart(initial, 'accounts', -1)).toBe(initial);
    expect(stepPart(initial, 'year', 1)).toBe(initial);
  });

  it('moves a part to any position of either column', () => {
    const moved = movePart(readLayout(null), 'transactions', 'main', 1);
    expect(describeLayout(moved).slice(0, 3)).toEqual(['main accounts', 'main transactions', 'main month']);
    expect(describeLayout(movePart(moved, 'accounts', 'main', 2)).slice(0, 3)).toEqual([
      'main transactions',
      'main month',
      'main accounts',
    ]);
  });
});
