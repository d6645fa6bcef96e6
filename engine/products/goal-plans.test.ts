import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from '../calendar/calendar.ts';
import { contributionFor, type GoalPlan, projectGoal } from './goal-plans.ts';

const today = parseDay('2026-01-15');
const plan = (parts: Partial<GoalPlan> = {}): GoalPlan => ({
  saved: 0,
  target: 100_000,
  today,
  contribution: { amount: 30_000, frequency: 'MONTHLY', start: parseDay('2026-01-31') },
  earnsInterest: false,
  ...parts,
});
const reachedOn = (parts: Partial<GoalPlan>) => {
  const { reachedOn: day } = projectGoal(plan(parts));
  return day === null ? null : dayText(day);
};

describe('the projection of a goal', () => {
  test('is reached with the contribution that fills it, which takes only the remainder', () => {
    const { points } = projectGoal(plan());
    expect(points.map(({ day, saved }) => [dayText(day), saved])).toEqual([
      ['2026-01-15', 0],
      ['2026-01-31', 30_000],
      ['2026-02-28', 60_000],
      ['2026-03-31', 90_000],
      ['2026-04-30', 100_000],
    ]);
    expect(reachedOn({ contribution: { amount: 25_000, frequency: 'WEEKLY', start: today } })).toBe(
      '2026-02-12',
    );
  });

  test('is reached today if nothing is missing, and never without contributions', () => {
    expect(reachedOn({ saved: 100_000 })).toBe('2026-01-15');
    expect(reachedOn({ contribution: null })).toBeNull();
    expect(reachedOn({ contribution: null, saved: 5, earnsInterest: true, target: 999_999_999 })).toBeNull();
  });

  test('includes the interest of a savings account', () => {
    const lone = reachedOn({ saved: 99_000, contribution: null, earnsInterest: true });
    expect(lone).not.toBeNull();
    expect(lone?.endsWith('-01')).toBe(true);
    // Sixteen days of 8.8596 cents each are 141.75 cents, rounded to 142.
    const [, first] = projectGoal(plan({ saved: 99_500, contribution: null, earnsInterest: true })).points;
    expect(first).toEqual({ day: parseDay('2026-02-01'), saved: 99_642 });
    const earning = projectGoal(plan({ target: 1_000_000, earnsInterest: true })).reachedOn ?? 0;
    expect(earning).toBeLessThan(projectGoal(plan({ target: 1_000_000 })).reachedOn ?? 0);
  });

  test('finds the smallest contribution for a date: a cent less is too late', () => {
    const rhythm = { frequency: 'MONTHLY' as const, start: parseDay('2026-02-01') };
    const by = parseDay('2026-12-31');
    const { contribution, ...lone } = plan({ earnsInterest: true, saved: 20_000, target: 500_000 });
    const least = contributionFor(lone, rhythm, by) ?? 0;
    const ends = (amount: number) =>
      projectGoal({ ...lone, contribution: { ...rhythm, amount } }).reachedOn ?? Number.POSITIVE_INFINITY;
    expect(ends(least)).toBeLessThanOrEqual(by);
    expect(ends(least - 1)).toBeGreaterThan(by);
    expect(contributionFor(plan(), rhythm, parseDay('2026-11-15'))).toBe(10_000);
    expect(contributionFor(plan(), rhythm, parseDay('2026-01-20'))).toBeNull();
    expect(contributionFor(plan({ saved: 100_000 }), rhythm, by)).toBe(0);
  });
});
