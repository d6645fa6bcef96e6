import { expect, it } from 'vitest';
import { MONTHS_BACK, monthsUntil } from './months';

it('the months before a 31st are whole and in order, leap years too', () => {
  expect(monthsUntil('2028-03-31', 3)).toEqual([
    { name: 'March 2028', from: '2028-03-01', to: '2028-03-31' },
    { name: 'February 2028', from: '2028-02-01', to: '2028-02-29' },
    { name: 'January 2028', from: '2028-01-01', to: '2028-01-31' },
  ]);
});

it('three years of months have different names', () => {
  const names = monthsUntil('2026-10-14', MONTHS_BACK).map(({ name }) => name);
  expect(new Set(names).size).toBe(36);
});
