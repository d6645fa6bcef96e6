import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { AccountState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import {
  account,
  buildDailyPurchases,
  card,
  debt,
  deposit,
  household,
  payment,
  start,
} from '../../testing/households.ts';

const zone = new Zone('America/New_York');
const ON = '2026-12-01';

const covered = (balance: number, id = 'checking'): AccountState => ({
  ...account(id, balance),
  overdraft: { kind: 'savings', accountId: 'savings' },
});

const covering = (cash: number, saved: number, parts: Partial<HouseholdState> = {}) =>
  household({ on: ON, accounts: [covered(cash), account('savings', saved, 'SAVINGS')], ...parts });

const simulateUntil = (state: HouseholdState, until = '2026-12-31') => simulate(state, start(until));

const getMoves = (events: EngineEvent[]) =>
  events.map(({ at, kind, lines }) => [
    dayText(zone.getDay(at)),
    kind,
    ...(lines ?? []).map(({ ledger, amount }) => `${ledger} ${amount}`),
  ]);
const balanceOf = (state: HouseholdState, id: string) =>
  state.accounts.find((item) => item.id === id)?.balance;

describe('covering a payment from savings', () => {
  test('transfers exactly the shortfall at the same instant, before the payment', () => {
    const { events, state } = simulateUntil(
      covering(2_000, 50_000, { scheduledPayments: [payment('power', 'checking', 9_500, '2026-12-15')] }),
      '2026-12-16',
    );
    expect(getMoves(events)).toEqual([
      ['2026-12-15', 'overdraft_transfer', 'savings -7500', 'checking 7500'],
      ['2026-12-15', 'payment', 'checking -9500', 'outside 9500'],
    ]);
    expect(events[0]?.at).toBe(events[1]?.at);
    expect([balanceOf(state, 'checking'), balanceOf(state, 'savings')]).toEqual([0, 42_500]);
  });

  test('transfers nothing if savings cannot cover the payment in full', () => {
    const { events, state } = simulateUntil(
      covering(2_000, 7_499, { scheduledPayments: [payment('power', 'checking', 9_500, '2026-12-15')] }),
      '2026-12-16',
    );
    expect(getMoves(events)).toEqual([['2026-12-15', 'payment_retry']]);
    expect([balanceOf(state, 'checking'), balanceOf(state, 'savings')]).toEqual([2_000, 7_499]);
  });

  test('covers one payment a day from a savings account, and the next one on the following day', () => {
    const bills = ['power', 'water'].map((id) => payment(id, 'checking', 1_000, '2026-12-15'));
    const { events } = simulateUntil(covering(0, 50_000, { scheduledPayments: bills }), '2026-12-17');
    expect(getMoves(events).map(([day, kind]) => [day, kind])).toEqual([
      ['2026-12-15', 'overdraft_transfer'],
      ['2026-12-15', 'payment'],
      ['2026-12-15', 'payment_retry'],
      ['2026-12-16', 'overdraft_transfer'],
      ['2026-12-16', 'payment'],
    ]);
  });

  test('covers each checking account once a day from one savings account', () => {
    const accounts = [covered(0, 'first'), covered(0, 'second'), account('savings', 50_000, 'SAVINGS')];
    const bills = ['first', 'second', 'second'].map((id, number) =>
      payment(`${id} bill ${number}`, id, 1_000, '2026-12-15'),
    );
    const { events } = simulateUntil(household({ on: ON, accounts, scheduledPayments: bills }), '2026-12-16');
    expect(events.map(({ kind }) => kind)).toEqual([
      'overdraft_transfer',
      'payment',
      'overdraft_transfer',
      'payment',
      'payment_retry',
    ]);
  });

  test('counts a transfer that an earlier version recorded with the savings account', () => {
    const accounts = [
      covered(0),
      { ...account('savings', 50_000, 'SAVINGS'), coveredOn: parseDay('2026-12-15') },
    ];
    const bills = [payment('power', 'checking', 1_000, '2026-12-15')];
    const { events } = simulateUntil(household({ on: ON, accounts, scheduledPayments: bills }), '2026-12-16');
    expect(getMoves(events)).toEqual([['2026-12-15', 'payment_retry']]);
  });

  test('counts a transfer that the bank made outside the engine on that day', () => {
    const at = zone.at(parseDay('2026-12-15'), 480);
    const outside = (productId: string, amount: number) => ({
      at,
      productId,
      amount,
      kind: 'overdraft_transfer',
    });
    const { events } = simulateUntil(
      covering(0, 50_000, {
        scheduledPayments: [payment('power', 'checking', 1_000, '2026-12-15')],
        changes: [
          outside('savings', -500),
          outside('checking', 500),
          { ...outside('checking', -500), kind: 'withdrawal' },
        ],
      }),
      '2026-12-16',
    );
    expect(getMoves(events)).toEqual([['2026-12-15', 'payment_retry']]);
  });

  test.each<[string, (accounts: AccountState[]) => AccountState[]]>([
    [
      'declines',
      ([checking, savings]) => [{ ...account('checking', checking?.balance ?? 0) }, savings as AccountState],
    ],
    [
      'names a closed savings account',
      (accounts) => accounts.map((item) => (item.type === 'SAVINGS' ? { ...item, closed: true } : item)),
    ],
    [
      'names savings in another currency',
      (accounts) => accounts.map((item) => (item.type === 'SAVINGS' ? { ...item, currency: 'EUR' } : item)),
    ],
    [
      'names an account that is not savings anymore',
      (accounts) => accounts.map((item) => ({ ...item, type: 'CHECKING' as const })),
    ],
    ['names a deleted account', (accounts) => accounts.slice(0, 1)],
  ])('covers nothing if the choice %s', (_name, change) => {
    const state = covering(0, 50_000, {
      scheduledPayments: [payment('power', 'checking', 1_000, '2026-12-15')],
    });
    const { events } = simulateUntil({ ...state, accounts: change(state.accounts) }, '2026-12-16');
    expect(getMoves(events)).toEqual([['2026-12-15', 'payment_retry']]);
  });

  test('covers card autopay, without a returned payment and its fee', () => {
    const visa = card('visa', ON, { balance: 30_000, autopay: { accountId: 'checking', pays: 'statement' } });
    const { events } = simulateUntil(covering(1_000, 50_000, { cards: [visa] }), '2027-02-15');
    expect(
      events.filter(({ kind }) => kind !== 'statement' && kind !== 'interest').map(({ kind }) => kind),
    ).toEqual(['overdraft_transfer', 'card_payment']);
  });

  test('covers an installment, but no extra payment', () => {
    const loan = debt('loan', ON, {
      balance: 100_000,
      rate: 6,
      payment: 8_607,
      term: 12,
      autopay: { accountId: 'checking', extra: 5_000 },
    });
    const { events } = simulateUntil(covering(600, 50_000, { debts: [loan] }), '2027-01-02');
    expect(
      getMoves(events.filter(({ kind }) => kind.endsWith('transfer') || kind === 'loan_payment')),
    ).toEqual([
      ['2027-01-01', 'overdraft_transfer', 'savings -8007', 'checking 8007'],
      ['2027-01-01', 'loan_payment', 'checking -8607', 'loan 8607'],
    ]);
  });

  test('does not cover transfers between own accounts', () => {
    const rule = {
      ...payment('save', 'checking', 1_000, '2026-12-15'),
      to: { kind: 'account' as const, id: 'savings' },
    };
    const { events } = simulateUntil(covering(0, 50_000, { scheduledPayments: [rule] }), '2026-12-16');
    expect(getMoves(events)).toEqual([['2026-12-15', 'payment_retry']]);
  });

  test('covers purchases down to the minimum that the household keeps in both accounts together', () => {
    const profile = buildDailyPurchases('checking', 1_000, { floor: 500 });
    const { events, state } = simulateUntil(
      covering(1_700, 2_000, { spendingProfile: profile }),
      '2026-12-06',
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'payment',
      'overdraft_transfer',
      'payment',
      'overdraft_transfer',
      'payment',
    ]);
    expect([balanceOf(state, 'checking'), balanceOf(state, 'savings')]).toEqual([0, 700]);
  });

  test('one step of a year equals steps of a day', () => {
    const until = start('2027-12-01');
    const bills = [
      payment('power', 'checking', 9_500, '2026-12-15'),
      payment('water', 'checking', 4_100, '2026-12-15'),
      payment('rent', 'checking', 70_000, '2026-12-01'),
    ];
    const state = covering(2_000, 400_000, {
      scheduledPayments: bills,
      autoDeposits: [deposit('pay', 'checking', 60_000, '2026-12-10')],
    });
    const whole = simulate(state, until);
    let step = { state, events: [] as EngineEvent[] };
    const events: EngineEvent[] = [];
    for (let at = state.at; at < until; ) {
      at = Math.min(until, at + DAY_MS);
      step = simulate(step.state, at);
      events.push(...step.events);
    }
    expect(whole.events.filter(({ kind }) => kind === 'overdraft_transfer').length).toBeGreaterThan(10);
    expect(events).toEqual(whole.events);
  });
});
