import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { account, household, start } from '../testing/households.ts';
import { marketReturn } from './rates.ts';

const zone = new Zone('America/New_York');

const fund = (balance: number, on: string, parts: Partial<HouseholdState> = {}) =>
  household({ on, accounts: [account('fund', balance, 'INVESTMENT')], ...parts });

function postings(state: HouseholdState, until: string): [string, number][] {
  return simulate(state, start(until))
    .events.filter(({ kind }) => kind === 'market_change')
    .map(({ at, lines }) => [dayText(zone.getDay(at)), lines?.[0]?.amount ?? 0]);
}

/**
 * Returns an investment's value after the daily market returns of a period. Uses only the index, without the
 * engine's accrual and rounding.
 */
function followed(seed: number, value: number, from: string, until: string): number {
  let now = value;
  for (let day = parseDay(from); day < parseDay(until); day += 1) now *= 1 + marketReturn(seed, day);
  return now;
}

/** With this seed, the market falls from March 1 to 19, 2026. */
const LOSING_SEED = 4;

const withdrawn = (at: string, amount: number) => ({
  at: Date.parse(at),
  productId: 'fund',
  amount: -amount,
  kind: 'withdrawal',
});

describe('investments', () => {
  test.each([1, 2, 3, 77, 2_026])(
    'follow the index of seed %i daily and post at the end of the month',
    (seed) => {
      const [posted, ...none] = postings(fund(10_000_000, '2026-03-01', { seed }), '2026-04-01');
      expect(none).toEqual([]);
      expect(posted).toEqual([
        '2026-03-31',
        roundHalfAway(followed(seed, 10_000_000, '2026-03-01', '2026-04-01') - 10_000_000),
      ]);
    },
  );

  test('lose no cent over ten years', () => {
    const { state } = simulate(fund(10_000_000, '2026-01-01', { seed: 5 }), start('2036-01-01'));
    const [{ balance, accruedMicros } = { balance: 0, accruedMicros: 0 }] = state.accounts;
    expect(
      Math.abs(balance + accruedMicros / 1e6 - followed(5, 10_000_000, '2026-01-01', '2036-01-01')),
    ).toBeLessThan(0.01);
    expect(Math.abs(accruedMicros)).toBeLessThanOrEqual(500_000);
  });

  test('follow one market for all funds of a household', () => {
    const state = household({
      on: '2026-03-01',
      accounts: [account('one', 1_000_000, 'INVESTMENT'), account('two', 1_000_000, 'INVESTMENT')],
    });
    const { accounts } = simulate(state, start('2026-05-01')).state;
    expect(accounts[0]?.balance).toBe(accounts[1]?.balance);
  });

  test('differ between seeds and are equal for the same seed', () => {
    const run = (seed: number) => postings(fund(10_000_000, '2026-01-01', { seed }), '2027-01-01');
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });

  test('stay empty without a balance', () => {
    expect(postings(fund(0, '2026-01-01'), '2030-01-01')).toEqual([]);
  });

  test.each([
    [20, 8_000_000],
    [100, 0],
    [0.5, 9_950_000],
  ])('fall by %d %% immediately in a market drop', (size, left) => {
    // The index hasn't moved on the first day, so the value is 100,000.00 minus the drop.
    const on = parseDay('2026-03-01');
    const state = fund(10_000_000, '2026-03-01', {
      shocks: [{ id: 'crash', kind: 'market_fall', on, size }],
    });
    const then = simulate(state, start('2026-03-01') + 10 * 3_600_000);
    expect(then.state.accounts[0]?.balance).toBe(left);
    expect(then.events.at(-1)).toMatchObject({
      key: 'crash:fund',
      kind: 'market_change',
      description: 'fund went down',
    });
  });

  test("lose their share of gains that haven't posted yet", () => {
    const value = followed(9, 10_000_000, '2026-03-01', '2026-03-20');
    const on = parseDay('2026-03-20');
    const state = fund(10_000_000, '2026-03-01', {
      seed: 9,
      shocks: [{ id: 'crash', kind: 'market_fall', on, size: 50 }],
    });
    const { accounts } = simulate(state, zone.at(on, 600)).state;
    expect(accounts[0]?.balance).toBe(roundHalfAway(value / 2));
  });

  test('are never worth less than zero', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const state = fund(1_000_000, '2026-01-01', {
        seed,
        changes: [withdrawn('2026-02-27T17:00:00Z', 200_000), withdrawn('2026-05-30T17:00:00Z', 100_000)],
        shocks: [{ id: 'crash', kind: 'market_fall', on: parseDay('2026-03-20'), size: 60 }],
      });
      const below: number[] = [];
      simulate(state, start('2027-01-01'), {
        onDayEnd: (day, { accounts: [held] }) => {
          if (!held || held.balance < 0 || held.balance + held.accruedMicros / 1e6 < 0) below.push(day);
        },
      });
      expect(below).toEqual([]);
    }
  });

  test("don't lose money that the customer moved before a late posting", () => {
    const changes = [
      { at: start('2026-03-20') + 23 * 3_600_000, productId: 'fund', amount: -100_000, kind: 'withdrawal' },
    ];
    const [account] = simulate(
      {
        ...fund(100_000, '2026-03-19', { seed: LOSING_SEED, changes }),
        shocks: [{ id: 'fall', kind: 'market_fall', on: parseDay('2026-03-20'), size: 20 }],
      },
      start('2026-03-21'),
    ).state.accounts;
    expect(account?.balance).toBe(0);
  });

  test("don't take a loss on an emptied account from later deposits", () => {
    // The last posted value is withdrawn in full. In April, 10,000.00 is deposited.
    const fell = followed(LOSING_SEED, 1_000_000, '2026-03-01', '2026-03-20') - 1_000_000;
    expect(fell).toBeLessThan(-10_000);
    const state = fund(1_000_000, '2026-03-01', {
      seed: LOSING_SEED,
      changes: [
        withdrawn('2026-03-20T16:00:00Z', 1_000_000),
        { at: Date.parse('2026-04-30T16:00:00Z'), productId: 'fund', amount: 1_000_000, kind: 'deposit' },
      ],
    });
    const gain = roundHalfAway(followed(LOSING_SEED, 1_000_000, '2026-04-30', '2026-05-01') - 1_000_000);
    expect(postings(state, '2026-05-01')).toEqual([['2026-04-30', gain]]);
  });
});
