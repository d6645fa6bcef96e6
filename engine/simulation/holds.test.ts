import { describe, expect, it } from 'vitest';
import { DAY_MS, parseDay, Zone } from '../calendar/calendar.ts';
import { createHabit } from '../household/spending-habits.ts';
import { account, buildSpendingProfile, card, household } from '../testing/households.ts';
import { getHoldExpiry, planCharges } from './clearing-schedule.ts';
import { nextDueAt, simulate } from './simulate.ts';
import type { HoldChange, HoldState, HouseholdState, PurchaseType } from './state.ts';

const zone = new Zone('America/New_York');
const at = (day: string, hours = 0, minutes = 0) => zone.at(parseDay(day), hours * 60 + minutes);
const CHECKING = 'checking';

function hold(purchase: PurchaseType, amount: number, placed: number, parts: Partial<HoldState>): HoldState {
  return {
    key: `hold:${purchase}`,
    productId: CHECKING,
    kind: 'authorization',
    purchase,
    merchant: 'Corner Fuel',
    category: 'Transportation',
    amount,
    remaining: amount,
    cleared: 0,
    placedAt: placed,
    expiresAt: getHoldExpiry(purchase, placed, zone),
    schedule: [],
    ...parts,
  };
}

/** A household with $300.00 in checking and open holds, at noon on Monday, March 1, 2027. */
const noon = at('2027-03-01', 12);
const holding = (...holds: HoldState[]): HouseholdState => ({
  ...household({ on: '2027-03-01', accounts: [account(CHECKING, 30_000)] }),
  at: noon,
  posted: noon,
  ...(holds.length > 0 && { holds }),
});
const balanceOf = ({ accounts }: HouseholdState) => accounts[0]?.balance;
const heldIn = ({ holds = [] }: HouseholdState) => holds.reduce((sum, { remaining }) => sum + remaining, 0);

describe('a hold', () => {
  it('of a gas pump lowers the available balance until the exact amount posts two hours later', () => {
    const pump = hold('gas_pump', 17_500, noon, { schedule: [{ at: noon + 2 * 3_600_000, amount: 4_837 }] });
    const before = simulate(holding(pump), noon + 3_600_000);
    expect([balanceOf(before.state), heldIn(before.state)]).toEqual([30_000, 17_500]);
    const { state, events } = simulate(before.state, noon + 2 * 3_600_000);
    expect([balanceOf(state), heldIn(state), state.holds]).toEqual([25_163, 0, undefined]);
    expect(events).toMatchObject([
      { kind: 'payment', description: 'Corner Fuel', lines: [{ amount: -4_837 }, { amount: 4_837 }] },
    ]);
  });

  it('of a restaurant covers a tip of 20%, and a higher charge posts with a mark', () => {
    const charged = (amount: number) => {
      const bill = hold('restaurant', 6_000, noon, { schedule: [{ at: at('2027-03-02', 5), amount }] });
      return simulate(holding(bill), at('2027-03-02', 6));
    };
    const { state, events } = charged(7_200);
    expect([balanceOf(state), state.holds]).toEqual([22_800, undefined]);
    expect(events[0]?.facts).toEqual({ hold: 'hold:restaurant', authorized: 6_000 });
    const higher = charged(7_201);
    expect([balanceOf(higher.state), higher.state.holds]).toEqual([22_799, undefined]);
    expect(higher.events[0]?.facts).toMatchObject({ exceeds_authorization: 1 });
  });

  it('of an online order keeps the rest after a partial shipment, and expires on the tenth day', () => {
    const order = hold('online', 12_000, noon, { schedule: [{ at: at('2027-03-03', 5), amount: 7_000 }] });
    const shipped = simulate(holding(order), at('2027-03-03', 6)).state;
    expect([balanceOf(shipped), heldIn(shipped)]).toEqual([23_000, 5_000]);
    const last = simulate(shipped, at('2027-03-11') - 1).state;
    expect(heldIn(last)).toBe(5_000);
    const { state, events } = simulate(last, at('2027-03-11'));
    expect([balanceOf(state), heldIn(state)]).toEqual([23_000, 0]);
    expect(events).toMatchObject([
      { kind: 'authorization_released', at: at('2027-03-11'), facts: { amount: 5_000, authorized: 12_000 } },
    ]);
  });

  it('stays open for a charge that a long weekend delays beyond its expiration', () => {
    const late = at('2027-03-06', 5);
    const bill = hold('store', 5_000, noon, { schedule: [{ at: late, amount: 5_000 }] });
    expect(heldIn(simulate(holding(bill), late - 1).state)).toBe(5_000);
    const { state, events } = simulate(holding(bill), late + DAY_MS);
    expect([balanceOf(state), state.holds]).toEqual([25_000, undefined]);
    expect(events.map(({ kind }) => kind)).toEqual(['payment']);
  });

  it('never lets a late charge use money that the customer has since moved', () => {
    const bill = hold('restaurant', 6_000, noon, { schedule: [{ at: at('2027-03-02', 5), amount: 7_200 }] });
    const withdrawal = { at: at('2027-03-02', 8), productId: CHECKING, amount: -24_000, kind: 'withdrawal' };
    const { state } = simulate({ ...holding(bill), changes: [withdrawal] }, at('2027-03-02', 9));
    expect([balanceOf(state), state.holds]).toEqual([0, undefined]);
  });

  it('never lets a charge use money that other holds have set aside', () => {
    const bill = hold('restaurant', 6_000, noon, { schedule: [{ at: at('2027-03-02', 5), amount: 7_200 }] });
    const other = hold('store', 23_500, noon, { schedule: [{ at: at('2027-03-03', 5), amount: 23_500 }] });
    const { state } = simulate(holding(bill, other), at('2027-03-04'));
    expect(balanceOf(state)).toBe(0);
  });

  it('counts as money that scheduled payments cannot use', () => {
    const pump = hold('gas_pump', 17_500, noon, { schedule: [{ at: at('2027-03-02', 12), amount: 4_837 }] });
    const rent = {
      id: 'rent',
      name: 'Rent',
      accountId: CHECKING,
      to: { kind: 'outside', name: 'Landlord' } as const,
      amount: 20_000,
      weekend: 'stays' as const,
      recurrence: { frequency: 'MONTHLY' as const, start: parseDay('2027-03-02'), minutes: 540, next: 0 },
      changed: {},
      retry: null,
    };
    const start = { ...holding(pump), scheduledPayments: [rent] };
    const { events } = simulate(start, at('2027-03-02', 10));
    expect(events).toMatchObject([{ kind: 'payment_retry', facts: { amount: 20_000, available: 12_500 } }]);
  });

  it('is the next thing that happens', () => {
    const pump = hold('gas_pump', 17_500, noon, { schedule: [{ at: noon + 2 * 3_600_000, amount: 4_837 }] });
    expect(nextDueAt(holding(pump))).toBe(noon + 2 * 3_600_000);
    expect(nextDueAt(holding({ ...pump, schedule: [] }))).toBe(noon + DAY_MS);
  });
});

describe('the charges of a hold', () => {
  const plan = (purchase: PurchaseType, placedAt: number, holidayCurrency?: string, key = 'hold:1') =>
    planCharges(7, zone, { key, purchase, placedAt, holidayCurrency }, { amount: 10_000, final: null });

  it('of restaurants include a tip of at most 20%, but a few charge 25%', () => {
    const noon = at('2027-03-01', 12);
    const totals = Array.from(
      { length: 500 },
      (_, number) => plan('restaurant', noon, 'USD', `hold:${number}`)[0]?.amount,
    );
    const share = totals.filter((total) => total === 12_500).length / totals.length;
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.07);
    expect(new Set(totals)).toEqual(new Set([10_000, 11_000, 11_500, 11_800, 12_000, 12_500]));
  });

  it('post at 5 a.m. on a business day of the currency', () => {
    const wednesday = at('2026-11-25', 12);
    const days = (currency?: string) =>
      new Set(
        Array.from(
          { length: 50 },
          (_, number) => plan('store', wednesday, currency, `hold:${number}`)[0]?.at,
        ),
      );
    expect(days('USD')).toEqual(new Set([at('2026-11-27', 5), at('2026-11-30', 5)]));
    expect(days()).toEqual(new Set([at('2026-11-26', 5), at('2026-11-27', 5)]));
  });

  it('never exceed what the customer approved', () => {
    const totals = (purchase: PurchaseType) =>
      Array.from({ length: 200 }, (_, number) =>
        plan(purchase, noon, 'USD', `hold:${number}`).reduce((sum, { amount }) => sum + amount, 0),
      );
    expect(Math.max(...totals('restaurant'))).toBe(12_500);
    expect(Math.max(...totals('online'))).toBe(10_000);
    expect(Math.min(...totals('online'))).toBeLessThan(10_000);
    expect(new Set(totals('store'))).toEqual(new Set([10_000]));
  });
});

/** A household that shops every day with a card and an account, with pending transactions. */
function shopper(pending: Partial<HouseholdState> = { pending: 'realistic' }): HouseholdState {
  const habit = (merchants: string[], by: 'card' | 'account', from: number, to: number) =>
    createHabit({
      name: merchants.join(),
      merchants,
      category: 'Food',
      from,
      to,
      hours: [8, 22],
      by,
      timesAMonth: 20,
      on: 'every day',
    });
  return household({
    on: '2026-11-20',
    seed: 42,
    bankHolidays: true,
    accounts: [account(CHECKING, 400_000)],
    cards: [card('card', '2026-11-20', { limit: 2_000_000 })],
    spendingProfile: buildSpendingProfile(CHECKING, 'card', {
      habits: [
        habit(['Corner Grocer', 'Volt Electronics'], 'card', 1_000, 9_000),
        habit(['Bayside Fuel', 'Seaview Inn'], 'card', 3_000, 6_000),
        habit(['Juniper Kitchen', 'Blackbird Coffee', 'Volt Electronics'], 'account', 500, 4_000),
      ],
      luck: false,
    }),
    ...pending,
  });
}

describe('everyday spending with pending transactions', () => {
  it('authorizes first and posts later, with the same purchases and prices', () => {
    const end = at('2027-02-20');
    const instant = simulate(shopper({}), end);
    const realistic = simulate(shopper(), end);
    const count = (events: { kind: string }[], kind: string) =>
      events.filter((event) => event.kind === kind).length;
    expect(count(realistic.events, 'authorization')).toBe(
      count(instant.events, 'card_charge') + count(instant.events, 'payment'),
    );
    expect(count(instant.events, 'authorization')).toBe(0);
    expect(count(realistic.events, 'authorization_released')).toBeGreaterThan(0);
    for (const { kind, at: posted, facts } of realistic.events)
      if (facts?.['hold'] && kind === 'payment') expect(facts['exceeds_authorization']).toBeUndefined();
      else expect(posted).toBeLessThanOrEqual(end);
  });

  it('gives the same ledger and holds in one step of 30 days as in 30 steps of a day, or in hours', () => {
    const end = at('2026-12-20', 7);
    const collect = (stops: number[]) => {
      let state = shopper();
      const events = [];
      const changes: HoldChange[] = [];
      for (const stop of stops) {
        const step = simulate(state, stop, { onHold: (change) => changes.push(change) });
        state = step.state;
        events.push(...step.events);
      }
      return { events, changes, state };
    };
    const start = shopper().at;
    const stepsOf = (length: number) => {
      const stops = [];
      for (let stop = start + length; stop < end; stop += length) stops.push(stop);
      return [...stops, end];
    };
    const once = collect([end]);
    expect(once.changes.length).toBeGreaterThan(60);
    expect(once.state.holds?.length).toBeGreaterThan(2);
    expect(collect(stepsOf(DAY_MS))).toEqual(once);
    expect(collect(stepsOf(5 * 3_600_000))).toEqual(once);
  });

  it('counts pending purchases toward the limits of a card', () => {
    const limited = shopper();
    const [first] = limited.cards;
    if (first)
      first.controls = {
        limits: [{ kind: 'month', category: 'Food', amount: 30_000 }],
        month: '',
        spent: {},
      };
    const { state } = simulate(limited, at('2026-11-30'));
    const held = state.holds?.filter(({ productId }) => productId === 'card') ?? [];
    const spent = state.cards[0]?.controls?.spent['Food'] ?? 0;
    expect(spent + heldIn({ ...state, holds: held })).toBeLessThanOrEqual(30_000);
    expect(held.length).toBeGreaterThan(0);
  });

  it('puts a purchase that clears after the closing day on the next statement', () => {
    const { events } = simulate(shopper(), at('2027-02-20'));
    const statements = events.filter(({ kind }) => kind === 'statement');
    const charged = (from: string, to: string) =>
      -events
        .filter(
          ({ kind, at: posted }) => kind === 'card_charge' && posted >= at(from) && posted < at(to) + DAY_MS,
        )
        .reduce((sum, { lines }) => sum + (lines?.[0]?.amount ?? 0), 0);
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.some(({ facts }) => Number(facts?.['pending']) > 0)).toBe(true);
    for (const { facts } of statements)
      expect(facts?.['charges']).toBe(charged(String(facts?.['from']), String(facts?.['to'])));
  });
});
