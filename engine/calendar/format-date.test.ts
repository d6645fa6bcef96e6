import { expect, it } from 'vitest';
import { formatFullDate, formatTextDate } from './format-date.ts';

it('leaves the year out of a date in the same year as today', () => {
  expect(formatTextDate('2026-11-04', '2026-01-01')).toBe('Nov 4');
});

it('includes the year of a date in another year than today', () => {
  expect(formatTextDate('2025-12-31', '2026-01-01')).toBe('Dec 31, 2025');
  expect(formatTextDate('2027-01-01', '2026-12-31')).toBe('Jan 1, 2027');
});

it('always includes the year on the clock', () => {
  expect(formatFullDate('2026-10-31')).toBe('Oct 31, 2026');
});
