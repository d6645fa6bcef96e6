import { toMinor } from '@engine/money/minor.ts';
import { describe, expect, it } from 'vitest';
import { getLowestDay, getTransferDays, type Plan } from './plan';

const plan = (changes: Partial<Plan>): Plan => ({
  from: 'a',
  to: 'b',
  side: 'source',
  typed: '100',
  note: '',
  when: 'now',
  day: '2026-10-20',
  frequency: 'MONTHLY',
  ...changes,
});
const TODAY = '2026-10-14';
const PROJECTION = [
  { day: TODAY, value: 500 },
  { day: '2026-10-30', value: 80 },
  { day: '2026-11-05', value: 1080 },
];

describe('the days of a transfer', () => {
  it('are today, the chosen day, or every occurrence within 60 days', () => {
    expect(getTransferDays(plan({}), TODAY)).toEqual([TODAY]);
    expect(getTransferDays(plan({ when: 'date' }), TODAY)).toEqual(['2026-10-20']);
    expect(getTransferDays(plan({ when: 'repeat', day: '2026-10-31' }), TODAY)).toEqual([
      '2026-10-31',
      '2026-11-30',
    ]);
  });
});

describe('the lowest balance after a transfer', () => {
  it('is the lowest day of the projection minus the transfers until then, to the cent', () => {
    const now = getLowestDay(PROJECTION, toMinor(100.05), getTransferDays(plan({}), TODAY));
    expect(now).toEqual({ day: '2026-10-30', balance: -2005 });
    expect(getLowestDay(PROJECTION, toMinor(600), ['2026-11-06'])).toEqual({
      day: '2026-10-30',
      balance: 8000,
    });
    expect(getLowestDay(PROJECTION, toMinor(1000), ['2026-11-06', '2026-12-06'])).toEqual({
      day: '2026-12-06',
      balance: -92000,
    });
  });

  it('is unknown without a projection', () => {
    expect(getLowestDay([], toMinor(1), [TODAY])).toBeNull();
  });
});
