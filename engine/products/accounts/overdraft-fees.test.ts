import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { Draws } from '../../simulation/draws.ts';
import { nextDueAt, simulate } from '../../simulation/simulate.ts';
import type { AccountState, EngineEvent, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import {
  account,
  buildDailyPurchases,
  card,
  deposit,
  household,
  payment,
  start,
} from '../../testing/households.ts';
import { DAYS_TO_CHARGE_OFF, OVERDRAFT_LIMIT, type OverdraftProduct } from './overdraft-terms.ts';

const ZONE = 'America/New_York';
const zone = new Zone(ZONE);
/** A Monday. */
const ON = '2026-11-30';

const checking = (balance: number, product: OverdraftProduct, cards?: true): AccountState => ({
  ...account('checking', balance),
  overdraft: { kind: 'covered', product, limit: OVERDRAFT_LIMIT, ...(cards && { cards }) },
});

type Bill = [amount: number, day: string];

const overdrawing = (
  balance: number,
  product: OverdraftProduct,
  bills: Bill[],
  parts: Partial<HouseholdState> = {},
) =>
  household({
    on: ON,
    accounts: [checking(balance, product)],
    scheduledPayments: bills.map(([amount, day], index) =>
      payment(`bill ${index}`, 'checking', amount, day, { count: 1, minutes: 540 + index }),
    ),
    bankHolidays: true,
    ...parts,
  });

const simulateUntil = (state: HouseholdState, until: string) => simulate(state, start(until));
const getFees = (events: EngineEvent[]) =>
  events
    .filter(({ kind }) => kind.endsWith('_fee'))
    .map(({ at, lines }) => [new Date(at).toISOString().slice(0, 16), lines?.[0]?.amount]);
const getBalance = ({ accounts }: HouseholdState) => accounts[0]?.balance;
const change = (day: string, minutes: number, amount: number, kind = 'deposit'): OutsideChange => ({
  at: zone.at(parseDay(day), minutes),
  productId: 'checking',
  amount,
  kind,
});

// Checking has 100.00. Debits of 12.00, 18.00, 30.00, and 110.00 arrive in this order.
const ITEMS: Bill[] = [1_200, 1_800, 3_000, 11_000].map((amount) => [amount, '2026-12-01']);
const HIGH_TO_LOW: Bill[] = [11_000, 3_000, 1_800, 1_200].map((amount) => [amount, '2026-12-01']);

describe('Standard', () => {
  test('charges one fee at 11 p.m. on the next business day: -70.00, then -104.00', () => {
    const { events, state } = simulateUntil(overdrawing(10_000, 'standard', ITEMS), '2026-12-05');
    expect(getFees(events)).toEqual([['2026-12-03T04:00', -3_400]]);
    expect(getBalance(simulateUntil(overdrawing(10_000, 'standard', ITEMS), '2026-12-02').state)).toBe(
      -7_000,
    );
    expect(getBalance(state)).toBe(-10_400);
  });

  test('would charge three fees if the largest item came first: -172.00', () => {
    const { events, state } = simulateUntil(overdrawing(10_000, 'standard', HIGH_TO_LOW), '2026-12-05');
    expect(getFees(events)).toHaveLength(3);
    expect(getBalance(state)).toBe(-17_200);
  });

  test('charges no fee if 60.00 arrives by 11 p.m. the next business day: -10.00', () => {
    for (const minutes of [9 * 60, 23 * 60 - 1]) {
      const changes = [change('2026-12-02', minutes, 6_000)];
      const { events, state } = simulateUntil(
        overdrawing(10_000, 'standard', ITEMS, { changes }),
        '2026-12-05',
      );
      expect(getFees(events)).toEqual([]);
      expect(getBalance(state)).toBe(-1_000);
    }
    const late = [change('2026-12-02', 23 * 60 + 1, 6_000)];
    expect(
      getFees(simulateUntil(overdrawing(10_000, 'standard', ITEMS, { changes: late }), '2026-12-05').events),
    ).toHaveLength(1);
  });

  test.each<[string, number, Bill[], number]>([
    ['an item of 5.00', -5_000, [[500, '2026-12-01']], 0],
    ['an item of 5.01', -5_000, [[501, '2026-12-01']], 1],
    ['a day that ends at -50.00', 1_000, [[6_000, '2026-12-01']], 0],
    ['a day that ends at -50.01', 1_000, [[6_001, '2026-12-01']], 1],
    ['four items', 0, [6_000, 1_000, 1_000, 1_000].map((amount): Bill => [amount, '2026-12-01']), 3],
  ])('%s costs the right number of fees', (_name, balance, bills, count) => {
    expect(getFees(simulateUntil(overdrawing(balance, 'standard', bills), '2026-12-10').events)).toHaveLength(
      count,
    );
  });

  test('decides after a weekend and a bank holiday: Thursday, Dec 24, on Monday, Dec 28', () => {
    const { events } = simulateUntil(overdrawing(0, 'standard', [[6_000, '2026-12-24']]), '2027-01-02');
    expect(getFees(events)).toEqual([['2026-12-29T04:00', -3_400]]);
  });

  test('decides at 11 p.m. in New York for a customer in Lisbon', () => {
    const state = overdrawing(0, 'standard', [[6_000, '2026-12-01']], { timeZone: 'Europe/Lisbon' });
    expect(getFees(simulateUntil(state, '2026-12-05').events)).toEqual([['2026-12-03T04:00', -3_400]]);
    const euros = { ...state, accounts: [{ ...checking(0, 'standard'), currency: 'EUR' }] };
    expect(getFees(simulateUntil(euros, '2026-12-05').events)).toEqual([['2026-12-02T22:00', -3_400]]);
  });
});

describe('other products', () => {
  test('Cushion charges 10.00 for up to two items a day, unless the day ends at -1.00 or above', () => {
    const bills = (...amounts: number[]) => amounts.map((amount): Bill => [amount, '2026-12-01']);
    const count = (amounts: number[]) =>
      getFees(simulateUntil(overdrawing(0, 'cushion', bills(...amounts)), '2026-12-10').events);
    expect(count([100])).toEqual([]);
    expect(count([101])).toEqual([['2026-12-03T04:00', -1_000]]);
    expect(count([200, 200, 200])).toHaveLength(2);
  });

  test('Cushion has no grace after the end of the day', () => {
    const changes = [change('2026-12-02', 600, 50_000)];
    const state = overdrawing(0, 'cushion', [[2_000, '2026-12-01']], { changes });
    expect(getFees(simulateUntil(state, '2026-12-10').events)).toHaveLength(1);
  });

  test('Old School charges 36.00 for covered and for returned items, up to four a day, and once for all tries', () => {
    const returned = simulateUntil(overdrawing(0, 'old_school', [[50_001, '2026-12-01']]), '2026-12-10');
    expect(getFees(returned.events)).toEqual([['2026-12-03T04:00', -3_600]]);
    expect(returned.events.map(({ kind }) => kind)).toContain('payment_failed');
    const bills = [1, 2, 3, 4, 5].map((): Bill => [100, '2026-12-01']);
    expect(getFees(simulateUntil(overdrawing(0, 'old_school', bills), '2026-12-10').events)).toHaveLength(4);
  });

  test('an item that is returned and later covered costs one fee', () => {
    const changes = [change('2026-12-01', 600, 1_000)];
    const { events } = simulateUntil(
      overdrawing(0, 'old_school', [[50_500, '2026-12-01']], { changes }),
      '2026-12-10',
    );
    expect(events.filter(({ kind }) => kind === 'payment')).toHaveLength(1);
    expect(getFees(events)).toHaveLength(1);
  });

  test('declining costs nothing', () => {
    const state = { ...overdrawing(10_000, 'standard', ITEMS), accounts: [account('checking', 10_000)] };
    const { events, state: after } = simulateUntil(state, '2026-12-10');
    expect(getFees(events)).toEqual([]);
    expect(getBalance(after)).toBe(4_000);
  });
});

describe('the overdraft limit', () => {
  test('covers items down to -500.00 and returns items beyond it', () => {
    const kinds = (amount: number) =>
      simulateUntil(overdrawing(0, 'standard', [[amount, '2026-12-01']]), '2026-12-02').events.map(
        ({ kind }) => kind,
      );
    expect(kinds(50_000)).toEqual(['overdrawn', 'payment']);
    expect(kinds(50_001)).toEqual(['payment_retry']);
  });

  test('limits fees as well: at -490.00, a fee is 10.00', () => {
    const { events, state } = simulateUntil(
      overdrawing(0, 'standard', [[49_000, '2026-12-01']]),
      '2026-12-10',
    );
    expect(getFees(events)).toEqual([['2026-12-03T04:00', -1_000]]);
    expect(getBalance(state)).toBe(-50_000);
  });

  test('covers card autopay, but not transfers to own accounts', () => {
    const visa = card('visa', ON, { balance: 6_000, autopay: { accountId: 'checking', pays: 'statement' } });
    const kinds = simulateUntil(overdrawing(0, 'standard', [], { cards: [visa] }), '2027-03-01').events.map(
      ({ kind }) => kind,
    );
    expect(kinds).toContain('card_payment');
    expect(kinds).toContain('overdraft_fee');
  });

  test('after 60 days below zero, the bank closes the account and writes off the balance', () => {
    const { events, state } = simulateUntil(overdrawing(0, 'cushion', [[2_000, '2026-12-01']]), '2027-02-05');
    const [off] = events.filter(({ kind }) => kind === 'charge_off');
    expect(off && dayText(zone.getDay(off.at))).toBe('2027-01-30');
    expect(off?.lines?.map(({ ledger, amount }) => [ledger, amount])).toEqual([
      ['checking', 3_000],
      ['written_off', -3_000],
    ]);
    expect(state.accounts[0]).toMatchObject({ closed: true, balance: 0 });
  });

  test('starts counting again once the account is back at zero', () => {
    const changes = [change('2027-01-20', 600, 3_000)];
    const { events } = simulateUntil(
      overdrawing(0, 'cushion', [[2_000, '2026-12-01']], { changes }),
      '2027-06-01',
    );
    expect(events.some(({ kind }) => kind === 'charge_off')).toBe(false);
  });
});

describe('purchases and withdrawals', () => {
  const spendingProfile = buildDailyPurchases('checking', 6_000, { floor: 0 });
  const shopping = (cards?: true) =>
    household({ on: ON, accounts: [checking(0, 'standard', cards)], spendingProfile });

  test('need the opt-in', () => {
    expect(simulateUntil(shopping(), '2026-12-05').events).toEqual([]);
    const { events } = simulateUntil(shopping(true), '2026-12-05');
    expect(events.filter(({ kind }) => kind === 'payment').length).toBeGreaterThan(3);
    expect(getFees(events).length).toBeGreaterThan(0);
  });

  test('a late fee leaves room for a withdrawal that the bank already paid', () => {
    const changes = [change('2026-12-02', 23 * 60 + 30, -40_000, 'withdrawal')];
    const state = overdrawing(0, 'standard', [[10_000, '2026-12-01']], { changes });
    const { events, state: after } = simulateUntil(
      { ...state, accounts: [checking(0, 'standard', true)] },
      '2026-12-03',
    );
    expect(getFees(events)).toEqual([]);
    expect(getBalance(after)).toBe(-OVERDRAFT_LIMIT);
  });

  test('a late step keeps an account open that the customer has brought above zero', () => {
    const overdrawn = { items: [], fees: [], since: parseDay(ON) - DAYS_TO_CHARGE_OFF };
    const accounts = [{ ...checking(-10_000, 'standard'), overdrawn }];
    const state = household({ on: ON, accounts, changes: [change('2026-12-01', 60, 15_000)] });
    const { events, state: after } = simulateUntil(state, '2026-12-05');
    expect(events).toEqual([]);
    expect(after.accounts[0]).toMatchObject({ balance: 5_000 });
    expect(after.accounts[0]?.closed).toBeUndefined();
  });

  test('a withdrawal or payment by hand that the bank covered costs a fee, other changes cost none', () => {
    for (const kind of ['withdrawal', 'payment', 'card_payment', 'loan_payment', 'payoff']) {
      const changes = [change('2026-12-01', 600, -6_000, kind)];
      expect(
        getFees(simulateUntil(overdrawing(0, 'standard', [], { changes }), '2026-12-05').events),
      ).toHaveLength(1);
    }
    const other = [change('2026-12-01', 600, -6_000, 'transfer')];
    expect(
      getFees(simulateUntil(overdrawing(0, 'standard', [], { changes: other }), '2026-12-05').events),
    ).toEqual([]);
  });
});

describe('the notice of a possible fee', () => {
  const getNotices = (events: readonly EngineEvent[]) =>
    events.flatMap(({ kind, key, facts }) => (kind === 'overdrawn' ? [{ key, ...facts }] : []));

  test('names the fee, the balance that avoids it, and until when, once for each payment', () => {
    const { events } = simulateUntil(overdrawing(100_00, 'standard', [[170_00, '2026-12-01']]), '2026-12-05');
    expect(getNotices(events)).toEqual([
      {
        key: expect.stringMatching(/:overdrawn$/),
        amount: 170_00,
        fee: 34_00,
        decides_at: zone.at(parseDay('2026-12-02'), 23 * 60),
        avoid_balance: -50_00,
        avoid_by: zone.at(parseDay('2026-12-02'), 23 * 60),
      },
    ]);
  });

  test('is not sent for a payment that costs no fee', () => {
    const { events } = simulateUntil(overdrawing(0, 'standard', [[5_00, '2026-12-01']]), '2026-12-05');
    expect(getNotices(events)).toEqual([]);
  });

  test('says nothing about avoiding a fee without exceptions', () => {
    const { events } = simulateUntil(overdrawing(0, 'old_school', [[20_00, '2026-12-01']]), '2026-12-05');
    expect(getNotices(events)).toMatchObject([{ fee: 36_00 }]);
    expect(getNotices(events)[0]).not.toHaveProperty('avoid_by');
  });
});

describe('no fee results from the bank’s own action', () => {
  test('a payment that only a fee overdraws costs no fee', () => {
    // The returned payment's fee leaves 10.00. Without that fee, the account could pay 20.00.
    const bills: Bill[] = [
      [60_000, '2026-12-01'],
      [2_000, '2026-12-09'],
    ];
    const changes = [change('2026-12-08', 600, -1_000, 'transfer')];
    const { events, state } = simulateUntil(
      overdrawing(4_600, 'old_school', bills, { changes }),
      '2026-12-20',
    );
    expect(getFees(events)).toHaveLength(1);
    expect(getBalance(state)).toBe(-2_000);
  });

  test('a day that ends below -50.00 only because of a fee costs no second fee', () => {
    const bills: Bill[] = [
      [6_000, '2026-12-01'],
      [1_000, '2026-12-04'],
    ];
    const changes = [change('2026-12-03', 600, 2_500)];
    const { events } = simulateUntil(overdrawing(0, 'standard', bills, { changes }), '2026-12-20');
    expect(getFees(events)).toHaveLength(1);
  });

  test('in random households, each charged payment also overdraws the account without the fees', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const draws = new Draws(seed, 'luck', 0);
      const product = (['cushion', 'standard', 'old_school'] as const)[seed % 3] ?? 'standard';
      const bills = Array.from(
        { length: 14 },
        (): Bill => [draws.between(300, 30_000), dayText(parseDay('2026-12-01') + draws.between(0, 40))],
      );
      const pay = deposit('pay', 'checking', 45_000, '2026-12-08', { frequency: 'WEEKLY' });
      const state = overdrawing(20_000, product, bills, { autoDeposits: [pay] });
      const { events } = simulateUntil(state, '2027-02-01');
      let [balance, fees] = [20_000, 0];
      const free = new Set<string>();
      for (const { key, kind, lines } of events) {
        const amount = lines?.find(({ ledger }) => ledger === 'checking')?.amount ?? 0;
        balance += amount;
        if (kind.endsWith('_fee')) fees -= amount;
        // Without any fee, this payment doesn't overdraw the account.
        if (kind === 'payment' && balance + fees >= 0) free.add(key.replace(/:try\d$/, ''));
        if (kind === 'overdraft_fee') expect(free.has(key.replace(/:overdraft_fee$/, ''))).toBe(false);
        expect(balance).toBeGreaterThanOrEqual(-OVERDRAFT_LIMIT);
      }
      const keys = events.filter(({ kind }) => kind.endsWith('_fee')).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

test('one step of half a year equals steps of a day, and steps from due instant to due instant', () => {
  const draws = new Draws(7, 'luck', 0);
  const bills = Array.from(
    { length: 60 },
    (): Bill => [draws.between(300, 20_000), dayText(parseDay('2026-12-01') + draws.between(0, 170))],
  );
  const changes = [
    change('2026-12-12', 700, -4_000, 'withdrawal'),
    change('2026-12-12', 700, -500, 'withdrawal'),
    change('2027-01-12', 700, 9_000),
  ];
  const pay = deposit('pay', 'checking', 18_000, '2026-12-04', { frequency: 'WEEKLY' });
  const state = overdrawing(10_000, 'standard', bills, { autoDeposits: [pay], changes });
  const until = start('2027-06-01');
  const whole = simulate(state, until);
  expect(getFees(whole.events).length).toBeGreaterThan(4);
  for (const getNext of [
    ({ at }: HouseholdState) => at + DAY_MS,
    (current: HouseholdState) => nextDueAt(current) ?? until,
    ({ at }: HouseholdState) => at + 7 * DAY_MS + 1_234_567,
  ]) {
    const events: EngineEvent[] = [];
    let current = state;
    while (current.at < until) {
      const next = Math.min(until, Math.max(current.at + 1, getNext(current)));
      const step = simulate(JSON.parse(JSON.stringify(current)), next);
      events.push(...step.events);
      current = step.state;
    }
    expect(events).toEqual(whole.events);
    expect(current.accounts).toEqual(whole.state.accounts);
  }
});

test('a purchase that was authorized with enough money costs no fee, even if it posts below zero', () => {
  const placedAt = zone.at(parseDay('2026-11-30'), 600);
  const hold = {
    key: 'card',
    productId: 'checking',
    kind: 'authorization' as const,
    purchase: 'store' as const,
    merchant: 'Market',
    category: 'Food',
    amount: 6_000,
    remaining: 6_000,
    cleared: 0,
    placedAt,
    expiresAt: zone.at(parseDay('2026-12-05'), 0),
    schedule: [{ at: zone.at(parseDay('2026-12-02'), 300), amount: 6_000 }],
  };
  const state = overdrawing(10_000, 'old_school', [[9_000, '2026-12-01']], {
    pending: 'realistic',
    holds: [hold],
  });
  expect(getBalance(simulateUntil(state, '2026-12-02').state)).toBe(1_000);
  const { events, state: after } = simulateUntil(state, '2026-12-10');
  expect(getBalance(after)).toBe(-5_000);
  expect(getFees(events)).toEqual([]);
});
