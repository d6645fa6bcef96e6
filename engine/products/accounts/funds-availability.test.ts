import { describe, expect, it } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import type { HoldRow } from '../../household/row.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { AccountState, HoldState, HouseholdState } from '../../simulation/state.ts';
import { account, household, payment } from '../../testing/households.ts';
import {
  type Deposit,
  getArrival,
  getDepositDay,
  planAvailability,
  planDeposit,
} from './funds-availability.ts';
import { isRepeatedlyOverdrawn } from './overdraft-days.ts';

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
  const parts = releases
    .filter(({ amount }) => amount > 0)
    .map((part) => [dayText(zone.getDay(part.at)), part.amount / 100]);
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

describe('cash from a check', () => {
  /** Returns the parts that can be withdrawn in cash, by day. */
  const cash = (deposit: Deposit, options: { target?: typeof checking; earlier?: number } = {}) =>
    planAvailability(deposit, options.target ?? checking, options.earlier ?? 0).releases.map((part) => [
      dayText(newYork.getDay(part.at)),
      (part.cash ?? part.amount) / 100,
    ]);

  it('for 1,000.00 is 275.00 on the next business day, 550.00 on the second, and the rest on the third', () => {
    expect(cash(check(1000))).toEqual([
      ['2026-12-22', 275],
      ['2026-12-23', 550],
      ['2026-12-24', 175],
    ]);
    expect(planAvailability(check(1000), checking, 0).releases).toEqual([
      { at: at('2026-12-22', 9), amount: 275_00 },
      { at: at('2026-12-23', 9), amount: 725_00, cash: 550_00 },
      { at: at('2026-12-24', 9), amount: 0, cash: 175_00 },
    ]);
  });

  it('has no limit up to 825.00, which the checks of a day share', () => {
    expect(planAvailability(check(825), checking, 0).releases).toHaveLength(2);
    expect(cash(check(300), { earlier: 700_00 })).toEqual([
      ['2026-12-23', 125],
      ['2026-12-24', 175],
    ]);
  });

  it('for 10,000.00 is 6,725.00 by the third business day, and the rest on the seventh', () => {
    expect(cash(check(10_000))).toEqual([
      ['2026-12-22', 275],
      ['2026-12-23', 550],
      ['2026-12-24', 5900],
      ['2026-12-31', 3275],
    ]);
  });

  it('has no extra day if an exception already delays the check', () => {
    const target = { ...checking, opened: at('2026-12-01') };
    expect(cash(check(1000), { target })).toEqual([['2027-01-05', 1000]]);
    expect(cash({ ...check(1000), check: 'stale' })).toEqual([['2026-12-31', 1000]]);
  });
});

describe('an exception', () => {
  it.each(['redeposited', 'stale', 'suspended_bank'] as const)(
    'makes a check that is %s available in full on the seventh business day',
    (kind) => {
      expect(plan({ ...check(200), check: kind })).toEqual([['2026-12-31', 200], kind]);
    },
  );

  it('for repeated overdrafts delays checks, but not transfers', () => {
    const target = { ...checking, isRepeatedlyOverdrawn: true };
    expect(plan(check(200), { target })).toEqual([['2026-12-31', 200], 'repeated_overdrafts']);
    expect(plan({ ...check(200), method: 'direct' }, { target })).toEqual([['2026-12-22', 200]]);
    // The bank names the check's own problem first.
    expect(plan({ ...check(200), check: 'stale' }, { target })).toEqual([['2026-12-31', 200], 'stale']);
  });

  it('for a new account comes first, because its hold is longer', () => {
    const target = { ...checking, opened: at('2026-12-01'), isRepeatedlyOverdrawn: true };
    expect(plan({ ...check(200), check: 'redeposited' }, { target })).toEqual([
      ['2027-01-05', 200],
      'new_account',
    ]);
  });
});

describe('repeated overdrafts', () => {
  const on = parseDay('2026-12-21');
  const days = (count: number, amount: number) =>
    Array.from({ length: count }, (_, index) => ({ day: on - 7 * (index + 1), amount }));

  it('are six business days below zero, or two with 6,725.00 or more', () => {
    expect(isRepeatedlyOverdrawn(days(5, 10_00), on)).toBe(false);
    expect(isRepeatedlyOverdrawn(days(6, 10_00), on)).toBe(true);
    expect(isRepeatedlyOverdrawn(days(2, 6_724_99), on)).toBe(false);
    expect(isRepeatedlyOverdrawn(days(2, 6_725_00), on)).toBe(true);
    expect(isRepeatedlyOverdrawn(days(1, 9_000_00), on)).toBe(false);
  });

  it('count for six months', () => {
    const old = days(6, 10_00).map(({ day, amount }) => ({ day: day - 180, amount }));
    expect(isRepeatedlyOverdrawn(old, on)).toBe(false);
    expect(
      isRepeatedlyOverdrawn([{ day: parseDay('2026-06-21'), amount: 7_000_00 }, ...days(1, 7_000_00)], on),
    ).toBe(true);
    expect(
      isRepeatedlyOverdrawn([{ day: parseDay('2026-06-20'), amount: 7_000_00 }, ...days(1, 7_000_00)], on),
    ).toBe(false);
  });

  /** A household with covered overdrafts whose rent is due on December 7. */
  const short = (dollars: number, choice: Partial<AccountState> = {}): HouseholdState => ({
    ...household({
      on: '2026-12-04',
      accounts: [{ ...account('checking', 10_00), ...choice }],
    }),
    pending: 'realistic',
    bankHolidays: true,
    scheduledPayments: [payment('rent', 'checking', dollars * 100, '2026-12-07')],
  });
  const getDays = (state: HouseholdState) =>
    (state.accounts[0]?.overdraftDays ?? []).map(({ day, amount }) => [dayText(day), amount / 100]);
  const covered = { overdraft: { kind: 'covered', product: 'cushion', limit: 500_00 } } as const;

  it('are recorded on business days only, and the same in one step and in many', () => {
    const once = simulate(short(100, covered), at('2026-12-14', 23)).state;
    expect(getDays(once)).toEqual([
      ['2026-12-07', 90],
      ['2026-12-08', 100],
      ['2026-12-09', 100],
      ['2026-12-10', 100],
      ['2026-12-11', 100],
    ]);
    let daily = short(100, covered);
    for (let day = 5; day <= 14; day += 1)
      daily = simulate(daily, at(`2026-12-${String(day).padStart(2, '0')}`, 23)).state;
    expect(daily).toEqual(once);
  });

  it('include payments that the bank returned, but not those that only a hold kept from being paid', () => {
    expect(getDays(simulate(short(8000), at('2026-12-08', 12)).state)).toEqual([
      ['2026-12-07', 7990],
      ['2026-12-08', 7990],
    ]);
    const held = short(8000);
    held.accounts = [account('checking', 9000_00)];
    held.holds = [
      {
        key: 'deposit:1',
        productId: 'checking',
        kind: 'deposit',
        amount: 8500_00,
        remaining: 8500_00,
        cleared: 0,
        placedAt: held.at - 2 * DAY_MS,
        expiresAt: at('2026-12-18', 9),
        schedule: [{ at: at('2026-12-18', 9), amount: 8500_00 }],
      },
    ];
    expect(getDays(simulate(held, at('2026-12-08', 12)).state)).toEqual([]);
  });

  it('are not recorded in a household whose deposits are available at once', () => {
    const { pending: _, ...instant } = short(100, covered);
    expect(getDays(simulate(instant, at('2026-12-14', 23)).state)).toEqual([]);
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

describe('a same-day transfer', () => {
  const place = { currency: 'USD', customerZone: 'America/New_York', observesHolidays: true };
  const arrives = (instant: number, parts: Partial<typeof place> = {}) => {
    const { at: arrival, fee } = getArrival(instant, { ...place, ...parts }, 'same_day');
    const zone = new Zone('America/New_York');
    return [dayText(zone.getDay(arrival)), (arrival - zone.getStart(zone.getDay(arrival))) / 3_600_000, fee];
  };

  it('before 1 p.m. settles at 5 p.m. on the same business day, for 3.00', () => {
    // The day before Thanksgiving.
    expect(arrives(at('2026-11-25', 12, 59))).toEqual(['2026-11-25', 17, 300]);
    // From 1 p.m. on, it is no faster than a transfer without a fee.
    expect(arrives(at('2026-11-25', 13))).toEqual(['2026-11-27', 9, 0]);
    // After 8 p.m., the same-day window of the next business day is faster.
    expect(arrives(at('2026-11-25', 20, 1))).toEqual(['2026-11-27', 17, 300]);
  });

  it('on a weekend or holiday settles on the next business day', () => {
    expect(arrives(at('2026-11-26', 9))).toEqual(['2026-11-27', 17, 300]);
    expect(arrives(at('2026-11-28', 9))).toEqual(['2026-11-30', 17, 300]);
    expect(arrives(at('2026-11-26', 9), { observesHolidays: false })).toEqual(['2026-11-26', 17, 300]);
  });

  it('follows New York time, also for customers elsewhere', () => {
    const [lisbon, honolulu] = [new Zone('Europe/Lisbon'), new Zone('Pacific/Honolulu')];
    expect(
      arrives(lisbon.at(parseDay('2026-11-24'), 17 * 60 + 59), { customerZone: 'Europe/Lisbon' }),
    ).toEqual(['2026-11-24', 17, 300]);
    expect(
      arrives(honolulu.at(parseDay('2026-11-24'), 9 * 60), { customerZone: 'Pacific/Honolulu' }),
    ).toEqual(['2026-11-25', 9, 0]);
  });

  it('is a usual transfer in euros and pounds, which are fast anyway', () => {
    for (const currency of ['EUR', 'GBP'])
      expect(getArrival(at('2026-12-04', 9), { ...place, currency }, 'same_day').fee).toBe(0);
  });

  it('of a deposit makes up to 6,725.00 available to a new account', () => {
    const deposit: Deposit = { method: 'same_day', amount: 7000_00, at: at('2026-12-21') };
    const target = { ...checking, opened: at('2026-12-01') };
    expect(planAvailability(deposit, target, 0).releases).toEqual([
      { at: at('2026-12-21', 17), amount: 6725_00, fee: 300 },
      { at: at('2027-01-05', 9), amount: 275_00 },
    ]);
    expect(planAvailability(deposit, target, 6725_00).releases).toEqual([
      { at: at('2027-01-05', 9), amount: 7000_00 },
    ]);
    expect(planAvailability(deposit, checking, 0).releases).toEqual([
      { at: at('2026-12-21', 17), amount: 7000_00, fee: 300 },
    ]);
  });
});

describe('a payment to another bank', () => {
  const arrives = (at: number, currency = 'USD') =>
    dayText(getArrival(at, { currency, customerZone: 'America/New_York', observesHolidays: true }).day);

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
      { at: at('2026-12-23', 9), amount: 825_00, cash: 550_00 },
      { at: at('2026-12-24', 9), amount: 0, cash: 275_00 },
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
        expiresAt: at('2026-12-24', 9),
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
      { status: 'partially_cleared', remaining: 0, endedAt: null },
      { status: 'cleared', remaining: 0, endedAt: at('2026-12-24', 9) },
    ]);
    const daily: unknown[] = [];
    let state = held();
    for (let day = 1; day <= 10; day += 1)
      state = simulate(state, noon + day * DAY_MS, { onHold: (change) => daily.push(change) }).state;
    expect(daily).toEqual(changes);
  });

  it('has one notice if an exception delays it, in one step and in many', () => {
    const late = held({
      exception: 'stale',
      notice: true,
      schedule: [{ at: at('2026-12-31', 9), amount: 1000_00 }],
    });
    const notice = {
      key: 'deposit:1:held',
      kind: 'deposit_held',
      subject: 'checking',
      at: noon + DAY_MS / 24,
      facts: { amount: 1000_00, held: 1000_00, exception: 'stale', releases_at: at('2026-12-31', 9) },
    };
    const once = simulate(late, at('2026-12-30'));
    expect(once.events).toMatchObject([notice]);
    const first = simulate(late, at('2026-12-22'));
    expect([...first.events, ...simulate(first.state, at('2026-12-30')).events]).toEqual(once.events);
  });

  it('costs the fee of a same-day transfer when it arrives, and no more than there is', () => {
    const transfer = (dollars: number) => {
      const step = { at: at('2026-12-21', 17), amount: dollars * 100, fee: 300 };
      const amounts = { amount: dollars * 100, remaining: dollars * 100 };
      const state = held({ ...amounts, schedule: [step], expiresAt: step.at });
      state.accounts = [account('checking', 0)];
      state.changes = [
        { at: noon + DAY_MS / 24 + 1, productId: 'checking', amount: dollars * 100, kind: 'deposit' },
      ];
      return state;
    };
    const once = simulate(transfer(500), at('2026-12-23'));
    expect(once.events).toMatchObject([
      {
        key: 'deposit:1:fee',
        kind: 'transfer_fee',
        at: at('2026-12-21', 17),
        lines: [{ amount: -300 }, { amount: 300 }],
      },
    ]);
    expect(once.state.accounts[0]?.balance).toBe(497_00);
    expect(simulate(transfer(2), at('2026-12-23')).state.accounts[0]?.balance).toBe(0);
    const before = simulate(transfer(500), at('2026-12-21', 16));
    expect(before.events).toEqual([]);
    expect(simulate(before.state, at('2026-12-23')).events).toEqual(once.events);
  });
});

describe('a same-day scheduled payment', () => {
  const rent = (dollars: number, balance: number, timeZone = 'America/New_York'): HouseholdState => ({
    ...household({ on: '2026-12-04', accounts: [account('checking', balance * 100)] }),
    timeZone,
    scheduledPayments: [payment('rent', 'checking', dollars * 100, '2026-12-07', { sameDay: true })],
  });
  const run = (state: HouseholdState, until = '2026-12-20') =>
    simulate(state, at(until)).events.map(({ kind, lines }) => [kind, lines?.[0]?.amount]);

  it('costs 3.00 besides its amount', () => {
    expect(run(rent(100, 500))).toEqual([
      ['payment', -100_00],
      ['transfer_fee', -3_00],
    ]);
  });

  it('needs money for the fee, too', () => {
    expect(run(rent(100, 103))).toHaveLength(2);
    expect(run(rent(100, 102), '2026-12-07').map(([kind]) => kind)).toEqual(['payment_retry']);
  });

  it('has no fee if it would not arrive earlier, or is above the limit', () => {
    // 9 a.m. in Honolulu is 2 p.m. in New York, after the cutoff.
    expect(run(rent(100, 500, 'Pacific/Honolulu'))).toEqual([['payment', -100_00]]);
    expect(run(rent(1_000_000, 2_000_000))).toHaveLength(2);
    expect(run(rent(1_000_001, 2_000_000))).toEqual([['payment', -1_000_001_00]]);
  });

  it('is the same in one step of a year and in daily steps', () => {
    const start = rent(100, 5000);
    const once = simulate(start, at('2027-12-04'));
    let state = start;
    const events = [];
    for (let day = parseDay('2026-12-05'); day <= parseDay('2027-12-04'); day += 1) {
      const step = simulate(state, newYork.at(day, 720));
      events.push(...step.events);
      state = step.state;
    }
    expect(events).toEqual(once.events);
    expect(state).toEqual(once.state);
  });
});
