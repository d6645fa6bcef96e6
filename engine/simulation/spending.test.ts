import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, weekday, Zone } from '../calendar/calendar.ts';
import {
  account,
  buildSpendingProfile,
  card,
  debt,
  deposit,
  household,
  payment,
  start,
} from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { EngineEvent, Habit, HouseholdState, SpendingProfile } from './state.ts';

const zone = new Zone('America/New_York');
const ALWAYS = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000];

const habit = (parts: Partial<Habit> = {}): Habit => ({
  name: 'lunch',
  merchants: ['Noodle Bar'],
  category: 'Food',
  chances: ALWAYS,
  from: 1_000,
  to: 1_000,
  hours: [12, 13],
  by: 'account',
  ...parts,
});

const living = (parts: Partial<SpendingProfile>, cash: number, rest: Partial<HouseholdState> = {}) =>
  household({
    on: '2026-01-05',
    accounts: [account('checking', cash)],
    cards: [card('tide', '2026-01-05', { limit: 30_000 })],
    spendingProfile: buildSpendingProfile('checking', 'tide', {
      habits: [habit()],
      luck: false,
      inflation: 0,
      floor: 0,
      ...parts,
    }),
    ...rest,
  });

const bought = (state: HouseholdState, until: string) =>
  simulate(state, start(until)).events.filter(({ key }) => key.startsWith('life:'));
const spent = (events: EngineEvent[]) => events.map(({ lines }) => [lines?.[0]?.ledger, lines?.[0]?.amount]);

describe('a habit', () => {
  test('that always happens happens once a day within its hours', () => {
    const events = bought(living({}, 900_000), '2026-02-05');
    expect(events.map(({ at }) => dayText(zone.getDay(at)))).toEqual(
      Array.from({ length: 31 }, (_none, day) => dayText(parseDay('2026-01-05') + day)),
    );
    for (const { at } of events) {
      expect(at).toBeGreaterThanOrEqual(zone.at(zone.getDay(at), 720));
      expect(at).toBeLessThanOrEqual(zone.at(zone.getDay(at), 780));
    }
    expect(events[0]).toMatchObject({
      kind: 'payment',
      description: 'Noodle Bar',
      merchant: 'Noodle Bar',
      category: 'Food',
    });
  });

  test('keeps to its days of the week and its seasons', () => {
    const sundays = bought(
      living({ habits: [habit({ chances: [1_000, 0, 0, 0, 0, 0, 0] })] }, 900_000),
      '2026-04-01',
    );
    expect(sundays).toHaveLength(12);
    expect(sundays.every(({ at }) => weekday(zone.getDay(at)) === 0)).toBe(true);
    const seasons = [0, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const february = bought(living({ habits: [habit({ seasons })] }, 900_000), '2026-12-31');
    expect(february.map(({ at }) => dayText(zone.getDay(at)).slice(0, 7))).toEqual(
      Array.from({ length: 28 }, () => '2026-02'),
    );
  });

  test('happens as often as its probability: 250 of a thousand days in ten years', () => {
    const chances = ALWAYS.map(() => 250);
    const count = bought(living({ habits: [habit({ chances })] }, 90_000_000), '2036-01-05').length;
    // In 3,652 days, 913 purchases are expected, with a standard deviation of 26.
    expect(count).toBeGreaterThan(913 - 4 * 26);
    expect(count).toBeLessThan(913 + 4 * 26);
  });

  test("doesn't change the others when it is added", () => {
    const chances = ALWAYS.map(() => 500);
    const item = bought(living({ habits: [habit({ chances, to: 9_000 })] }, 90_000_000), '2026-06-01');
    const two = bought(
      living({ habits: [habit({ chances, to: 9_000 }), habit({ merchants: ['Cinema'] })] }, 90_000_000),
      '2026-06-01',
    );
    expect(two.filter(({ merchant }) => merchant !== 'Cinema')).toEqual(item);
  });
});

describe('a purchase', () => {
  test('of zero is not made', () => {
    expect(bought(living({ habits: [habit({ from: 0, to: 0 })] }, 900_000), '2026-01-08')).toEqual([]);
  });

  test("leaves the account's floor", () => {
    expect(bought(living({ floor: 500 }, 2_499), '2026-01-10')).toHaveLength(1);
    expect(bought(living({ floor: 500 }, 2_500), '2026-01-10')).toHaveLength(2);
  });

  test('leaves money that was spent in the meantime', () => {
    const changes = [{ at: start('2026-01-09'), productId: 'checking', amount: -8_000, kind: 'withdrawal' }];
    const state = living({}, 10_000, { changes });
    expect(bought(state, '2026-01-20')).toHaveLength(2);
    expect(simulate(state, start('2026-01-20')).state.accounts[0]?.balance).toBe(0);
  });

  test("by card leaves a third of its limit, and isn't made from the account instead", () => {
    const events = bought(living({ habits: [habit({ by: 'card' })] }, 900_000), '2026-02-01');
    expect(spent(events)).toEqual(Array.from({ length: 20 }, () => ['tide', -1_000]));
    expect(events[0]?.kind).toBe('card_charge');
  });

  test.each([
    ['frozen', { cards: [card('tide', '2026-01-05', { frozen: true })] }],
    ['gone', { cards: [] }],
  ])('is made from the account if the card is %s', (_name, rest) => {
    expect(spent(bought(living({ habits: [habit({ by: 'card' })] }, 1_000, rest), '2026-01-10'))).toEqual([
      ['checking', -1_000],
    ]);
  });

  test('costs the current prices', () => {
    const dear = living({ priceLevel: 1_234_567 }, 900_000);
    expect(spent(bought(dear, '2026-01-06'))).toEqual([['checking', -1_235]]);
    // 12% a year raises prices by 1% from February on.
    expect(spent(bought(living({ inflation: 12 }, 900_000), '2026-02-02')).at(-1)).toEqual([
      'checking',
      -1_010,
    ]);
  });

  test('is not made before the household starts', () => {
    const state = living({}, 900_000);
    const at = zone.at(parseDay('2026-01-05'), 14 * 60);
    expect(bought({ ...state, at }, '2026-01-07').map(({ key }) => key)).toEqual(['life:2026-01-06:0']);
  });
});

test("isn't made without spending habits", () => {
  expect(
    simulate(household({ on: '2026-01-01', accounts: [account('checking', 9_000)] }), start('2030-01-01'))
      .events,
  ).toEqual([]);
});

describe('three years of a full household', () => {
  const full = (seed: number) =>
    household({
      on: '2026-01-31',
      seed,
      accounts: [
        account('checking', 200_000),
        account('savings', 900_000, 'SAVINGS'),
        account('fund', 900_000, 'INVESTMENT'),
      ],
      cards: [
        card('tide', '2026-01-31', { autopay: { accountId: 'checking', pays: 'statement' } }),
        card('reef', '2026-01-31', { balance: 90_000 }),
      ],
      debts: [
        debt('car', '2026-01-31', {
          balance: 800_000,
          rate: 6.4,
          payment: 24_673,
          term: 36,
          autopay: { accountId: 'checking', extra: 0 },
        }),
        debt('home', '2026-01-31', {
          product: 'mortgage',
          balance: 20_000_000,
          rate: 4,
          payment: 95_483,
          term: 360,
          property: { value: 25_000_000 },
        }),
      ],
      autoDeposits: [deposit('pay', 'checking', 300_000, '2026-01-31', { isPay: true })],
      scheduledPayments: [
        payment('rent', 'checking', 150_000, '2026-01-31', { weekend: 'before' }),
        payment('reef', 'checking', 'minimum', '2026-01-31', { to: { kind: 'card', id: 'reef' } }),
      ],
      spendingProfile: buildSpendingProfile('checking', 'reef'),
    });

  test.each([1, 2, 3])(
    'seed %i: every event has a unique key and a text, and comes after its cause',
    (seed) => {
      const state = full(seed);
      const { events } = simulate(state, state.at + 3 * 365 * DAY_MS);
      expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
      const merchants = new Set(
        [
          ...state.accounts,
          ...state.cards,
          ...state.debts,
          ...state.autoDeposits,
          ...state.scheduledPayments,
        ].map(({ id }) => id),
      );
      const happened = new Set<string>();
      const wrong: EngineEvent[] = [];
      for (const event of events) {
        const { key, description, subject = '', kind, at } = event;
        const isTold = description.length > 2 && !/undefined|null|NaN|\[object/.test(description);
        const isKnown = subject === '' || merchants.has(subject) || subject.startsWith('luck:');
        const isAfterCause =
          (kind !== 'cured' || happened.has(`${subject}:delinquent`)) &&
          (!key.endsWith(':credit') || happened.has(`${subject}:card_charge`));
        if (!isTold || !isKnown || !isAfterCause || at < state.at) wrong.push(event);
        happened.add(`${subject}:${kind}`);
      }
      expect(wrong).toEqual([]);
      expect(events.length).toBeGreaterThan(500);
    },
  );
});
