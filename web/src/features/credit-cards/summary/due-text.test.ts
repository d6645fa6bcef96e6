import { describe, expect, test } from 'vitest';
import { setCurrentDay } from '@/lib/dates';
import { describeDue } from './due-text';

setCurrentDay('2026-02-02');

describe('describeDue', () => {
  const statement = { due: '2026-01-30', payBy: '2026-01-30', inFull: null };
  const describeOn = (today: string, parts: Partial<typeof statement | { inFull: boolean }> = {}) =>
    describeDue({ ...statement, ...parts }, today);

  test.each([
    [
      'the due date while the statement can still be paid',
      describeOn('2026-01-20'),
      'Due Jan 30, in 10 days.',
    ],
    [
      'its own due date after it was paid in full, not that of the next statement',
      describeOn('2026-02-02', { inFull: true }),
      'Was due Jan 30, 3 days ago.',
    ],
    [
      'its own due date after it was missed',
      describeOn('2026-02-02', { inFull: false }),
      'Was due Jan 30, 3 days ago.',
    ],
    [
      'the last day to pay if banks are closed on the due date',
      describeOn('2026-01-20', { payBy: '2026-02-02' }),
      'Due Jan 30, in 10 days. Banks are closed that day, so you can pay until Mon, Feb 2.',
    ],
  ])('tells %s', (_name, text, expected) => {
    expect(text).toBe(expected);
  });
});
