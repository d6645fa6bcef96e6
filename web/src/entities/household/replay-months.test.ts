import { expect, test } from 'vitest';
import { groupByMonth } from './replay-months';

test('the changes of all months add up to the change of the whole time', () => {
  const days = [
    { day: '2026-01-30', amount: 100 },
    { day: '2026-01-31', amount: 90.5 },
    { day: '2026-02-01', amount: 120 },
    { day: '2026-02-02', amount: 110.25 },
  ];
  const months = groupByMonth(days);
  expect(months).toEqual([
    { month: '2026-01', from: 0, changes: [0, -950] },
    { month: '2026-02', from: 2, changes: [2_950, 1_975] },
  ]);
  expect(months.reduce((sum, { changes }) => sum + (changes.at(-1) ?? 0), 0)).toBe(1_025);
});

test('returns no months if there are no days', () => {
  expect(groupByMonth([])).toEqual([]);
});

test('starts a year from the last day of the year before', () => {
  const days = [
    { day: '2025-12-31', amount: 100 },
    { day: '2026-01-01', amount: 102 },
    { day: '2026-01-02', amount: 99 },
  ];
  expect(groupByMonth(days)).toEqual([{ month: '2026-01', from: 1, changes: [200, -100] }]);
});
