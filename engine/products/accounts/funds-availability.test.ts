import { describe, expect, it } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import type { HoldRow } from '../../household/row.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { HoldState, HouseholdState } from '../../simulation/state.ts';
import { account, household } from '../../testing/households.ts';
import {
  type Deposit,
  getArrivalDay,
  getDepositDay,
  planAvailability,
  planDeposit,
} from './funds-availability.ts';

const newYork = new Zone('America/New_York');
const at = (day: string, hours = 12, minutes = 0) => newYork.at(parseDay(day), hours * 60 + minutes);

const checking = {
  currency: 'USD',
  customerZone: 'America/New_York',
  observesHolidays: true,
  opened: at('2026-01-02'),
};

/** Returns the parts of a deposit in dollars, by the day on which they become available. */
function plan(deposit: Deposit, { target = checking, earlier = 0 } = {}) {
  const { releases, exception } = planAvailability(deposit, target, earlier);
  const zone = new Zone(checking.customerZone);
  const parts = releases.map((part) => [dayText(zone.getDay(part.at)), part.amount / 100]);
  return exception ? [...parts, exception] : parts;
}

const check = (dollars: number, instant = at('2026-12-21')): Deposit => ({
  method: 'check',
  amount: Math.round(dollars * 100),
  at: instant,
});

describe('a check', () => {
  it('makes 275.00 available on the next business day, and the rest on the second', () => {
    expect(plan(check(1000))).toEqual([
      ['2026-12-22', 275],
      ['2026-12-23', 725],
    ]);
    expect(plan(check(275))).toEqual([['2026-12-22', 275]]);
    expect(planAvailability(check(1000), checking, 0).releases[0]?.at).toBe(at('2026-12-22', 9));
  });

  it('above 6,725.00 makes the excess available on the seventh business day, without the holiday', () => {
    expect(plan(check(10_000))).toEqual([
      ['2026-12-22', 275],
      ['2026-12-23', 6450],
      ['2026-12-31', 3275],
      'large_deposit',
    ]);
    expect(plan(check(6725))).toHaveLength(2);
    expect(plan(check(6725.01)).at(-2)).toEqual(['2026-12-31', 0.01]);
  });

  it('shares the limits with the earlier checks of the day', () => {
    expect(plan(check(300), { earlier: 200_00 })).toEqual([
      ['2026-12-22', 75],
      ['2026-12-23', 225],
    ]);
    expect(plan(check(300), { earlier: 6_700_00 })).toEqual([
      ['2026-12-23', 25],
      ['2026-12-31', 275],
      'large_deposit',
    ]);
  });

  it('to an account that is less than 30 days old is available in full on the ninth business day', () => {
    const opened = (day: string) => ({ target: { ...checking, opened: at(day, 23) } });
    expect(plan(check(100), opened('2026-11-22'))).toEqual([['2027-01-05', 100], 'new_account']);
    expect(plan(check(100), opened('2026-11-21'))).toEqual([['2026-12-22', 100]]);
  });

  it('after 8 p.m. or on a closed day counts on the next business day', () => {
    const day = (instant: number) => dayText(getDepositDay(check(1, instant), checking));
    expect(day(at('2026-12-21', 19, 59))).toBe('2026-12-21');
    expect(day(at('2026-12-21', 20))).toBe('2026-12-22');
    expect(day(at('2026-12-24', 20))).toBe('2026-12-28');
    expect(day(at('2026-12-25', 9))).toBe('2026-12-28');
    expect(day(at('2026-12-26', 9))).toBe('2026-12-28');
    // The customer's day doesn't matter: 7:59 p.m. in New York is 0:59 a.m. in Lisbon.
    const lisbon = { ...checking, customerZone: 'Europe/Lisbon' };
    expect(dayText(getDepositDay(check(1, at('2026-12-21', 19, 59)), lisbon))).toBe('2026-12-21');
  });

  it('ignores bank holidays in a household that does', () => {
    const target = { ...checking, observesHolidays: false };
    expect(plan(check(10_000), { target }).at(-2)).toEqual(['2026-12-30', 3275]);
  });
});

describe('a transfer from another bank', () => {
  const direct = (instant: number, dollars = 500): Deposit => ({
    ...check(dollars, instant),
    method: 'direct',
  });

  it('after 8 p.m. on the day before Thanksgiving counts on Friday and arrives on Monday', () => {
    expect(plan(direct(at('2026-11-25', 20, 1)))).toEqual([['2026-11-30', 500]]);
    expect(plan(direct(at('2026-11-25', 19, 59)))).toEqual([['2026-11-27', 500]]);
  });

  it('to a new account is available above 6,725.00 on the ninth business day', () => {
    const target = { ...checking, opened: at('2026-12-01') };
    expect(plan(direct(at('2026-12-21'), 10_000), { target })).toEqual([
      ['2026-12-22', 6725],
      ['2027-01-05', 3275],
      'new_account',
    ]);
    expect(plan(direct(at('2026-12-21'), 10_000))).toEqual([['2026-12-22', 10_000]]);
  });

  it('in euros arrives at once until 5 p.m. in Frankfurt, and then on the next T2 day', () => {
    const frankfurt = new Zone('Europe/Berlin');
    const target = { ...checking, currency: 'EUR' };
    const arrives = (day: string, hours: number) => {
      const instant = frankfurt.at(parseDay(day), hours * 60);
      const [part] = planAvailability(direct(instant), target, 0).releases;
      return part?.at === instant ? 'now' : dayText(frankfurt.getDay(part?.at ?? 0));
    };
    expect(arrives('2027-03-25', 16)).toBe('now');
    // Good Friday and Easter Monday.
    expect(arrives('2027-03-25', 17)).toBe('2027-03-30');
    expect(arrives('2026-12-25', 9)).toBe('2026-12-28');
  });

  it('in pounds always arrives at once', () => {
    const sunday = at('2026-12-27', 3);
    expect(planAvailability(direct(sunday), { ...checking, currency: 'GBP' }, 0).releases).toEqual([
      { at: sunday, amount: 500_00 },
    ]);
  });
});

describe('a payment to another bank', () => {
  const arrives = (at: number, currency = 'USD') =>
    dayText(getArrivalDay(at, { currency, customerZone: 'America/New_York', observesHolidays: true }));

  it('arrives on the next business day after the one for which it counts', () => {
    expect(arrives(at('2026-11-25', 20, 1))).toBe('2026-11-30');
    expect(arrives(at('2026-11-25', 9))).toBe('2026-11-27');
    expect(arrives(at('2026-12-04', 9))).toBe('2026-12-07');
    expect(arrives(at('2026-12-05', 9))).toBe('2026-12-08');
  });

  it('arrives at once in pounds, and in euros before the cutoff', () => {
    expect(arrives(at('2026-12-05', 9), 'GBP')).toBe('2026-12-05');
    expect(arrives(at('2026-12-04', 9), 'EUR')).toBe('2026-12-04');
    expect(arrives(at('2026-12-04', 11), 'EUR')).toBe('2026-12-07');
  });
});

describe('a deposit of a household', () => {
  const row = (deposit: 'check' | 'direct', amount: number, placed: number): HoldRow => ({
    key: `deposit:${placed}`,
    account_id: 'checking',
    card_id: null,
    kind: 'deposit',
    purchase: null,
    deposit,
    merchant: null,
    category: null,
    amount,
    remaining: amount,
    cleared: 0,
    final: null,
    placed_at: placed,
    expires_at: placed + 30 * DAY_MS,
  });

  it('counts earlier checks of the same business day only', () => {
    const accounts = [
      {
        id: 'checking',
        name: 'Checking',
        type: 'CHECKING',
        currency: 'USD',
        balance: 0,
        closed: false,
      } as const,
    ];
    const holds = [
      row('check', 100_00, at('2026-12-20')),
      row('check', 50_00, at('2026-12-18')),
      row('direct', 900_00, at('2026-12-21', 8)),
      row('check', 70_00, at('2026-12-21', 21)),
    ];
    const bank = {
      accounts,
      holds,
      time_zone: 'America/New_York',
      carryover: { bankHolidays: true as const },
    };
    expect(planDeposit(bank, 'checking', check(1000))?.releases).toEqual([
      { at: at('2026-12-22', 9), amount: 175_00 },
      { at: at('2026-12-23', 9), amount: 825_00 },
    ]);
    expect(planDeposit(bank, 'another', check(1000))).toBeUndefined();
  });
});

describe('the hold of a deposit', () => {
  const noon = at('2026-12-21');
  const held = (parts: Partial<HoldState> = {}): HouseholdState => ({
    ...household({ on: '2026-12-21', accounts: [account('checking', 300_00)] }),
    at: noon,
    posted: noon,
    holds: [
      {
        key: 'deposit:1',
        productId: 'checking',
        kind: 'deposit',
        amount: 1000_00,
        remaining: 1000_00,
        cleared: 0,
        placedAt: noon + DAY_MS / 24,
        expiresAt: at('2026-12-23', 9),
        schedule: [...planAvailability(check(1000), checking, 0).releases],
        ...parts,
      },
    ],
    changes: [{ at: noon + DAY_MS / 24 + 1, productId: 'checking', amount: 1000_00, kind: 'deposit' }],
  });
  const rent = (day: string, minutes: number, dollars: number) => ({
    id: `rent:${day}`,
    name: 'Rent',
    accountId: 'checking',
    to: { kind: 'outside', name: 'Landlord' } as const,
    amount: dollars * 100,
    weekend: 'stays' as const,
    recurrence: { frequency: 'MONTHLY' as const, start: parseDay(day), minutes, next: 0 },
    changed: {},
    retry: null,
  });
  const paid = (day: string, minutes: number, dollars: number) =>
    simulate({ ...held(), scheduledPayments: [rent(day, minutes, dollars)] }, at(day, 23)).events[0]?.kind;

  it('keeps payments from the money until the clock releases each part', () => {
    expect(paid('2026-12-21', 17 * 60, 300)).toBe('payment');
    expect(paid('2026-12-21', 17 * 60, 301)).toBe('payment_retry');
    expect(paid('2026-12-22', 8 * 60 + 59, 301)).toBe('payment_retry');
    expect(paid('2026-12-22', 9 * 60, 575)).toBe('payment');
    expect(paid('2026-12-22', 9 * 60, 576)).toBe('payment_retry');
    expect(paid('2026-12-23', 9 * 60, 1300)).toBe('payment');
  });

  it('does not take money from a payment that is due before the deposit', () => {
    expect(paid('2026-12-21', 12 * 60 + 30, 300)).toBe('payment');
  });

  it('ends on the same instant in one step and in many', () => {
    const changes: unknown[] = [];
    const end = simulate(held(), at('2026-12-31'), { onHold: (change) => changes.push(change) });
    expect(end.state.holds).toBeUndefined();
    expect(end.events).toEqual([]);
    expect(changes).toMatchObject([
      { status: 'partially_cleared', remaining: 725_00, endedAt: null },
      { status: 'cleared', remaining: 0, endedAt: at('2026-12-23', 9) },
    ]);
    const daily: unknown[] = [];
    let state = held();
    for (let day = 1; day <= 10; day += 1)
      state = simulate(state, noon + day * DAY_MS, { onHold: (change) => daily.push(change) }).state;
    expect(daily).toEqual(changes);
  });
});
