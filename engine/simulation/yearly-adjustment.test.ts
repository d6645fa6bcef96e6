import { describe, expect, test } from 'vitest';
import { dayText, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState, getCarryover } from '../household/state.ts';
import {
  account,
  buildSpendingProfile,
  canonical,
  deposit,
  household,
  payment,
  start,
} from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, HouseholdState } from './state.ts';
import { buildStep } from './step.ts';

const zone = new Zone('America/New_York');
const DAY_MS = 86_400_000;
const RICH = 90_000_000;
const yearly = (by: number | 'inflation') => ({ yearly: { by, year: 0, level: 1_000_000 } });
const rich = (parts: Partial<HouseholdState>) =>
  household({ on: '2026-01-01', accounts: [account('checking', RICH)], ...parts });

/** Returns the day and amount of each posting to checking, in minor units. */
const movements = (events: EngineEvent[]) =>
  events.flatMap(({ at, lines }) =>
    (lines ?? [])
      .filter(({ ledger }) => ledger === 'checking')
      .map(({ amount }): [string, number] => [dayText(zone.getDay(at)), amount]),
  );

describe('a recurring deposit with a yearly raise of 3%', () => {
  const pay = { ...deposit('pay', 'checking', 100_000, '2026-03-15'), ...yearly(3) };

  test('pays the old amount until its anniversary and the raised amount from then on', () => {
    const { events } = simulate(rich({ autoDeposits: [pay] }), start('2028-04-01'));
    const paid = movements(events);
    expect(paid.slice(0, 12).every(([, amount]) => amount === 100_000)).toBe(true);
    expect(paid[12]).toEqual(['2027-03-15', 103_000]);
    expect(paid.slice(12, 24).every(([, amount]) => amount === 103_000)).toBe(true);
    expect(paid[24]).toEqual(['2028-03-15', 106_090]);
  });

  test('catches up with the years in which it was paused', () => {
    const { state } = simulate(rich({ autoDeposits: [pay] }), start('2026-12-01'));
    const [rule] = state.autoDeposits;
    if (!rule) throw new Error('There is no rule.');
    rule.recurrence.next = 30;
    const { events } = simulate(state, start('2028-10-01'));
    expect(movements(events)[0]).toEqual(['2028-09-15', 106_090]);
  });
});

describe('a scheduled payment that follows inflation', () => {
  const rent = { ...payment('rent', 'checking', 100_000, '2026-01-15'), ...yearly('inflation') };

  test('rises on its anniversary by the inflation of the year', () => {
    const state = rich({ scheduledPayments: [rent], prices: { level: 1_000_000, inflation: 2.4 } });
    const { events, state: after } = simulate(state, start('2027-02-01'));
    // Twelve monthly increases of one twelfth of 2.4%.
    expect(movements(events).at(-1)).toEqual(['2027-01-15', -102_427]);
    expect(after.prices?.level).toBeGreaterThan(1_024_265);
  });

  test('rises faster during an inflation shock', () => {
    const shock = {
      id: 's',
      kind: 'inflation',
      on: zone.getDay(start('2026-03-01')),
      size: 6,
      months: 6,
    } as const;
    const state = rich({
      scheduledPayments: [rent],
      prices: { level: 1_000_000, inflation: 2.4 },
      shocks: [shock],
    });
    const last = movements(simulate(state, start('2027-02-01')).events).at(-1)?.[1] ?? 0;
    expect(-last).toBeGreaterThan(105_000);
  });

  test('stays the same without an adjustment', () => {
    const plain = payment('rent', 'checking', 100_000, '2026-01-15');
    const { events } = simulate(rich({ scheduledPayments: [plain] }), start('2036-02-01'));
    expect(new Set(movements(events).map(([, amount]) => amount))).toEqual(new Set([-100_000]));
  });
});

test('gives the same result in one step and in 365 steps of a day', () => {
  const initial = rich({
    autoDeposits: [
      { ...deposit('pay', 'checking', 98_765, '2025-06-10', { frequency: 'WEEKLY' }), ...yearly(3.3) },
    ],
    scheduledPayments: [{ ...payment('rent', 'checking', 87_654, '2025-09-30'), ...yearly('inflation') }],
    prices: { level: 1_000_000, inflation: 2.5 },
    spendingProfile: buildSpendingProfile('checking', null),
  });
  const whole = simulate(initial, initial.at + 365 * DAY_MS);
  let state = initial;
  const events: EngineEvent[] = [];
  for (let day = 1; day <= 365; day += 1) {
    const step = simulate(state, initial.at + day * DAY_MS);
    events.push(...step.events);
    state = step.state;
  }
  expect(events.map(canonical)).toEqual(whole.events.map(canonical));
  expect(getCarryover(state)).toEqual(getCarryover(whole.state));
});

describe('a household as the bank stores it', () => {
  const at = start('2026-01-01');
  const row: HouseholdRow = {
    id: 'household',
    time_zone: 'America/New_York',
    generation: 1,
    now: at,
    simulated_until: at,
    rules_version: 0,
    last_entry: 0,
    seed: 1,
    carryover: {},
    changes: [],
    accounts: [
      { id: 'checking', name: 'Checking', type: 'CHECKING', currency: 'USD', balance: RICH, closed: false },
    ],
    cards: [],
    debts: [],
    auto_deposits: [
      {
        id: 'pay',
        name: 'Pay',
        account_id: 'checking',
        category: null,
        start_date: '2026-02-01',
        end_date: null,
        occurrences: null,
        paused: false,
        next: null,
        amount: 100_000,
        frequency: 'MONTHLY',
        is_pay: true,
        minutes: 360,
        adjustment: 'inflation',
      },
    ],
    scheduled_payments: [],
    shocks: [],
  };
  /** Returns the row after a step, as the bank would return it. */
  function advance(before: HouseholdRow, until: string): HouseholdRow {
    const { step } = buildStep(before, start(until), true);
    return {
      ...before,
      now: step.to,
      simulated_until: step.to,
      carryover: step.carryover,
      auto_deposits: before.auto_deposits.map((rule) => ({
        ...rule,
        next: step.auto_deposits[0]?.next ?? null,
        amount: step.adjusted[0]?.amount ?? rule.amount,
      })),
      accounts: buildHouseholdState(before).accounts.map(({ overdraft: _, ...account }) => ({
        ...account,
        closed: false,
      })),
    };
  }

  test('reports an adjusted amount with the step in which it changed, and never again', () => {
    expect(buildStep(row, start('2027-01-15'), true).step.adjusted).toEqual([]);
    const { step } = buildStep(row, start('2027-02-02'), true);
    expect(step.adjusted).toEqual([{ id: 'pay', amount: 102_742 }]);
    const later = advance(row, '2027-02-02');
    expect(buildStep(later, start('2027-03-02'), true).step.adjusted).toEqual([]);
    expect(advance(advance(later, '2027-09-01'), '2028-02-02').auto_deposits[0]?.amount).toBe(
      advance(row, '2028-02-02').auto_deposits[0]?.amount,
    );
  });

  test('counts prices from the day on which the customer changed the amount', () => {
    const half = advance(row, '2027-01-15');
    const edited = {
      ...half,
      auto_deposits: half.auto_deposits.map((rule) => ({ ...rule, amount: 200_000 })),
    };
    const amount = advance(edited, '2027-02-02').auto_deposits[0]?.amount ?? 0;
    expect(amount).toBeGreaterThan(200_000);
    expect(amount).toBeLessThan(201_000);
  });
});
