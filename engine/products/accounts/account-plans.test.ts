import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { AccountState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { simulateByDay } from '../../testing/daily-steps.ts';
import { account, deposit, household, payment, start } from '../../testing/households.ts';

const zone = new Zone('America/New_York');

/** An account whose plan started on November 1. */
const planned = (item: AccountState, current: 'classic' | 'goal_saver' = 'classic'): AccountState => ({
  ...item,
  planTerms: { current, since: parseDay('2026-11-01') },
});

const holding = (balance: number, parts: Partial<HouseholdState> = {}) =>
  household({ on: '2026-11-01', accounts: [planned(account('checking', balance))], ...parts });

const feesUntil = (state: HouseholdState, day = '2026-12-02') =>
  simulate(state, start(day))
    .events.filter(({ kind }) => kind === 'maintenance_fee' || kind === 'fee_waived')
    .map(({ at, kind, lines, facts }: EngineEvent) => [
      dayText(zone.getDay(at)),
      kind,
      lines?.[0]?.amount ?? facts?.['waiver'],
    ]);

describe('the monthly fee of Classic', () => {
  test('is 12.00 with a lowest balance of 1,499.99, pay of 499.99, and an average of 4,999.99', () => {
    // Pay arrives on the first day, and another account brings the average to 4,999.99.
    const state = holding(100_000, {
      accounts: [planned(account('checking', 100_000)), account('other', 350_000)],
      autoDeposits: [deposit('pay', 'checking', 49_999, '2026-11-01', { isPay: true })],
    });
    const { events } = simulate(state, start('2026-12-01'));
    const fee = events.find(({ kind }) => kind === 'maintenance_fee');
    expect(fee?.at).toBe(zone.getStart(parseDay('2026-12-01')));
    expect(fee?.lines?.map(({ ledger, amount }) => `${ledger} ${amount}`)).toEqual([
      'checking -1200',
      'fees 1200',
    ]);
  });

  test('says what was reached when it is charged, and on which day pay waives it', () => {
    const pay = deposit('pay', 'checking', 30_000, '2026-11-06', { frequency: 'WEEKLY', isPay: true });
    const { state } = simulate(holding(1_000, { autoDeposits: [pay] }), start('2026-11-20'));
    expect(state.accounts[0]?.month).toMatchObject({ credits: 60_000, creditsMetOn: parseDay('2026-11-13') });
    const { events } = simulate(holding(40_000), start('2026-12-02'));
    expect(events.find(({ kind }) => kind === 'fee_basis')?.facts).toEqual({
      ...{ fee: 1_200, month: '2026-11', credits: 0, lowest: 40_000, average: 40_000 },
    });
  });

  test.each([
    ['credits', 50_000, 0, 0],
    ['lowest', 0, 150_000, 0],
    ['average', 0, 1_000, 499_000],
  ])('is waived by %s', (waiver, pay, balance, saved) => {
    const state = holding(balance, {
      accounts: [planned(account('checking', balance)), account('savings', saved, 'SAVINGS')],
      autoDeposits: pay > 0 ? [deposit('pay', 'checking', pay, '2026-11-15', { isPay: true })] : [],
    });
    expect(feesUntil(state)).toEqual([['2026-12-01', 'fee_waived', waiver]]);
  });

  test.each([
    ['a balance of 1,499.99', 149_999, -1_200],
    ['no more than the balance', 700, -700],
  ])('is charged with %s', (_name, balance, fee) => {
    expect(feesUntil(holding(balance))).toEqual([['2026-12-01', 'maintenance_fee', fee]]);
  });

  test('is charged if the balance was low at the end of one day', () => {
    const scheduledPayments = [payment('rent', 'checking', 60_000, '2026-11-10')];
    const autoDeposits = [deposit('gift', 'checking', 40_000, '2026-11-12')];
    expect(feesUntil(holding(200_000, { scheduledPayments, autoDeposits }))).toEqual([
      ['2026-12-01', 'maintenance_fee', -1_200],
    ]);
  });

  test('does not count pay that arrives in another month', () => {
    const autoDeposits = [deposit('pay', 'checking', 50_000, '2026-12-15', { isPay: true })];
    expect(feesUntil(holding(1_300, { autoDeposits }), '2027-01-02')).toEqual([
      ['2026-12-01', 'maintenance_fee', -1_200],
      ['2027-01-01', 'fee_waived', 'credits'],
    ]);
  });

  test('is 5.00 for savings below 300.00, and starts with the plan', () => {
    const item = {
      ...account('savings', 29_000, 'SAVINGS'),
      planTerms: { current: 'classic' as const, since: parseDay('2026-12-01') },
    };
    expect(feesUntil(household({ on: '2026-11-05', accounts: [item] }), '2027-01-02')).toEqual([
      ['2027-01-01', 'maintenance_fee', -500],
    ]);
  });

  test('is the same in one step and in steps of a day', () => {
    const first = holding(120_000, {
      autoDeposits: [
        deposit('pay', 'checking', 24_000, '2026-11-06', { frequency: 'BIWEEKLY', isPay: true }),
      ],
      scheduledPayments: [payment('rent', 'checking', 61_000, '2026-11-03')],
    });
    const whole = simulate(first, start('2027-06-03'));
    expect(simulateByDay(first, whole.state.at)).toEqual(whole);
    expect(new Set(feesUntil(first, '2027-06-03').map(([, kind]) => kind)).size).toBe(2);
  });
});

describe('Goal Saver', () => {
  test('allows six withdrawals a month, and refuses the seventh until the next month', () => {
    const state = household({
      on: '2026-11-01',
      accounts: [planned(account('savings', 100_000, 'SAVINGS'), 'goal_saver'), account('checking', 0)],
      scheduledPayments: [
        payment('move', 'savings', 1_000, '2026-11-02', {
          to: { kind: 'account', id: 'checking' },
          frequency: 'WEEKLY',
        }),
        payment('more', 'savings', 2_000, '2026-11-03', {
          to: { kind: 'account', id: 'checking' },
          frequency: 'WEEKLY',
        }),
      ],
    });
    const { events } = simulate(state, start('2026-12-05'));
    const moved = events.filter(({ kind }) => kind === 'transfer').map(({ at }) => dayText(zone.getDay(at)));
    expect(moved.filter((day) => day < '2026-12-01')).toHaveLength(6);
    expect(moved.filter((day) => day >= '2026-12-01').length).toBeGreaterThan(0);
    expect(events.some(({ kind }) => kind === 'payment_failed' || kind === 'payment_retry')).toBe(true);
  });
});
