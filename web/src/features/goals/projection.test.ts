import { describe, expect, it } from 'vitest';
import { formatPace, getNeededContribution, type Prospect, projectGoalDates } from './projection';

const prospect: Prospect = {
  saved: 100,
  target: 700,
  targetDate: '2026-12-31',
  today: '2026-06-10',
  contribution: { amount: 200, frequency: 'MONTHLY', start: '2026-07-01' },
  earnsInterest: false,
};

describe('the projection of a goal', () => {
  it('states when it is reached and how early that is', () => {
    const { reachedOn, daysEarly, points } = projectGoalDates(prospect);
    expect(reachedOn).toBe('2026-09-01');
    expect(daysEarly).toBe(121);
    expect(points.at(-1)).toEqual({ day: '2026-09-01', value: 700 });
  });

  it('states the contribution needed to meet the date', () => {
    expect(getNeededContribution(prospect, 'MONTHLY', '2026-07-01')).toBe(100);
    expect(getNeededContribution({ ...prospect, targetDate: '2026-06-01' }, 'MONTHLY', null)).toBeNull();
  });

  it('states differences in weeks, and longer ones in months', () => {
    expect([0, -6, 7, 21, -14, 59, 61, -400].map(formatPace)).toEqual([
      'on time',
      'on time',
      '1 week early',
      '3 weeks early',
      '2 weeks late',
      '8 weeks early',
      '2 months early',
      '13 months late',
    ]);
  });
});
