import { describe, expect, test } from 'vitest';
import { after } from './duration.ts';

const newYork = (from: string, duration: string) =>
  new Date(after(Date.parse(from), duration, 'America/New_York')).toISOString();

describe('a duration after an instant', () => {
  test.each([
    ['the same day of the next month', '2026-01-15T10:15:30.250Z', 'P1M', '2026-02-15T10:15:30.250Z'],
    [
      'the last day where the month is shorter',
      '2026-01-31T10:15:00.000Z',
      'P1M',
      '2026-02-28T10:15:00.000Z',
    ],
    ['a day keeps the local time', '2026-03-07T15:00:00.000Z', 'P1D', '2026-03-08T14:00:00.000Z'],
    ['24 hours are exact', '2026-03-07T15:00:00.000Z', 'PT24H', '2026-03-08T15:00:00.000Z'],
    ['hours come after days', '2026-03-07T15:00:00.000Z', 'P1DT12H30M', '2026-03-09T02:30:00.000Z'],
    ['everything at once', '2026-01-15T17:00:00.000Z', 'P1Y2M1W3DT1H1M', '2027-03-25T17:01:00.000Z'],
  ])('%s', (_name, from, duration, to) => {
    expect(newYork(from, duration)).toBe(to);
  });

  test.each(['', 'P', '1M', 'P1H', 'P-1D', 'P1.5D', 'P1D1M', ' P1D'])('%j is invalid', (duration) => {
    expect(() => newYork('2026-01-15T10:00:00Z', duration)).toThrow(RangeError);
  });
});
