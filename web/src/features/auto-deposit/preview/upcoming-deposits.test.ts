import { dayText, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { setCurrentDay } from '@/lib/dates';
import {
  getSentence,
  lastDeposit,
  monthlyAmount,
  nextDeposits,
  type Rhythm,
  timesBehind,
} from './upcoming-deposits';

const NEW_YORK = new Zone('America/New_York');
const NOW = NEW_YORK.at(parseDay('2026-11-21'), 12 * 60);
const PAY = { amount: 1130, currency: 'USD', account: 'Everyday Checking' };

beforeEach(() => setCurrentDay('2026-11-21'));

const rhythm = (changes: Partial<Rhythm> = {}): Rhythm => ({
  frequency: 'WEEKLY',
  start_date: '2026-11-27',
  start_time: '06:00:00',
  end_date: null,
  occurrences: null,
  ...changes,
});
const days = (changes: Partial<Rhythm>, most = 5) =>
  nextDeposits(rhythm(changes), NOW, NEW_YORK, most).map((at) => dayText(NEW_YORK.getDay(at)));
const sentence = (changes: Partial<Rhythm>) => getSentence(rhythm(changes), PAY, NOW, NEW_YORK);

describe('the next dates of an auto deposit', () => {
  it('fall on the last day of months without a 31st, and on the 31st otherwise', () => {
    expect(days({ frequency: 'MONTHLY', start_date: '2026-12-31' })).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
  });

  it('count from the start date without making up for past ones', () => {
    expect(days({ start_date: '2026-11-13' }, 2)).toEqual(['2026-11-27', '2026-12-04']);
    expect(timesBehind(rhythm({ start_date: '2026-11-13' }), NOW, NEW_YORK)).toBe(2);
    expect(days({ start_date: '2026-11-13', occurrences: 3 })).toEqual(['2026-11-27']);
  });

  it('end on the last day or after the last occurrence, whichever comes first', () => {
    expect(days({ end_date: '2026-12-11' })).toEqual(['2026-11-27', '2026-12-04', '2026-12-11']);
    expect(days({ occurrences: 2 })).toEqual(['2026-11-27', '2026-12-04']);
    expect(lastDeposit(rhythm({ occurrences: 9, end_date: '2026-12-10' }), NOW, NEW_YORK)).toBe(
      NEW_YORK.at(parseDay('2026-12-04'), 360),
    );
    expect(lastDeposit(rhythm(), NOW, NEW_YORK)).toBeNull();
    expect(lastDeposit(rhythm({ end_date: '2026-11-26' }), NOW, NEW_YORK)).toBeNull();
  });

  it('move to the business day before a bank holiday, also the only and the last one', () => {
    const pay = { frequency: 'MONTHLY', start_date: '2026-12-25', holidayCurrency: 'USD' };
    expect(days(pay, 2)).toEqual(['2026-12-24', '2027-01-25']);
    expect(sentence({ ...pay, occurrences: 1 })).toBe(
      'Once, on Thu, Dec 24 at 6:00 AM, $1,130.00 will arrive in Everyday Checking.',
    );
    expect(days({ ...pay, holidayCurrency: undefined }, 1)).toEqual(['2026-12-25']);
  });

  it('keep the local time when clocks change', () => {
    const [before, after] = nextDeposits(
      rhythm({ start_date: '2027-03-07' }),
      NEW_YORK.at(parseDay('2027-03-06'), 0),
      NEW_YORK,
      2,
    );
    expect((after ?? 0) - (before ?? 0)).toBe((7 * 24 - 1) * 3_600_000);
  });
});

describe('the description of an auto deposit', () => {
  it.each<[Partial<Rhythm>, string]>([
    [{}, 'Every Friday at 6:00 AM, $1,130.00 will arrive in Everyday Checking; first on Fri, Nov 27.'],
    [
      { occurrences: 12 },
      'Every Friday at 6:00 AM, $1,130.00 will arrive in Everyday Checking; first on Fri, Nov 27, last on Fri, Feb 12, 2027.',
    ],
    [
      { frequency: 'MONTHLY', start_date: '2026-10-31' },
      'Every month on the 31st at 6:00 AM (last day of shorter months), $1,130.00 will arrive in Everyday Checking; next on Mon, Nov 30.',
    ],
    [
      { frequency: 'DAILY', start_date: '2026-11-22', start_time: '18:30' },
      'Every day at 6:30 PM, $1,130.00 will arrive in Everyday Checking; first on Sun, Nov 22.',
    ],
    [
      { frequency: 'HOURLY', start_date: '2026-11-21', start_time: '13:15', end_date: '2026-11-21' },
      'Every hour, $1,130.00 will arrive in Everyday Checking; first on Sat, Nov 21 at 1:15 PM, last on Sat, Nov 21 at 11:15 PM.',
    ],
    [{ occurrences: 1 }, 'Once, on Fri, Nov 27 at 6:00 AM, $1,130.00 will arrive in Everyday Checking.'],
    [{ start_date: '2026-11-06', occurrences: 2 }, 'No deposits left. All dates are in the past.'],
  ])('states exactly what will happen: %j', (changes, text) => {
    expect(sentence(changes)).toBe(text);
  });
});

describe('the monthly amount of an auto deposit', () => {
  it.each([
    ['HOURLY', 1, 730],
    ['DAILY', 12, 365],
    ['WEEKLY', 1130, 4910.12],
    ['MONTHLY', 0.01, 0.01],
  ])('is a twelfth of a year: %s', (frequency, amount, month) => {
    expect(monthlyAmount(amount, frequency)).toBe(month);
  });
});
