import { expect, test } from 'vitest';
import { formatSavedShare, groupByMonth } from './goal-text';

const movement = (at: string, amount: number, kind = 'share_of_pay', account_id = 'checking') => ({
  at,
  amount,
  kind,
  account_id,
});

test('the history groups similar movements of a month in the customer’s time zone and keeps their order', () => {
  const rows = [
    movement('2026-11-27T12:00:00Z', 34.85),
    movement('2026-11-20T12:00:00Z', -50, 'taken'),
    movement('2026-11-13T12:00:00Z', 34.85),
    movement('2026-11-01T02:00:00Z', 33.84),
    movement('2026-10-23T12:00:00Z', 33.84),
    movement('2026-10-16T12:00:00Z', 10, 'share_of_pay', 'savings'),
  ];
  expect(groupByMonth(rows, 'America/New_York')).toEqual([
    [rows[0], rows[2]],
    [rows[1]],
    [rows[3], rows[4]],
    [rows[5]],
  ]);
});

test('the saved share is shown between the start and the target, and is rounded down', () => {
  expect([0, 0.004, 0.738, 0.9999, 1, 1.2].map(formatSavedShare)).toEqual([
    null,
    null,
    '73% saved',
    '99% saved',
    null,
    null,
  ]);
});
