import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  daysBetween,
  formatClockDate,
  formatInstant,
  formatListDate,
  formatMonthDay,
  formatTableDate,
  formatTextDate,
  getDay,
  relativeDay,
  relativeTime,
  setCurrentDay,
  startOfDay,
} from './dates';

const machineZone = process.env.TZ;
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

describe('a date in text and lists', () => {
  beforeEach(() => setCurrentDay('2031-01-05'));

  it('leaves out the current simulated year', () => {
    expect(formatTextDate('2031-11-24')).toBe('Nov 24');
    expect(formatListDate('2031-11-24')).toBe('Mon, Nov 24');
  });

  it('includes any other year, past or future', () => {
    expect(formatTextDate('2030-11-24')).toBe('Nov 24, 2030');
    expect(formatListDate('2032-11-24')).toBe('Wed, Nov 24, 2032');
  });

  it("compares the years in the customer's time zone", () => {
    expect(formatTextDate('2031-01-01T04:00:00Z', 'America/New_York')).toBe('Dec 31, 2030');
    expect(formatTextDate('2031-01-01T04:00:00Z', 'Asia/Kolkata')).toBe('Jan 1');
  });

  it('always includes the year on the clock, and never in a yearly date', () => {
    expect(formatClockDate('2031-11-24')).toBe('Mon, Nov 24, 2031');
    expect(formatMonthDay('2029-11-24')).toBe('Nov 24');
  });
});

describe('an instant', () => {
  const instant = '2026-10-14T23:30:00.123456+00:00';
  it.each([
    ['UTC', '10/14/2026'],
    ['America/New_York', '10/14/2026'],
    ['Asia/Kolkata', '10/15/2026'],
    ['Pacific/Kiritimati', '10/15/2026'],
  ])('is on its day in %s', (zone, day) => {
    expect(formatTableDate(instant, zone)).toBe(day);
    expect(formatTableDate(new Date(instant), zone)).toBe(day);
  });

  it.each([
    // In New York, daylight saving time begins on March 8, 2026, and ends on November 1, 2026.
    ['2026-03-08T06:59:00Z', 'Sun, Mar 8, 2026 at 1:59 AM'],
    ['2026-03-08T07:00:00Z', 'Sun, Mar 8, 2026 at 3:00 AM'],
    ['2026-11-01T05:30:00Z', 'Sun, Nov 1, 2026 at 1:30 AM'],
    ['2026-11-01T06:30:00Z', 'Sun, Nov 1, 2026 at 1:30 AM'],
    ['2026-11-02T04:59:59Z', 'Sun, Nov 1, 2026 at 11:59 PM'],
    ['2026-11-02T05:00:00Z', 'Mon, Nov 2, 2026 at 12:00 AM'],
  ])('%s keeps its hour when clocks change', (at, text) => {
    expect(formatInstant(at, 'America/New_York')).toBe(text);
  });

  it('that is invalid is empty instead of an error', () => {
    expect(formatTableDate('')).toBe('');
    expect(formatTableDate('soon')).toBe('');
  });
});

describe('a calendar day', () => {
  it.each(ZONES)('never shifts, whichever zone is shown, on a machine in %s', (machine) => {
    process.env.TZ = machine;
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), (date, shown) => {
        const day = date.toISOString().slice(0, 10);
        expect(getDay(day, shown)).toBe(day);
        expect(formatTableDate(day, shown)).toBe(`${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`);
      }),
      { numRuns: 50 },
    );
  });

  it.each(ZONES)('differs from another by calendar days, not by hours, on a machine in %s', (machine) => {
    process.env.TZ = machine;
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2);
    expect(daysBetween('2026-12-31', '2026-01-01')).toBe(-364);
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  });

  it.each([
    ['2026-10-14', 'Today'],
    ['2026-10-13', 'Yesterday'],
    ['2026-10-15', 'Tomorrow'],
    ['2026-10-17', 'in 3 days'],
    ['2026-10-02', '12 days ago'],
  ])('%s is described in words', (day, text) => {
    expect(relativeDay(day, '2026-10-14')).toBe(text);
  });
});

it.each([
  ['2026-10-14T12:00:00Z', 'just now'],
  ['2026-10-14T11:59:01Z', 'just now'],
  ['2026-10-14T11:59:00Z', '1 minute ago'],
  ['2026-10-14T11:55:00Z', '5 minutes ago'],
  ['2026-10-14T10:00:01Z', '1 hour ago'],
  ['2026-10-12T12:00:00Z', '2 days ago'],
  ['2026-08-01T12:00:00Z', '2 months ago'],
  ['2024-10-01T12:00:00Z', '2 years ago'],
  ['2026-10-14T14:00:00Z', 'in 2 hours'],
])('the time %s is described by its distance, %s', (time, text) => {
  expect(relativeTime(time, new Date('2026-10-14T12:00:00Z'))).toBe(text);
});

describe('the start of a day', () => {
  it.each([
    ['2026-10-14', 'UTC', 0, '2026-10-14T00:00:00.000Z'],
    ['2026-10-14', 'America/New_York', 0, '2026-10-14T04:00:00.000Z'],
    ['2026-10-31', 'America/New_York', 1, '2026-11-01T04:00:00.000Z'],
    // The day on which daylight saving time ends has 25 hours.
    ['2026-11-01', 'America/New_York', 1, '2026-11-02T05:00:00.000Z'],
    ['2026-12-31', 'Pacific/Kiritimati', 1, '2026-12-31T10:00:00.000Z'],
  ])('%s in %s and %d days later is %s', (day, zone, later, instant) => {
    expect(startOfDay(day, zone, later)).toBe(instant);
  });
});
