import { describe, expect, it } from 'vitest';
import { computeStreaks, type HabitMonth } from './streaks.ts';

/** Builds consecutive months, starting with January 2026. */
const build = (...parts: Partial<HabitMonth>[]): HabitMonth[] =>
  parts.map((part, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}-01`,
    income: 3000,
    spending: 2000,
    missed: 0,
    fees: 0,
    interest: 0,
    cards: 0,
    budgets: 0,
    kept_budgets: 0,
    ...part,
  }));

const find = (habit: string, months: HabitMonth[]) =>
  computeStreaks(months).streaks.find((streak) => streak.habit === habit);

describe('a streak', () => {
  it('counts the months in a row until the last one, and keeps the longest count', () => {
    const months = build({}, {}, {}, { spending: 3000.01 }, {}, {});
    expect(find('saving', months)).toMatchObject({ current: 2, longest: 3, next: 6 });
  });

  it('ends with a month that spends all of its income, and needs income', () => {
    expect(find('saving', build({}, { spending: 3000 }))).toMatchObject({ current: 0, longest: 1 });
    expect(find('saving', build({}, { income: 0, spending: 5 }))).toMatchObject({ current: 0 });
  });

  it('is neither continued nor ended by a month in which the habit does not apply', () => {
    const budgets = { budgets: 3, kept_budgets: 3 };
    expect(find('budgets', build(budgets, {}, budgets))).toMatchObject({
      current: 2,
      months: [{ isKept: true }, { isKept: null }, { isKept: true }],
    });
    expect(find('budgets', build(budgets, {}, { budgets: 3, kept_budgets: 2 }))).toMatchObject({
      current: 0,
    });
  });

  it.each([
    ['on_time', { missed: 1 }],
    ['no_fees', { fees: 2 }],
    ['no_interest', { interest: 1 }],
  ])('of %s ends with a month that has one', (habit, slip) => {
    const months = build({ cards: 1 }, { cards: 1, ...slip }, { cards: 1 });
    expect(find(habit, months)).toMatchObject({ current: 1, longest: 1 });
  });

  it('is left out for a habit that never applied', () => {
    expect(computeStreaks(build({}, {})).streaks.map(({ habit }) => habit)).toEqual([
      'saving',
      'on_time',
      'no_fees',
    ]);
    expect(computeStreaks([])).toEqual({ streaks: [], achievements: [] });
    expect(computeStreaks(build({ income: 0, spending: 0 })).streaks).toEqual([]);
  });
});

describe('an achievement', () => {
  it('is reached once, in the month that completes its length', () => {
    const slip = { missed: 1, fees: 1, spending: 4000 };
    const months = build({}, {}, {}, slip, {}, {}, {}, {}, {}, {});
    const { achievements } = computeStreaks(months);
    expect(achievements.filter(({ habit }) => habit === 'saving')).toEqual([
      { habit: 'saving', months: 3, month: '2026-03-01' },
      { habit: 'saving', months: 6, month: '2026-10-01' },
    ]);
    expect(achievements.map(({ month }) => month)).toEqual(achievements.map(({ month }) => month).sort());
  });
});
