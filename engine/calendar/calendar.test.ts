import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, dayText, getDay, parseDay, weekday, Zone } from './calendar.ts';

describe('the calendar', () => {
  test.for([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-05-15', 0, '2026-05-15'],
  ] as const)('%s and %i months is %s', ([from, months, to]) => {
    expect(dayText(addMonths(parseDay(from), months))).toBe(to);
  });

  test('knows the days of the week', () => {
    expect(weekday(parseDay('1970-01-01'))).toBe(4);
    expect(weekday(parseDay('2026-11-21'))).toBe(6);
    expect(weekday(parseDay('1969-12-28'))).toBe(0);
  });

  test('rejects invalid days', () => {
    for (const text of ['2026-02-30', 'yesterday', '2026-1-1', ''])
      expect(() => parseDay(text)).toThrow(RangeError);
    expect(() => new Zone('Mars/Olympus')).toThrow(RangeError);
  });

  test.for([
    // On the night when daylight saving time begins in New York, 02:30 does not exist and becomes 03:30.
    ['America/New_York', getDay(2026, 3, 8), 150, '2026-03-08T07:30:00.000Z'],
    ['America/New_York', getDay(2026, 3, 8), 60, '2026-03-08T06:00:00.000Z'],
    ['America/New_York', getDay(2026, 3, 8), 12 * 60, '2026-03-08T16:00:00.000Z'],
    // On the night when daylight saving time ends, 01:30 occurs twice. The first occurrence counts.
    ['America/New_York', getDay(2026, 11, 1), 90, '2026-11-01T05:30:00.000Z'],
    ['America/New_York', getDay(2026, 11, 1), 12 * 60, '2026-11-01T17:00:00.000Z'],
    ['Europe/Berlin', getDay(2026, 3, 29), 0, '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', getDay(2026, 3, 30), 0, '2026-03-29T22:00:00.000Z'],
    ['Asia/Kathmandu', getDay(2026, 6, 1), 0, '2026-05-31T18:15:00.000Z'],
    ['Pacific/Apia', getDay(2026, 6, 1), 0, '2026-05-31T11:00:00.000Z'],
    // In Cuba, the clock change skips midnight.
    ['America/Havana', getDay(2026, 3, 8), 0, '2026-03-08T05:00:00.000Z'],
  ] as const)('%s, day %i, minute %i', ([name, day, minutes, instant]) => {
    expect(new Date(new Zone(name).at(day, minutes)).toISOString()).toBe(instant);
  });

  test('puts every instant on the day whose start is the last before it', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Havana',
      'Pacific/Apia',
      'Africa/Casablanca',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        (name, instant) => {
          const zone = new Zone(name);
          const day = zone.getDay(instant);
          // Apia skipped a whole day in 2011.
          if (name === 'Pacific/Apia' && Math.abs(day - getDay(2011, 12, 30)) <= 1) return;
          expect(zone.getStart(day)).toBeLessThanOrEqual(instant);
          expect(zone.getStart(day + 1)).toBeGreaterThan(instant);
        },
      ),
    );
  });
});
