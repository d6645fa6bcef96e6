import { describe, expect, test } from 'vitest';
import { DAY_MS, parseDay, Zone } from '../calendar/calendar.ts';
import { account, buildSpendingProfile, household } from '../testing/households.ts';
import { planReturn } from './purchase-returns.ts';
import { Run } from './run.ts';
import { withoutSurprises } from './shocks.ts';
import { simulate } from './simulate.ts';
import type { HouseholdState, PlannedReturn } from './state.ts';

const zone = new Zone('America/New_York');
const instant = (day: string, hours = 0) => zone.getStart(parseDay(day)) + hours * 3_600_000;

/** Plans the returns of many purchases at a merchant. */
function plan(merchant: string, count = 10_000): PlannedReturn[] {
  const run = new Run(household({ on: '2026-01-10', returns: true }), true);
  for (let number = 0; number < count; number += 1)
    planReturn(run, { key: `life:2026-01-10:${number}`, productId: 'everyday', amount: 1_000, merchant });
  return run.state.plannedReturns ?? [];
}

const withReturn = (parts: Partial<HouseholdState> = {}): HouseholdState =>
  household({
    on: '2026-01-10',
    returns: true,
    accounts: [account('everyday', 100_000)],
    plannedReturns: [
      {
        key: 'life:2026-01-05:1',
        productId: 'everyday',
        amount: 4_500,
        merchant: 'Volt Electronics',
        category: 'Shopping',
        on: parseDay('2026-01-14'),
      },
    ],
    ...parts,
  });

describe('returns of everyday purchases', () => {
  test.each([
    ['Volt Electronics', 600],
    ['Any Grocer', 200],
    ['Noodle Wharf', 0],
  ])('at %s are %i of 10,000', (merchant, count) => {
    expect(Math.abs(plan(merchant).length - count)).toBeLessThanOrEqual(count * 0.15);
  });

  test('are 4 to 21 days after the purchase', () => {
    const run = new Run(household({ on: '2026-01-10', returns: true }), true);
    const days = plan('Volt Electronics').map(({ on }) => on - run.today);
    expect([Math.min(...days), Math.max(...days)]).toEqual([4, 21]);
  });

  test('are planned neither without the setting nor for purchases by the customer', () => {
    const run = new Run(household({ on: '2026-01-10' }), true);
    const own = new Run(household({ on: '2026-01-10', returns: true }), true);
    for (let number = 0; number < 1_000; number += 1) {
      const purchase = { productId: 'everyday', amount: 1_000, merchant: 'Volt Electronics' };
      planReturn(run, { ...purchase, key: `life:2026-01-10:${number}` });
      planReturn(own, { ...purchase, key: `hold:${number}:clearing:0` });
    }
    expect([run.state.plannedReturns, own.state.plannedReturns]).toEqual([undefined, undefined]);
  });

  test('are refunded five business days later', () => {
    const { events, state } = simulate(withReturn({ seed: 1 }), instant('2026-02-10'));
    expect(
      events
        .filter(({ subject }) => subject === 'return:life:2026-01-05:1')
        .map(({ kind, at }) => [kind, at]),
    ).toEqual([
      ['purchase_returned', instant('2026-01-14', 12)],
      ['refund', instant('2026-01-21', 10)],
    ]);
    expect(state.accounts[0]?.balance).toBe(104_500);
    expect(state.plannedReturns).toBeUndefined();
  });

  test('of purchases that the customer returned or disputed are dropped', () => {
    const { events, state } = simulate(
      withReturn({ settledPurchases: ['life:2026-01-05:1'] }),
      instant('2026-02-10'),
    );
    expect(events.filter(({ kind }) => kind === 'purchase_returned')).toEqual([]);
    expect([state.plannedReturns, state.accounts[0]?.balance]).toEqual([undefined, 100_000]);
  });

  test('lose 1 refund in 20, which is reported five business days after it was expected', () => {
    const ends = Array.from({ length: 400 }, (_, seed) => {
      const { events } = simulate(withReturn({ seed }), instant('2026-02-10'));
      return events.find(({ kind }) => kind === 'refund' || kind === 'refund_missing');
    });
    const missing = ends.filter((event) => event?.kind === 'refund_missing');
    expect(missing.length).toBeGreaterThan(8);
    expect(missing.length).toBeLessThan(34);
    expect(missing[0]).toMatchObject({ at: instant('2026-01-28', 10), facts: { amount: 4_500 } });
    expect(missing[0]?.lines).toBeUndefined();
  });

  test('and missing refunds are hidden from forecasts', () => {
    const refund = { id: 'r1', productId: 'everyday', amount: 2_000, returnedOn: parseDay('2026-01-09') };
    for (let seed = 0; seed < 100; seed += 1) {
      const known = withoutSurprises(withReturn({ seed, refunds: [refund] }));
      const { events } = simulate(known, instant('2026-03-10'));
      expect(events.map(({ kind, at }) => [kind, at])).toEqual([['refund', instant('2026-01-16', 10)]]);
    }
  });

  test('have the same result after a restored household gave the refund a new id', () => {
    const getEnds = (id: string) =>
      Array.from({ length: 100 }, (_, seed) => {
        const refund = { id, productId: 'everyday', amount: 4_500, returnedOn: parseDay('2026-01-09') };
        const { plannedReturns: _planned, ...state } = withReturn({ seed, refunds: [refund] });
        const { events } = simulate(state, instant('2026-02-10'));
        return events.find(({ subject }) => subject === id)?.kind;
      });
    const ends = getEnds('1f0c');
    expect(ends).toContain('refund_missing');
    expect(getEnds('97aa')).toEqual(ends);
  });

  test('have the same events in one step and in steps of a day', () => {
    const profile = buildSpendingProfile('everyday', null);
    for (const seed of [1, 2, 3]) {
      const start = withReturn({ seed, spendingProfile: profile });
      const until = instant('2026-04-10');
      const whole = simulate(start, until);
      let state = start;
      const events = [];
      for (let at = state.at + DAY_MS; at < until; at += DAY_MS) {
        const day = simulate(state, at);
        events.push(...day.events);
        state = day.state;
      }
      const last = simulate(state, until);
      expect([...events, ...last.events]).toEqual(whole.events);
      expect(last.state).toEqual(whole.state);
    }
  });
});
