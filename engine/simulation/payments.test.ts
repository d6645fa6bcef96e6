import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import { account, card, debt, deposit, household, payment, start } from '../testing/households.ts';
import { simulate } from './simulate.ts';
import type { AccountState, EngineEvent, HouseholdState, Payee, ScheduledPaymentState } from './state.ts';

const zone = new Zone('America/New_York');
const live = (state: HouseholdState, until: string) => simulate(state, start(until)).events;
const short = (key: string) => key.replace(/T\d\d:\d\d/, '');
const getEvents = (events: EngineEvent[]) =>
  events.map(({ at, key, kind }) => [dayText(zone.getDay(at)), short(key), kind]);

const poor = (rule: ScheduledPaymentState, parts: Partial<HouseholdState> = {}, cash = 0) =>
  household({ on: '2026-01-01', accounts: [account('checking', cash)], scheduledPayments: [rule], ...parts });

describe('a payment without enough money', () => {
  test('is retried on the next three days and then fails', () => {
    const events = live(poor(payment('rent', 'checking', 100, '2026-01-15'), {}, 99), '2026-02-10');
    expect(getEvents(events)).toEqual([
      ['2026-01-15', 'rent:2026-01-15', 'payment_retry'],
      ['2026-01-16', 'rent:2026-01-15:try1', 'payment_retry'],
      ['2026-01-17', 'rent:2026-01-15:try2', 'payment_retry'],
      ['2026-01-18', 'rent:2026-01-15:failed', 'payment_failed'],
    ]);
    expect(events.map(({ facts }) => facts)).toEqual([
      { amount: 100, available: 99, tries: 1 },
      { amount: 100, available: 99, tries: 2 },
      { amount: 100, available: 99, tries: 3 },
      { amount: 100, available: 99, reason: 'funds' },
    ]);
  });

  test.each([
    ['2026-01-15', 'rent:2026-01-15'],
    ['2026-01-16', 'rent:2026-01-15:try1'],
    ['2026-01-17', 'rent:2026-01-15:try2'],
    ['2026-01-18', 'rent:2026-01-15:try3'],
  ])('is paid once if the money is there on %s', (day, key) => {
    const pay = deposit('pay', 'checking', 100, day, { count: 1 });
    const events = live(
      poor(payment('rent', 'checking', 100, '2026-01-15'), { autoDeposits: [pay] }),
      '2026-02-10',
    );
    expect(getEvents(events.filter(({ kind }) => kind === 'payment'))).toEqual([[day, key, 'payment']]);
  });

  test('is retried at its local time, also across a clock change', () => {
    const state = household({
      on: '2026-03-01',
      accounts: [account('checking', 0)],
      scheduledPayments: [payment('rent', 'checking', 100, '2026-03-07', { minutes: 150 })],
    });
    expect(live(state, '2026-03-12').map(({ at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
      '2026-03-07T07:30',
      '2026-03-08T07:30',
      '2026-03-09T06:30',
      '2026-03-10T06:30',
    ]);
  });

  test('ends at the next occurrence and states the unpaid amount', () => {
    // The retry of the first occurrence was postponed to a day after the second occurrence.
    const rule = payment('rent', 'checking', 100, '2026-01-15', {
      next: 1,
      frequency: 'WEEKLY',
      retry: { occurrence: 0, tries: 2, on: parseDay('2026-01-23') },
      count: 2,
    });
    const events = live(poor(rule, {}, 40), '2026-01-23');
    expect(events.map(({ key, kind, facts }) => [short(key), kind, facts])).toEqual([
      ['rent:2026-01-15:failed', 'payment_failed', { amount: 100, available: 40, reason: 'funds' }],
      ['rent:2026-01-22', 'payment_retry', { amount: 100, available: 40, tries: 1 }],
    ]);
  });

  test('ends with its retries if the rule has ended', () => {
    const rule = payment('rent', 'checking', 100, '2026-01-15', { end: parseDay('2026-01-15') });
    expect(live(poor(rule), '2027-01-01')).toHaveLength(4);
  });

  test("doesn't block another payment", () => {
    const rules = [
      payment('rent', 'checking', 100, '2026-01-15'),
      payment('tea', 'checking', 5, '2026-01-15'),
    ];
    const state = household({
      on: '2026-01-01',
      accounts: [account('checking', 50)],
      scheduledPayments: rules,
    });
    expect(getEvents(live(state, '2026-01-16'))).toEqual([
      ['2026-01-15', 'rent:2026-01-15', 'payment_retry'],
      ['2026-01-15', 'tea:2026-01-15', 'payment'],
    ]);
  });
});

describe('a payment to an own product', () => {
  const all = (accounts: AccountState[]): Partial<HouseholdState> => ({
    accounts,
    cards: [card('tide', '2026-01-01', { balance: 300_000 })],
    debts: [
      debt('car', '2026-01-01', { balance: 50_000, rate: 0, payment: 20_000, term: 24 }),
      debt('home', '2026-01-01', {
        balance: 50_000,
        rate: 0,
        payment: 20_000,
        term: 24,
        product: 'mortgage',
      }),
    ],
  });
  const paid = (
    to: Payee,
    amount: ScheduledPaymentState['amount'],
    accounts = [account('checking', 900_000), account('savings', 0)],
  ) =>
    live(
      household({
        on: '2026-01-01',
        scheduledPayments: [payment('rule', 'checking', amount, '2026-01-20', { to })],
        ...all(accounts),
      }),
      '2026-01-21',
    )
      .filter(({ subject }) => subject === 'rule')
      .map(({ kind, lines, facts }) => [
        kind,
        lines?.map((line) => [line.ledger, line.amount]) ?? facts?.['reason'] ?? null,
      ]);

  const lines = (to: string, amount: number) => [
    ['checking', -amount],
    [to, amount],
  ];

  // The statement of January 6 has a balance of 3,000.00 and a minimum payment of 30.00.
  test.each([
    ['an account', { kind: 'account', id: 'savings' }, 1_234, ['transfer', lines('savings', 1_234)]],
    ['a card: an amount', { kind: 'card', id: 'tide' }, 1_234, ['card_payment', lines('tide', 1_234)]],
    [
      'a card: never more than is owed',
      { kind: 'card', id: 'tide' },
      800_000,
      ['card_payment', lines('tide', 300_000)],
    ],
    [
      'a card: the statement',
      { kind: 'card', id: 'tide' },
      'statement',
      ['card_payment', lines('tide', 300_000)],
    ],
    ['a card: the minimum', { kind: 'card', id: 'tide' }, 'minimum', ['card_payment', lines('tide', 3_000)]],
    ['a loan: an amount', { kind: 'debt', id: 'car' }, 700, ['loan_payment', lines('car', 700)]],
    [
      'a loan: never more than is owed',
      { kind: 'debt', id: 'car' },
      70_000,
      ['loan_payment', lines('car', 50_000)],
    ],
    [
      'a mortgage: its installment',
      { kind: 'debt', id: 'home' },
      'minimum',
      ['mortgage_payment', lines('home', 20_000)],
    ],
    ['an account that is gone', { kind: 'account', id: 'nowhere' }, 100, ['payment_failed', 'closed']],
    ['a card that is gone', { kind: 'card', id: 'nowhere' }, 'statement', ['payment_failed', 'closed']],
    ['a debt that is gone', { kind: 'debt', id: 'nowhere' }, 500, ['payment_failed', 'closed']],
  ] as const)('%s', (_name, to, amount, expected) => {
    expect(paid(to, amount)).toEqual([expected]);
  });

  test.each([
    ['a closed account', account('checking', 900_000), { ...account('savings', 0), closed: true as const }],
    [
      'an account in another currency',
      account('checking', 900_000),
      { ...account('savings', 0), currency: 'EUR' },
    ],
    [
      'an account from one that is closed',
      { ...account('checking', 900_000), closed: true as const },
      account('savings', 0),
    ],
  ])('%s takes nothing', (_name, from, to) => {
    expect(paid({ kind: 'account', id: 'savings' }, 100, [from, to])).toEqual([['payment_failed', 'closed']]);
  });

  test('pays the statement once, however often the rule runs, and counts only new charges afterwards', () => {
    const rule = payment('rule', 'checking', 'statement', '2026-01-10', {
      to: { kind: 'card', id: 'tide' },
      frequency: 'WEEKLY',
      count: 3,
    });
    const events = live(
      household({ on: '2026-01-01', scheduledPayments: [rule], ...all([account('checking', 900_000)]) }),
      '2026-01-31',
    );
    expect(events.filter(({ subject }) => subject === 'rule').map(({ kind }) => kind)).toEqual([
      'card_payment',
      'payment_not_needed',
      'payment_not_needed',
    ]);
  });

  test('pays nothing before the first statement', () => {
    const rule = payment('rule', 'checking', 'statement', '2026-01-03', {
      to: { kind: 'card', id: 'tide' },
      count: 1,
    });
    const events = live(
      household({ on: '2026-01-01', scheduledPayments: [rule], ...all([account('checking', 900_000)]) }),
      '2026-01-05',
    );
    expect(events.map(({ kind }) => kind)).toEqual(['payment_not_needed']);
  });

  test('pays nothing on a paid-off loan', () => {
    const rule = payment('rule', 'checking', 30_000, '2026-01-03', {
      to: { kind: 'debt', id: 'car' },
      frequency: 'WEEKLY',
      count: 3,
    });
    const events = live(
      household({ on: '2026-01-01', scheduledPayments: [rule], ...all([account('checking', 900_000)]) }),
      '2026-01-31',
    );
    expect(
      events
        .filter(({ subject }) => subject === 'rule')
        .map(({ kind, lines: [line] = [] }) => [kind, line?.amount]),
    ).toEqual([
      ['loan_payment', -30_000],
      ['loan_payment', -20_000],
      ['payment_not_needed', undefined],
    ]);
  });
});
