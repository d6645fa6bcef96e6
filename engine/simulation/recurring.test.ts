import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '../calendar/bank-holidays.ts';
import { DAY_MS, dayText, parseDay, weekday, Zone } from '../calendar/calendar.ts';
import { firstOccurrenceAfter, occurrenceAt } from '../calendar/recurrence.ts';
import { account, card, debt, deposit, household, payment, start } from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { AutoDepositState, EngineEvent, HouseholdState } from './state.ts';

const zone = new Zone('America/New_York');
const HOUR_MS = 3_600_000;
const RICH = 90_000_000;

type Rules = Partial<Pick<HouseholdState, 'autoDeposits' | 'scheduledPayments'>>;

const rich = (on: string, rules: Rules, parts: Partial<HouseholdState> = {}) =>
  household({ on, accounts: [account('checking', RICH), account('savings', 0)], ...rules, ...parts });
const live = (state: HouseholdState, until: string) => simulate(state, start(until)).events;
const instants = (events: EngineEvent[]) => events.map(({ at }) => new Date(at).toISOString().slice(0, 16));
/** Removes the time from an event key, which leaves the rule and the planned day. */
const short = (key: string) => key.replace(/T\d\d:\d\d/, '');
const keys = (events: EngineEvent[]) => events.map(({ key }) => short(key));
const days = (events: EngineEvent[]) => events.map(({ at }) => dayText(zone.getDay(at)));

describe('an hourly rule', () => {
  test.each([
    ['when the clocks go forward', '2026-03-07', '2026-03-10', 71],
    ['when the clocks go back', '2026-10-31', '2026-11-03', 73],
  ])('runs every hour of absolute time %s', (_name, from, until, count) => {
    const rule = deposit('drip', 'checking', 1, from, { frequency: 'HOURLY', minutes: 0 });
    const events = live(rich(from, { autoDeposits: [rule] }), until);
    // The household starts at midnight on the first day, so the occurrence at midnight is skipped.
    expect(events).toHaveLength(count);
    events.slice(1).forEach(({ at }, index) => {
      expect(at - (events[index]?.at ?? 0)).toBe(HOUR_MS);
    });
  });

  test('ends on the last local day of the rule', () => {
    const rule = deposit('drip', 'checking', 1, '2026-11-01', {
      frequency: 'HOURLY',
      minutes: 0,
      end: parseDay('2026-11-01'),
    });
    // November 1 has 25 hours. The first occurrence is skipped, because the household starts at that instant.
    expect(live(rich('2026-11-01', { autoDeposits: [rule] }), '2026-11-05')).toHaveLength(24);
  });
});

test('after one occurrence finds the next, and a moment before finds itself', () => {
  const rule = deposit('drip', 'checking', 1, '2026-01-31', { frequency: 'MONTHLY' }).recurrence;
  for (let number = 0; number < 20; number += 1) {
    const at = occurrenceAt(rule, number, zone);
    expect(firstOccurrenceAfter(rule, at, zone)).toBe(number + 1);
    expect(firstOccurrenceAfter(rule, at - 1, zone)).toBe(number);
  }
});

describe('a daily rule', () => {
  test.each([
    [
      'that is skipped: an hour later',
      150,
      '2026-03-07',
      ['2026-03-07T07:30', '2026-03-08T07:30', '2026-03-09T06:30'],
    ],
    [
      'that comes twice: the first time',
      90,
      '2026-10-31',
      ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
    ],
  ])('at the local time %s', (_name, minutes, from, expected) => {
    const rule = deposit('daily', 'checking', 1, from, { frequency: 'DAILY', minutes, count: 3 });
    expect(instants(live(rich(from, { autoDeposits: [rule] }), '2026-12-01'))).toEqual(expected);
  });
});

describe('a rule across the calendar', () => {
  test.each([
    ['WEEKLY', '2026-02-26', ['2026-02-26', '2026-03-05', '2026-03-12', '2026-03-19']],
    ['BIWEEKLY', '2026-02-26', ['2026-02-26', '2026-03-12', '2026-03-26', '2026-04-09']],
    ['MONTHLY', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['QUARTERLY', '2025-11-30', ['2025-11-30', '2026-02-28', '2026-05-30', '2026-08-30']],
    ['ANNUALLY', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ] as const)('%s from %s', (frequency, from, expected) => {
    const rule = payment('rule', 'checking', 100, from, { frequency, count: expected.length });
    expect(days(live(rich(from, { scheduledPayments: [rule] }), '2033-01-01'))).toEqual(expected);
  });

  // January 31 and February 28, 2026, are Saturdays. May 31 is a Sunday.
  test.each([
    ['stays', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['before', ['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29']],
    ['after', ['2026-02-02', '2026-03-02', '2026-03-31', '2026-04-30', '2026-06-01']],
  ] as const)('a weekend %s', (weekend, expected) => {
    const rule = payment('rule', 'checking', 100, '2026-01-31', { weekend, count: 5 });
    const match = days(live(rich('2026-01-20', { scheduledPayments: [rule] }), '2026-12-01'));
    expect(match).toEqual(expected);
    if (weekend !== 'stays')
      expect(match.every((day) => ![0, 6].includes(weekday(parseDay(day))))).toBe(true);
  });

  test('compares its end with the planned day, not the day moved by the weekend', () => {
    const rule = payment('rule', 'checking', 100, '2026-01-31', {
      weekend: 'after',
      end: parseDay('2026-01-31'),
    });
    expect(days(live(rich('2026-01-20', { scheduledPayments: [rule] }), '2026-12-01'))).toEqual([
      '2026-02-02',
    ]);
  });

  test('loses nothing if time stops between the planned day and the business day', () => {
    const rule = payment('rule', 'checking', 100, '2026-01-31', { weekend: 'after', count: 2 });
    const first = simulate(rich('2026-01-20', { scheduledPayments: [rule] }), start('2026-02-01'));
    expect(days(simulate(first.state, start('2026-04-01')).events)).toEqual(['2026-02-02', '2026-03-02']);
  });

  test.each([
    ['stays', '2026-12-25'],
    ['before', '2026-12-24'],
    ['after', '2026-12-28'],
  ] as const)('on a bank holiday %s', (weekend, expected) => {
    const rule = payment('rule', 'checking', 100, '2026-12-25', { weekend, count: 1 });
    const bank = rich('2026-12-01', { scheduledPayments: [rule] }, { bankHolidays: true });
    expect(days(live(bank, '2027-02-01'))).toEqual([expected]);
  });

  test('on a bank holiday stays if the household ignores bank holidays', () => {
    const rule = payment('rule', 'checking', 100, '2026-12-25', { weekend: 'after', count: 1 });
    expect(days(live(rich('2026-12-01', { scheduledPayments: [rule] }), '2027-02-01'))).toEqual([
      '2026-12-25',
    ]);
  });

  test("follows the bank holidays of its account's currency", () => {
    // May 1, 2026, is a Friday and a holiday in the euro area. May 4 is a holiday in England.
    const paid = (currency: string) => {
      const rule = payment('rule', 'checking', 100, '2026-05-01', { weekend: 'after', count: 1 });
      const bank = household({
        on: '2026-04-20',
        accounts: [{ ...account('checking', RICH), currency }],
        scheduledPayments: [rule],
        bankHolidays: true,
      });
      return days(live(bank, '2026-05-20')).at(-1);
    };
    expect([paid('USD'), paid('EUR'), paid('GBP')]).toEqual(['2026-05-01', '2026-05-04', '2026-05-01']);
  });

  test('ends by count and end date inclusively', () => {
    const rules = {
      autoDeposits: [
        deposit('two', 'checking', 1, '2026-01-05', { count: 2 }),
        deposit('none', 'checking', 1, '2026-01-05', { count: 0 }),
      ],
      scheduledPayments: [payment('end', 'checking', 1, '2026-01-05', { end: parseDay('2026-03-05') })],
    };
    const events = live(rich('2026-01-01', rules), '2027-01-01');
    expect(keys(events)).toEqual([
      'two:2026-01-05',
      'end:2026-01-05',
      'two:2026-02-05',
      'end:2026-02-05',
      'end:2026-03-05',
    ]);
  });

  test("doesn't make up for occurrences before the household", () => {
    const rules = {
      autoDeposits: [deposit('pay', 'checking', 1, '2024-01-15')],
      scheduledPayments: [payment('rent', 'checking', 1, '2024-01-31', { weekend: 'after' })],
    };
    const events = live(rich('2026-02-01', rules, { posted: 0 }), '2026-02-20');
    // January 31 is a Saturday, so the occurrence moves to February 2.
    expect(keys(events)).toEqual(['rent:2026-01-31', 'pay:2026-02-15']);
    expect(days(events)).toEqual(['2026-02-02', '2026-02-15']);
  });

  test('finds the first occurrence after an instant directly', () => {
    const { recurrence } = deposit('drip', 'checking', 1, '2026-01-01', { frequency: 'HOURLY', minutes: 0 });
    const at = start('2026-01-01');
    expect(
      [at - 1, at, at + HOUR_MS - 1, at + 1_000 * HOUR_MS].map((instant) =>
        firstOccurrenceAfter(recurrence, instant, zone),
      ),
    ).toEqual([0, 1, 1, 1_001]);
  });
});

describe('a paused rule', () => {
  test("does nothing and doesn't make up for skipped occurrences", () => {
    const paused = rich('2026-01-01', {
      autoDeposits: [deposit('pay', 'checking', 1, '2026-01-15', { paused: true })],
      scheduledPayments: [payment('rent', 'checking', 1, '2026-01-15', { paused: true })],
    });
    const { events, state } = simulate(paused, start('2026-06-01'));
    expect(events).toEqual([]);
    for (const { recurrence } of [...state.autoDeposits, ...state.scheduledPayments])
      delete recurrence.paused;
    expect(keys(live(state, '2026-07-01'))).toEqual(['pay:2026-06-15', 'rent:2026-06-15']);
  });

  test('retries an earlier failure on the day after it resumes', () => {
    const poor = household({
      on: '2026-01-15',
      accounts: [account('checking', 0)],
      scheduledPayments: [payment('rent', 'checking', 100, '2026-01-15')],
    });
    const { state } = simulate(poor, start('2026-01-16'));
    for (const { recurrence } of state.scheduledPayments) recurrence.paused = true;
    const later = simulate(state, start('2026-02-01')).state;
    for (const { recurrence } of later.scheduledPayments) delete recurrence.paused;
    for (const held of later.accounts) held.balance = 100;
    const events = live({ ...later, posted: 0 }, '2026-02-10');
    expect(keys(events)).toEqual(['rent:2026-01-15:try1']);
    expect(events[0]?.kind).toBe('payment');
    expect(days(events)).toEqual(['2026-02-01']);
  });
});

describe('a changed occurrence', () => {
  test('is skipped or has its own amount, and the others stay', () => {
    const rule = payment('rent', 'checking', 100, '2026-01-15', {
      changed: { '2026-02-15': { skip: true }, '2026-03-15': { amount: 70 } },
      count: 4,
    });
    const events = live(rich('2026-01-01', { scheduledPayments: [rule] }), '2027-01-01');
    expect(events.map(({ at, kind, lines }) => [dayText(zone.getDay(at)), kind, lines?.[0]?.amount])).toEqual(
      [
        ['2026-01-15', 'payment', -100],
        ['2026-02-15', 'payment_skipped', undefined],
        ['2026-03-15', 'payment', -70],
        ['2026-04-15', 'payment', -100],
      ],
    );
  });
});

describe('catching up', () => {
  test('runs each due instant once, in order, after existing entries, and states when it was due', () => {
    const state = rich('2026-01-01', {
      autoDeposits: [deposit('pay', 'checking', 500, '2026-01-15')],
      scheduledPayments: [payment('rent', 'checking', 100, '2026-01-31')],
    });
    const posted = start('2026-03-10');
    const events = live({ ...state, posted }, '2026-04-10');
    const due = ['2026-01-15', '2026-01-31', '2026-02-15', '2026-02-28', '2026-03-15', '2026-03-31'];
    expect(events.map(({ dueAt, at }) => dayText(zone.getDay(dueAt ?? at)))).toEqual(due);
    expect(events.map(({ at }) => at >= posted)).toEqual(due.map(() => true));
    expect(events.map(({ dueAt }) => dueAt !== undefined)).toEqual([true, true, true, true, false, false]);
  });

  test('leaves money that was spent in the meantime', () => {
    // The account starts with 1,000.00, and 950.00 is withdrawn on February 10. The payments due on January
    // 31 must leave enough for the withdrawal, so they can use only 50.00.
    const spent = { at: start('2026-02-10'), productId: 'checking', amount: -95_000, kind: 'withdrawal' };
    const state = household({
      on: '2026-01-01',
      accounts: [account('checking', 100_000)],
      scheduledPayments: [
        payment('rent', 'checking', 6_000, '2026-01-31'),
        payment('tea', 'checking', 5_000, '2026-01-31'),
      ],
      changes: [spent],
    });
    const { events, state: end } = simulate(state, start('2026-02-20'));
    expect(events.map(({ key, kind }) => [short(key), kind])).toEqual([
      ['rent:2026-01-31', 'payment_retry'],
      ['tea:2026-01-31', 'payment'],
      ['rent:2026-01-31:try1', 'payment_retry'],
      ['rent:2026-01-31:try2', 'payment_retry'],
      ['rent:2026-01-31:failed', 'payment_failed'],
    ]);
    expect(end.accounts[0]?.balance).toBe(0);
  });

  test('spends later deposits only from then on', () => {
    const gift = {
      at: start('2026-02-02') - DAY_MS / 2,
      productId: 'checking',
      amount: 6_000,
      kind: 'deposit',
    };
    const state = household({
      on: '2026-01-01',
      accounts: [account('checking', 0)],
      scheduledPayments: [payment('rent', 'checking', 6_000, '2026-01-31')],
      changes: [gift],
    });
    expect(live(state, '2026-02-20').map(({ key, kind }) => [short(key), kind])).toEqual([
      ['rent:2026-01-31', 'payment_retry'],
      ['rent:2026-01-31:try1', 'payment_retry'],
      ['rent:2026-01-31:try2', 'payment'],
    ]);
  });
});

describe('a deposit', () => {
  test('to a closed or missing account fails and says so, and the rule continues', () => {
    for (const accounts of [[], [{ ...account('checking', 5), closed: true as const }]]) {
      const state = household({
        on: '2026-01-01',
        accounts,
        autoDeposits: [deposit('pay', 'checking', 5, '2026-01-15', { count: 2 })],
      });
      expect(live(state, '2026-06-01').map(({ key, kind }) => [short(key), kind])).toEqual([
        ['pay:2026-01-15', 'deposit_failed'],
        ['pay:2026-02-15', 'deposit_failed'],
      ]);
    }
  });

  test('arrives before a payment of the same minute', () => {
    const state = household({
      on: '2026-01-01',
      accounts: [account('checking', 0)],
      autoDeposits: [deposit('pay', 'checking', 100, '2026-01-15', { minutes: 540 })],
      scheduledPayments: [payment('rent', 'checking', 100, '2026-01-15')],
    });
    expect(live(state, '2026-01-16').map(({ kind }) => kind)).toEqual(['auto_deposit', 'payment']);
  });
});

test('a household with only rules needs neither card nor debt', () => {
  const parts = {
    cards: [card('tide', '2026-01-01')],
    debts: [debt('car', '2026-01-01', { balance: 0, rate: 5, payment: 1, term: 1 })],
  };
  expect(live(rich('2026-01-01', {}, parts), '2026-01-05')).toEqual([]);
});

describe('a paycheck in a household that observes bank holidays', () => {
  const pay = (start: string, parts: Parameters<typeof deposit>[4] = {}) =>
    deposit('pay', 'checking', 100_000, start, { isPay: true, ...parts });
  const bank = (on: string, rule: AutoDepositState) =>
    rich(on, { autoDeposits: [rule] }, { bankHolidays: true });

  test('arrives on the business day before a weekend or bank holiday', () => {
    // November 26 and December 25, 2026, are bank holidays. January 31, 2027, is a Sunday.
    const rules = [
      pay('2026-11-26', { count: 1 }),
      pay('2026-12-25', { count: 1 }),
      pay('2027-01-31', { count: 1 }),
    ];
    expect(rules.flatMap((rule) => days(live(bank('2026-11-01', rule), '2027-03-01')))).toEqual([
      '2026-11-25',
      '2026-12-24',
      '2027-01-29',
    ]);
  });

  test('other deposits, and pay that arrives every day, keep their days', () => {
    const gift = deposit('gift', 'checking', 1, '2026-12-25', { count: 1 });
    expect(days(live(bank('2026-12-01', gift), '2027-02-01'))).toEqual(['2026-12-25']);
    const daily = pay('2026-12-24', { frequency: 'DAILY', count: 3 });
    expect(days(live(bank('2026-12-01', daily), '2027-02-01'))).toEqual([
      '2026-12-24',
      '2026-12-25',
      '2026-12-26',
    ]);
  });

  test('arrives on its own day if the business day before was over when the rule was created', () => {
    expect(days(live(bank('2026-12-26', pay('2026-12-27', { count: 1 })), '2027-02-01'))).toEqual([
      '2026-12-27',
    ]);
  });

  test('arrives once per occurrence, in one step or in many', () => {
    const whole = live(bank('2026-01-01', pay('2026-01-31')), '2028-01-01');
    let state = bank('2026-01-01', pay('2026-01-31'));
    const steps: EngineEvent[] = [];
    for (let day = parseDay('2026-01-02'); day <= parseDay('2028-01-01'); day += 1) {
      const step = simulate(state, start(dayText(day)));
      steps.push(...step.events);
      state = step.state;
    }
    expect(steps).toEqual(whole);
    expect(whole).toHaveLength(24);
    expect(new Set(keys(whole)).size).toBe(24);
    for (const { at } of whole) expect(isBusinessDay(zone.getDay(at), 'USD')).toBe(true);
  });
});
