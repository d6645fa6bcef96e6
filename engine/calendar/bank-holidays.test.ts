import { describe, expect, test } from 'vitest';
import {
  getBankHoliday,
  getNextBusinessDay,
  getPreviousBusinessDay,
  isBusinessDay,
} from './bank-holidays.ts';
import { dayText, getDay, parseDay, weekday } from './calendar.ts';

const YEARS = Array.from({ length: 41 }, (_, index) => 2026 + index);
const FRIDAY = 5;

function daysOf(year: number) {
  const first = getDay(year, 1, 1);
  return Array.from({ length: getDay(year + 1, 1, 1) - first }, (_, index) => first + index);
}
const holidaysOf = (year: number, currency: string) =>
  daysOf(year)
    .filter((day) => getBankHoliday(day, currency) !== undefined)
    .map(dayText);
const closedWeekdaysOf = (year: number, currency: string) =>
  daysOf(year).filter((day) => isBusinessDay(day) && !isBusinessDay(day, currency));

describe('Federal Reserve holidays', () => {
  test('are the ones that the Federal Reserve published for 2026', () => {
    expect(holidaysOf(2026, 'USD')).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  test('are the ones that the Federal Reserve published for 2027', () => {
    // June 19 and December 25 are Saturdays. July 4 is a Sunday, so banks close on Monday, July 5.
    expect(closedWeekdaysOf(2027, 'USD').map(dayText)).toEqual([
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
    ]);
  });

  test.each([
    ['2026-07-03', true],
    ['2027-07-05', false],
    ['2027-06-18', true],
    ['2027-12-24', true],
    ['2029-11-12', false],
  ])('on %s, banks are open: %s', (day, isOpen) => {
    expect(isBusinessDay(parseDay(day), 'USD')).toBe(isOpen);
  });

  test('close banks for every holiday that is not on a Saturday, and never on the Friday before', () => {
    for (const year of YEARS) {
      const days = daysOf(year).filter((day) => getBankHoliday(day, 'USD') !== undefined);
      const observed = days.filter((day) => getBankHoliday(day, 'USD')?.endsWith('(observed)'));
      const saturdays = days.filter((day) => weekday(day) === 6);
      expect(days.length - observed.length, `${year}`).toBe(11);
      expect(closedWeekdaysOf(year, 'USD'), `${year}`).toHaveLength(11 - saturdays.length);
      for (const day of saturdays) {
        expect(weekday(day - 1)).toBe(FRIDAY);
        expect(isBusinessDay(day - 1, 'USD')).toBe(true);
      }
    }
  });

  test('include Juneteenth only since banks close for it', () => {
    expect(isBusinessDay(parseDay('2020-06-19'), 'USD')).toBe(true);
    expect(isBusinessDay(parseDay('2023-06-19'), 'USD')).toBe(false);
  });
});

describe('T2 holidays', () => {
  test('follow Easter', () => {
    expect(holidaysOf(2027, 'EUR')).toEqual([
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-05-01',
      '2027-12-25',
      '2027-12-26',
    ]);
    expect(getBankHoliday(parseDay('2028-04-14'), 'EUR')).toBe('Good Friday');
  });

  test('have no substitute days', () => {
    // December 25 and 26, 2027, are a Saturday and a Sunday.
    expect(isBusinessDay(parseDay('2027-12-24'), 'EUR')).toBe(true);
    expect(isBusinessDay(parseDay('2027-12-27'), 'EUR')).toBe(true);
    for (const year of YEARS) expect(holidaysOf(year, 'EUR'), `${year}`).toHaveLength(6);
  });

  test.each([
    // The dates of Easter Sunday are from the table of the US Naval Observatory.
    ['2030-04-21'],
    ['2035-03-25'],
    ['2038-04-25'],
    ['2049-04-18'],
    ['2060-04-18'],
  ])('use the date of Easter in %s', (easter) => {
    expect(getBankHoliday(parseDay(easter) + 1, 'EUR')).toBe('Easter Monday');
  });
});

test('T2 is closed on the weekdays that the European Central Bank published for 2026', () => {
  expect(closedWeekdaysOf(2026, 'EUR').map(dayText)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
  ]);
});

describe('bank holidays in England and Wales', () => {
  test.each([
    // From gov.uk/bank-holidays.
    [2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    [2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ])('are the ones that the government published for %i', (year, days) => {
    const expected = days.split(' ').map((day) => `${year}-${day}`);
    expect(closedWeekdaysOf(year, 'GBP').map(dayText)).toEqual(expected);
  });

  test.each([
    ['2026-12-28', 'Boxing Day (substitute day)'],
    ['2027-12-27', 'Christmas Day (substitute day)'],
    ['2027-12-28', 'Boxing Day (substitute day)'],
    ['2028-01-03', "New Year's Day (substitute day)"],
    ['2022-06-03', 'Platinum Jubilee'],
  ])('%s is %s', (day, name) => {
    expect(getBankHoliday(parseDay(day), 'GBP')).toBe(name);
  });

  test('a moved holiday is open on its usual day', () => {
    expect(isBusinessDay(parseDay('2022-05-30'), 'GBP')).toBe(true);
  });

  test('close banks on exactly eight weekdays a year', () => {
    for (const year of YEARS) expect(closedWeekdaysOf(year, 'GBP'), `${year}`).toHaveLength(8);
  });
});

test('finds the next and the previous business day across a long weekend', () => {
  // Friday, December 25, 2026, is a holiday. In England, so is Monday, December 28.
  expect(dayText(getNextBusinessDay(parseDay('2026-12-25'), 'USD'))).toBe('2026-12-28');
  expect(dayText(getNextBusinessDay(parseDay('2026-12-25'), 'GBP'))).toBe('2026-12-29');
  expect(dayText(getPreviousBusinessDay(parseDay('2026-12-27'), 'USD'))).toBe('2026-12-24');
  expect(dayText(getNextBusinessDay(parseDay('2026-12-25')))).toBe('2026-12-25');
  expect(getNextBusinessDay(parseDay('2026-12-24'), 'USD')).toBe(parseDay('2026-12-24'));
});
