import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { HouseholdState } from '../../simulation/state.ts';
import { account, household, payment, start } from '../../testing/households.ts';
import { dailyInterestMicros, SAVINGS_RATES, savingsTiers } from '../rates.ts';

const zone = new Zone('America/New_York');
const [before, since] = SAVINGS_RATES.map(({ tiers }) => tiers);

/** Returns the day and amount of each interest posting before a day. */
function interest(state: HouseholdState, until: string): [string, number][] {
  return simulate(state, start(until))
    .events.filter(({ kind }) => kind === 'interest')
    .map(({ at, lines }) => [dayText(zone.getDay(at)), lines?.[0]?.amount ?? 0]);
}

const savings = (balance: number, on: string, parts: Partial<HouseholdState> = {}) =>
  household({ on, accounts: [account('savings', balance, 'SAVINGS')], ...parts });

const moved = (at: string, amount: number) => ({
  at: Date.parse(at),
  productId: 'savings',
  amount,
  kind: 'deposit',
});

describe('savings', () => {
  // Regulation DD, appendix A, part I.D, method B: each part of the balance earns its own tier's rate.
  test.each([
    ['nothing earns nothing', 0, 0],
    ['one cent: 0.01 × 3.25 % ÷ 365', 1, 89],
    ['5,000.00 wholly in the first tier: 162.50 a year ÷ 365', 500_000, 44_520_548],
    ['5,000.01: its last cent at 3.75 %', 500_001, 44_520_651],
    ['10,000.00: (162.50 + 5,000 × 3.75 % = 187.50) ÷ 365', 1_000_000, 95_890_411],
    ['25,000.00: (162.50 + 20,000 × 3.75 % = 750.00) = 912.50 ÷ 365 = 2.50', 2_500_000, 250_000_000],
    ['40,000.00: (912.50 + 15,000 × 4.1 % = 615.00) ÷ 365', 4_000_000, 418_493_151],
    ['below zero earns nothing', -500_000, 0],
  ])('%s', (_name, balance, micros) => {
    expect(dailyInterestMicros(balance, before ?? [])).toBe(micros);
  });

  test('uses the rates that started last', () => {
    expect(savingsTiers(parseDay('2026-06-30'))).toBe(before);
    expect(savingsTiers(parseDay('2026-07-01'))).toBe(since);
    expect(savingsTiers(parseDay('1999-12-31'))).toEqual([]);
  });

  test('posts the interest of 31, 28, and 31 days at the end of the month and carries fractions of a cent', () => {
    // 31 × 0.95890411 = 29.72603, posted as 29.73, and −0.00397 carries over. 28 days on 10,029.73: 26.93484
    // − 0.00397 = 26.93087. 31 days on 10,056.66: 29.90648 + 0.00087 = 29.90735.
    expect(interest(savings(1_000_000, '2026-01-01'), '2026-04-01')).toEqual([
      ['2026-01-31', 2_973],
      ['2026-02-28', 2_693],
      ['2026-03-31', 2_991],
    ]);
  });

  test('carries less than a cent', () => {
    const { state } = simulate(savings(1_000_000, '2026-01-01'), start('2026-02-01'));
    // 31 days of 95,890,411 millionths, minus the 2,973 cents that were posted.
    expect(state.accounts[0]?.accruedMicros).toBe(31 * 95_890_411 - 2_973 * 1_000_000);
  });

  test('uses a new table from its first day', () => {
    // June: 30 × 350.00 ÷ 365 = 28.76712, posted as 28.77, and −0.00288 carries over. July: 5,000 × 3.1% +
    // 5,028.77 × 3.6% = 336.03572 a year; 336.03572 × 31 ÷ 365 = 28.54002, or 28.53714 with the carryover.
    expect(interest(savings(1_000_000, '2026-06-01'), '2026-08-01')).toEqual([
      ['2026-06-30', 2_877],
      ['2026-07-31', 2_854],
    ]);
  });

  test('treats February 29 like any day: actual/365', () => {
    // (155.00 + 180.00) × 29 ÷ 365 = 26.61644.
    expect(interest(savings(1_000_000, '2028-02-01'), '2028-03-01')).toEqual([['2028-02-29', 2_662]]);
  });

  test('counts a deposit in the middle of a month from its own day', () => {
    // 15 days on 1,000.00 (January 1 to 15) and 16 days on 6,000.00: (32.50 × 15 + 200.00 × 16) ÷ 365 =
    // 10.10274.
    const state = savings(100_000, '2026-01-01', { changes: [moved('2026-01-16T22:00:00Z', 500_000)] });
    expect(interest(state, '2026-02-01')).toEqual([['2026-01-31', 1_010]]);
  });

  test('counts only the end of the day', () => {
    const state = savings(0, '2026-01-01', {
      changes: [moved('2026-01-16T14:00:00Z', 90_000_000), moved('2026-01-17T04:59:59Z', -90_000_000)],
    });
    expect(interest(state, '2026-03-01')).toEqual([]);
  });

  test("uses the customer's time zone", () => {
    // In New York, these deposits are made at 23:30 on January 15 and at 00:30 on January 16, before and
    // after midnight.
    const late = savings(0, '2026-01-01', { changes: [moved('2026-01-16T04:30:00Z', 3_650_000)] });
    const next = savings(0, '2026-01-01', { changes: [moved('2026-01-16T05:30:00Z', 3_650_000)] });
    // 162.50 + 750.00 + 11,500 × 4.1% = 1,384.00 a year: 64.46027 for 17 days, 60.66849 for 16 days.
    expect(interest(late, '2026-02-01')).toEqual([['2026-01-31', 6_446]]);
    expect(interest(next, '2026-02-01')).toEqual([['2026-01-31', 6_067]]);
  });

  test.each([
    // January 1 to 9: 9 × 350.00 ÷ 365 = 8.63014. The other 22 days: 22 × (350.00 + 10,000 × 1.5%) ÷ 365 =
    // 30.13699.
    ['1.5 points more from January 10', 1.5, 3_877],
    // All tiers fall below zero and count as zero: 8.63014.
    ['5 points less from January 10', -5, 863],
    // Only the first tier falls to zero: 8.63014 + 22 × 5,000 × 0.5% ÷ 365 = 1.50685.
    ['3.25 points less from January 10', -3.25, 1_014],
  ])('with a rate change: %s', (_name, size, posted) => {
    const state = savings(1_000_000, '2026-01-01', {
      shocks: [{ id: 'rates', kind: 'rate_change', on: parseDay('2026-01-10'), size }],
    });
    expect(interest(state, '2026-02-01')).toEqual([['2026-01-31', posted]]);
  });

  test('ends a one-month rate change on the same day of the next month', () => {
    const state = savings(1_000_000, '2026-01-01', {
      shocks: [{ id: 'rates', kind: 'rate_change', on: parseDay('2026-01-10'), size: 1.5, months: 1 }],
    });
    // February on 10,038.77: 351.45389 a year × 28 ÷ 365 = 26.96085. An additional 1.5% for 9 days: 3.71297.
    // Carried over: −0.00288.
    expect(interest(state, '2026-03-01')[1]).toEqual(['2026-02-28', 3_067]);
  });

  test('adds two rate changes', () => {
    const on = parseDay('2026-01-01');
    const state = savings(1_000_000, '2026-01-01', {
      shocks: [
        { id: 'up', kind: 'rate_change', on, size: 2 },
        { id: 'down', kind: 'rate_change', on, size: -2 },
      ],
    });
    expect(interest(state, '2026-02-01')).toEqual([['2026-01-31', 2_973]]);
  });

  test('excludes checking and closed accounts', () => {
    const state = household({
      on: '2026-01-01',
      accounts: [account('checking', 90_000_000), { ...account('old', 100_000, 'SAVINGS'), closed: true }],
    });
    expect(simulate(state, start('2027-01-01')).events).toEqual([]);
  });

  test('carries the interest of a small balance until it is a cent', () => {
    const [first] = interest(savings(100, '2026-01-01'), '2027-01-01');
    // 1.00 earns 0.0089041 cents a day. The total exceeds half a cent on day 57, February 26.
    expect(first).toEqual(['2026-02-28', 1]);
  });

  test('includes a deposit by a rule on the last day', () => {
    const state = household({
      on: '2026-01-31',
      accounts: [account('checking', 3_650_000), account('savings', 0, 'SAVINGS')],
      scheduledPayments: [
        payment('move', 'checking', 3_650_000, '2026-01-31', {
          to: { kind: 'account', id: 'savings' },
          minutes: 23 * 60 + 59,
        }),
      ],
    });
    // 1,384.00 ÷ 365 = 3.79178.
    expect(interest(state, '2026-02-01')).toEqual([['2026-01-31', 379]]);
  });

  test('keeps the cents of the largest balance', () => {
    // 999,999,999.99: 912.50 + 999,974,999.99 × 4.1% = 40,999,887.4996 a year × 31 ÷ 365 = 3,482,182.22599.
    expect(interest(savings(99_999_999_999, '2026-01-01'), '2026-02-01')).toEqual([
      ['2026-01-31', 348_218_223],
    ]);
  });
});
