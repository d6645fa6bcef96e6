import { expect, test } from 'vitest';
import { parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import { account, household, payment } from '../../testing/households.ts';
import { getOverdraftNotice } from './overdraft-notice.ts';
import { OVERDRAFT_LIMIT, type OverdraftProduct } from './overdraft-terms.ts';

const zone = new Zone('America/New_York');
const at = (day: string, hour: number) => zone.at(parseDay(day), hour * 60);

/** Returns the notice at an instant after a payment on Tuesday, December 1. */
function noticeAt(product: OverdraftProduct, amount: number, instant: number, balance = 0) {
  const overdraft = { kind: 'covered' as const, product, limit: OVERDRAFT_LIMIT };
  const state = household({
    on: '2026-11-30',
    accounts: [{ ...account('checking', balance), overdraft }],
    scheduledPayments: [payment('rent', 'checking', amount, '2026-12-01', { count: 1 })],
    bankHolidays: true,
  });
  const { state: after } = simulate(state, instant);
  const [checking] = after.accounts;
  return checking && getOverdraftNotice(after, checking);
}

test('names the balance and the instant that avoid a Standard fee', () => {
  expect(noticeAt('standard', 11_000, at('2026-12-01', 12), 4_000)).toEqual({
    owed: 7_000,
    fees: 3_400,
    avoidable: { balance: -5_000, by: at('2026-12-02', 23) },
    chargesAt: at('2026-12-02', 23),
  });
});

test('leaves earlier fees out of the balance that avoids the next fee', () => {
  const notice = noticeAt('standard', 11_000, at('2026-12-03', 12), 4_000);
  expect(notice).toEqual({ owed: 10_400, fees: 0, avoidable: null, chargesAt: null });
});

test.each<[OverdraftProduct, number, number, number | null]>([
  ['cushion', 2_000, at('2026-12-01', 12), -100],
  ['cushion', 2_000, at('2026-12-02', 12), null],
  ['old_school', 2_000, at('2026-12-01', 12), null],
])('%s: %i overdrawn', (product, amount, instant, balance) => {
  const notice = noticeAt(product, amount, instant);
  expect(notice?.avoidable?.balance ?? null).toBe(balance);
  expect(notice?.chargesAt).toBe(at('2026-12-02', 23));
});

test('names no fee for a small overdraft, and nothing for an account above zero', () => {
  expect(noticeAt('standard', 4_000, at('2026-12-01', 12))).toMatchObject({
    owed: 4_000,
    fees: 0,
    chargesAt: null,
  });
  expect(noticeAt('standard', 4_000, at('2026-12-01', 12), 5_000)).toBeNull();
});
