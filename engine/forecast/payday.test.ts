import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { account, deposit, household, payment, start } from '../testing/households.ts';
import { getUpcomingUntilPayday } from './payday.ts';

/**
 * Returns a household that is paid on the last day of the month, with rent on the 24th and a phone bill on
 * the 26th.
 */
const between = (balance: number, parts: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-03-20',
    accounts: [account('everyday', balance), account('savings', 900_000, 'SAVINGS')],
    autoDeposits: [deposit('pay', 'everyday', 300_000, '2026-03-31', { isPay: true })],
    scheduledPayments: [
      payment('rent', 'everyday', 120_000, '2026-03-24'),
      payment('phone', 'everyday', 4_500, '2026-03-26'),
    ],
    ...parts,
  });
const short = (state: HouseholdState) => getUpcomingUntilPayday(state, state.at).shortfalls;

describe('a shortfall before payday', () => {
  test('has its day, its amount, and its causes', () => {
    const [only, ...others] = short(between(100_000));
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      accountId: 'everyday',
      day: parseDay('2026-03-24'),
      missing: 24_500,
      payday: parseDay('2026-03-31'),
    });
    expect(only?.rows.map(({ amount }) => amount)).toEqual([-120_000, -4_500]);
  });

  test('is based on the balance at the end of each day', () => {
    const morning = payment('gift', 'everyday', 1_000, '2026-03-24', { minutes: 541 });
    const refund = deposit('refund', 'everyday', 30_000, '2026-03-24', { minutes: 900 });
    const state = between(100_000);
    const rules = {
      scheduledPayments: [...state.scheduledPayments, morning],
      autoDeposits: [...state.autoDeposits, refund],
    };
    expect(short({ ...state, ...rules })).toEqual([]);
  });

  test.each([
    ['there is just enough', between(124_500)],
    [
      'the payday comes first',
      between(0, { scheduledPayments: [payment('rent', 'everyday', 120_000, '2026-04-01')] }),
    ],
    ['nothing is to be paid', between(0, { scheduledPayments: [] })],
  ])('is not reported when %s', (_, state) => {
    expect(short(state)).toEqual([]);
  });

  test("without a payday covers five weeks from the customer's time on", () => {
    const state = between(100_000, { autoDeposits: [] });
    expect(short(state)[0]).toMatchObject({ payday: null, missing: 24_500 });
    // The next five weeks include a retry of the failed March rent, the April rent, and two phone bills.
    expect(getUpcomingUntilPayday(state, start('2026-03-25')).shortfalls[0]).toMatchObject({
      missing: 149_000,
    });
  });
});
