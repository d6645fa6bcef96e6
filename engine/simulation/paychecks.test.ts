import { describe, expect, test } from 'vitest';
import { getCarryover } from '../household/state.ts';
import { toMinor } from '../money/minor.ts';
import type { PayTerms } from '../pay/pay-details.ts';
import { account, deposit, household, start } from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState } from './state.ts';

const DAY_MS = 86_400_000;

const PAY: PayTerms = {
  grossPerYear: toMinor(62_400),
  filingStatus: 'single',
  retirementPercent: 6,
  matchPercent: 50,
  matchUpTo: 6,
  health: 5_538,
  hsa: 10_000,
  statePercent: 4,
  retirementAccountId: 'retirement',
  hsaAccountId: 'hsa',
};

const employee = (pay: PayTerms = PAY, parts: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-01-01',
    accounts: [account('checking', 0), account('retirement', 0), account('hsa', 0)],
    autoDeposits: [
      deposit('pay', 'checking', 1, '2026-01-02', { frequency: 'BIWEEKLY', isPay: true, pay: { ...pay } }),
    ],
    ...parts,
  });

const getPay = (events: readonly EngineEvent[]) => events.filter(({ kind }) => kind === 'auto_deposit');
const getFacts = (events: readonly EngineEvent[], name: string) =>
  getPay(events).map(({ facts }) => facts?.[name]);
const total = (events: readonly EngineEvent[], name: string) =>
  getFacts(events, name).reduce<number>((sum, value) => sum + Number(value), 0);

describe('a paycheck with pay details', () => {
  test('is posted as one entry of net pay and contributions', () => {
    const [event] = getPay(simulate(employee(), start('2026-01-03')).events);
    expect(event?.lines).toEqual([
      { ledger: 'outside', amount: -199_265, currency: 'USD' },
      { ledger: 'checking', amount: 167_665, currency: 'USD' },
      { ledger: 'retirement', amount: 21_600, currency: 'USD' },
      { ledger: 'hsa', amount: 10_000, currency: 'USD' },
    ]);
    expect(event?.facts).toMatchObject({
      gross: 240_000,
      net: 167_665,
      match: 7_200,
      filingStatus: 'single',
    });
  });

  test('posts only net pay if the contributions go elsewhere', () => {
    const { retirementAccountId: _, hsaAccountId, ...pay } = PAY;
    const elsewhere = simulate(employee(pay), start('2026-01-03')).events;
    expect(getPay(elsewhere)[0]?.lines).toHaveLength(2);
    const closed = employee({ ...PAY, hsaAccountId: 'gone' });
    expect(getPay(simulate(closed, start('2026-01-03')).events)[0]?.lines).toHaveLength(3);
  });

  test('counts 401(k) contributions of all employers toward the limit', () => {
    const pay = { ...PAY, grossPerYear: toMinor(260_000), retirementPercent: 8 };
    const state = employee(pay);
    state.autoDeposits.push(
      deposit('second', 'checking', 1, '2026-01-02', { frequency: 'BIWEEKLY', isPay: true, pay }),
    );
    const { events } = simulate(state, start('2027-01-01'));
    expect(total(events, 'retirement')).toBe(toMinor(24_500));
    // The wage base applies to each employer.
    expect(total(events, 'socialSecurityWages')).toBe(2 * toMinor(184_500));
  });

  test('starts a new tax year with the first pay date of the year', () => {
    const pay = { ...PAY, grossPerYear: toMinor(200_000), retirementPercent: 0, health: 0, hsa: 0 };
    const { events, state } = simulate(employee(pay), start('2027-01-05'));
    expect(getFacts(events, 'socialSecurity').slice(22)).toEqual([47_692, 46_977, 0, 0, 47_692]);
    expect(getCarryover(state).pay).toEqual({
      year: 2027,
      paychecks: { pay: { ficaWages: 769_231, retirement: 0, hsa: 0 } },
    });
  });

  test('keeps the amount of its rule at the net pay of the next paycheck', () => {
    const { state } = simulate(employee(), start('2026-01-03'));
    expect(state.autoDeposits[0]?.amount).toBe(167_665);
  });

  test('rises yearly with its gross pay', () => {
    const state = employee();
    const [rule] = state.autoDeposits;
    if (rule) rule.yearly = { by: 3, year: 0, level: 1_000_000 };
    const { events } = simulate(state, start('2027-01-20'));
    expect(getFacts(events, 'gross').slice(-2)).toEqual([240_000, 247_200]);
  });

  test('does not arrive after a job loss, and has no pay stub', () => {
    const state = employee(PAY, {
      shocks: [{ id: 'fired', kind: 'job_loss', on: Math.floor(start('2026-08-01') / DAY_MS), size: 0 }],
    });
    const { events } = simulate(state, start('2027-01-01'));
    expect(getPay(events)).toHaveLength(16);
    expect(events.find(({ kind }) => kind === 'pay_missed')?.facts).toEqual({ amount: 167_665 });
  });

  test('gives the same events in one step of two years as in steps of a day', () => {
    const pay = { ...PAY, grossPerYear: toMinor(240_000), retirementPercent: 12 };
    const begin = employee(pay);
    const [rule] = begin.autoDeposits;
    if (rule) rule.yearly = { by: 'inflation', year: 0, level: 1_000_000 };
    begin.prices = { level: 1_000_000, inflation: 3 };
    const until = start('2028-01-10');
    const once = simulate(begin, until);
    let state = begin;
    const events: EngineEvent[] = [];
    for (let at = state.at; at < until; ) {
      at = Math.min(until, at + DAY_MS);
      const step = simulate(state, at);
      events.push(...step.events);
      ({ state } = step);
    }
    expect(events).toEqual(once.events);
    expect(state).toEqual(once.state);
  });
});

test('a paycheck without pay details keeps its amount and its two lines', () => {
  const state = household({
    on: '2026-01-01',
    accounts: [account('checking', 0)],
    autoDeposits: [deposit('pay', 'checking', 167_665, '2026-01-02', { isPay: true })],
  });
  const { events, state: after } = simulate(state, start('2026-01-03'));
  expect(events[0]?.lines).toHaveLength(2);
  expect(events[0]?.facts).toBeUndefined();
  expect(getCarryover(after)).not.toHaveProperty('pay');
});
