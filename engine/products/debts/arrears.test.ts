import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { DebtState, EngineEvent, HouseholdState, OutsideChange } from '../../simulation/state.ts';
import { account, debt, deposit, household, start } from '../../testing/households.ts';
import { cappedRate } from './debt-interest.ts';

const zone = new Zone('America/New_York');

const paid = (day: string, amount: number): OutsideChange => ({
  at: zone.at(parseDay(day), 900),
  productId: 'car',
  amount,
  kind: 'loan_payment',
});

/**
 * Returns a household with a car loan of 10,000.00 at 12% over one year from January 1. The installments of
 * 888.49 are due on the first of the month at noon.
 */
function car(parts: Partial<DebtState> = {}, cash = 0, rest: Partial<HouseholdState> = {}): HouseholdState {
  const terms = { balance: 1_000_000, rate: 12, payment: 88_849, term: 12 };
  return household({
    on: '2026-01-01',
    accounts: [account('checking', cash)],
    debts: [debt('car', '2026-01-01', { ...terms, ...parts })],
    ...rest,
  });
}

const autopay = { accountId: 'checking', extra: 0 };
const live = (state: HouseholdState, until: string) => simulate(state, start(until));
const getEvents = (events: EngineEvent[], ...kinds: string[]) =>
  events
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ at, kind, facts, lines }) => [
      dayText(zone.getDay(at - 1)),
      kind,
      facts?.['days'] ?? lines?.find(({ ledger }) => ledger === 'car')?.amount ?? facts?.['amount'],
    ]);

describe('a missed installment', () => {
  test('costs 5% after fifteen days, once, and is marked after 30, 60, and 90 days', () => {
    // 888.49 × 5% = 44.4245. The second and third installments incur the same fee.
    const { events } = live(car({ term: 600 }), '2026-05-04');
    expect(getEvents(events, 'fee', 'delinquent', 'payment_missed')).toEqual([
      ['2026-02-01', 'payment_missed', 88_849],
      ['2026-02-16', 'fee', -4_442],
      ['2026-03-01', 'payment_missed', 88_849],
      ['2026-03-03', 'delinquent', 30],
      ['2026-03-16', 'fee', -4_442],
      ['2026-04-01', 'payment_missed', 88_849],
      ['2026-04-02', 'delinquent', 60],
      ['2026-04-16', 'fee', -4_442],
      ['2026-05-01', 'payment_missed', 88_849],
      ['2026-05-02', 'delinquent', 90],
    ]);
  });

  test.each([
    ['on the fourteenth day: no fee', '2026-02-15', 88_849, []],
    ['on the fifteenth: no fee, it is paid before the day ends', '2026-02-16', 88_849, []],
    ['on the sixteenth: a fee', '2026-02-17', 88_849, [['2026-02-16', 'fee', -4_442]]],
    // (888.49 − 500.00) × 5 % = 19.4245.
    ['in part: a fee on what is missing', '2026-02-15', 50_000, [['2026-02-16', 'fee', -1_942]]],
  ])('is made up %s', (_name, day, amount, fees) => {
    const { events } = live(car({}, 0, { changes: [paid(day, amount)] }), '2026-02-28');
    expect(getEvents(events, 'fee')).toEqual(fees);
  });

  test('is cured when all arrears are paid, oldest first', () => {
    const changes = [paid('2026-03-10', 100_000), paid('2026-03-11', 77_698)];
    const { events, state } = live(car({}, 0, { changes }), '2026-03-20');
    // 1,000.00 pays the February installment and 111.51 of the March installment. 776.98 remains past due.
    expect(live(car({}, 0, { changes: changes.slice(0, 1) }), '2026-03-11').state.debts[0]?.arrears).toEqual([
      { due: parseDay('2026-03-01'), amount: 77_698 },
    ]);
    expect(getEvents(events, 'delinquent', 'cured')).toEqual([
      ['2026-03-03', 'delinquent', 30],
      ['2026-03-11', 'cured', 30],
    ]);
    expect(state.debts[0]).toMatchObject({ arrears: [], delinquent: 0 });
  });

  test('can be marked again in a second delinquency', () => {
    const changes = [paid('2026-03-10', 177_698), paid('2026-05-10', 177_698)];
    const { events } = live(car({}, 0, { changes }), '2026-05-20');
    expect(getEvents(events, 'delinquent', 'cured').map(([day]) => day)).toEqual([
      '2026-03-03',
      '2026-03-10',
      '2026-05-01',
      '2026-05-10',
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
  });

  test("doesn't occur if it was prepaid, and is the rest if it was paid in part", () => {
    const whole = live(car({}, 0, { changes: [paid('2026-01-20', 88_849)] }), '2026-02-02');
    expect(getEvents(whole.events, 'payment_missed')).toEqual([]);
    const part = live(car({}, 0, { changes: [paid('2026-01-20', 80_000)] }), '2026-02-02');
    expect(getEvents(part.events, 'payment_missed')).toEqual([['2026-02-01', 'payment_missed', 8_849]]);
  });
});

describe('autopay of a debt', () => {
  const drawn = (parts: Partial<DebtState>, cash: number) => {
    const { events, state } = live(car({ autopay, ...parts }, cash), '2026-02-02');
    return {
      events: getEvents(events, 'loan_payment', 'payment_failed'),
      arrears: state.debts[0]?.arrears.map(({ amount }) => amount),
      cash: state.accounts[0]?.balance,
    };
  };
  const extra = { autopay: { ...autopay, extra: 10_000 } };
  const behind = { arrears: [{ due: parseDay('2025-12-28'), amount: 20_000, charged: true as const }] };

  test.each([
    ['draws installment, arrears and extra', { ...extra, ...behind }, 118_849, 118_849, []],
    ['leaves out the extra first', { ...extra, ...behind }, 118_848, 108_849, []],
    // 888.49 pays 200.00 of arrears and 688.49 of the installment.
    [
      'then pays no more than an installment, which goes to the arrears first',
      { ...extra, ...behind },
      108_848,
      88_849,
      [20_000],
    ],
    ['draws nothing when even that is not there', { ...extra, ...behind }, 88_848, 0, [20_000, 88_849]],
  ])('%s', (_name, parts, cash, amount, arrears) => {
    expect(drawn(parts, cash)).toEqual({
      events: [
        amount > 0 ? ['2026-02-01', 'loan_payment', amount] : ['2026-02-01', 'payment_failed', 88_849],
      ],
      arrears,
      cash: cash - amount,
    });
  });

  test.each([
    ['is closed', [{ ...account('checking', 900_000), closed: true as const }]],
    ['has another currency', [{ ...account('checking', 900_000), currency: 'EUR' }]],
    ['is missing', []],
  ])('fails if the account %s', (_name, accounts) => {
    const { events } = live(car({ autopay }, 0, { accounts }), '2026-02-02');
    expect(getEvents(events, 'payment_failed')).toEqual([['2026-02-01', 'payment_failed', 88_849]]);
  });

  test('covers only arrears after the last installment, and none are missed afterwards', () => {
    const parts = {
      term: 1,
      arrears: [{ due: parseDay('2025-12-28'), amount: 101_000, charged: true as const }],
      balance: 100_000,
    };
    const { events, state } = live(car({ autopay, ...parts }, 0, { accounts: [] }), '2026-02-02');
    expect(getEvents(events, 'payment_failed', 'payment_missed')).toEqual([]);
    expect(state.debts[0]?.arrears).toHaveLength(1);
  });
});

describe('at the end of a debt', () => {
  test('the last installment pays the whole rest, with arrears and fees', () => {
    // There is no money for the installments in February and March. The first paycheck arrives on March 20.
    const pay = [deposit('pay', 'checking', 300_000, '2026-03-20')];
    const { events, state } = live(car({ autopay }, 0, { autoDeposits: pay }), '2027-02-01');
    expect(state.debts[0]).toMatchObject({ balance: 0, arrears: [], delinquent: 0 });
    expect(getEvents(events, 'cured')).toHaveLength(1);
    const last = events.filter(({ kind }) => kind === 'loan_payment').at(-1);
    expect(dayText(zone.getDay(last?.at ?? 0))).toBe('2027-01-01');
  });

  test('a missed last installment stays owed and is paid as soon as there is money', () => {
    const pay = [deposit('pay', 'checking', 2_000_000, '2027-03-20')];
    const { state } = live(car({ autopay }, 0, { autoDeposits: pay }), '2027-04-02');
    expect(state.debts[0]).toMatchObject({ balance: 0, arrears: [] });
  });

  test('no installment is due during a payment pause, and interest accrues', () => {
    const { events } = live(car({ autopay, hardshipUntil: parseDay('2026-03-31') }, 900_000), '2026-04-02');
    expect(getEvents(events, 'interest', 'loan_payment', 'payment_failed')).toEqual([
      ['2026-02-01', 'interest', -10_000],
      ['2026-03-01', 'interest', -10_100],
      ['2026-04-01', 'interest', -10_201],
      ['2026-04-01', 'loan_payment', 88_849],
    ]);
  });

  test('a pause that ends on a due date covers it', () => {
    const { events } = live(car({ autopay, hardshipUntil: parseDay('2026-02-01') }, 900_000), '2026-02-02');
    expect(getEvents(events, 'loan_payment')).toEqual([]);
  });
});

describe('the caps of an adjustable rate', () => {
  test.each([
    ['within the caps', 6.25, 5, 6.25],
    ['two points up at most', 9, 5, 7],
    ['two points down at most', 1, 5, 3],
    ['five points above the first rate at most', 12, 9, 10],
    ['five points below the first rate, and never below zero', -4, 1, 0],
    ['thousandths of a percent', 5.43219, 5, 5.432],
    ['the nearest thousandth', 5.43251, 5, 5.433],
  ])('%s', (_name, request, present, rate) => {
    expect(
      cappedRate(request, present, { margin: 2, everyMonths: 12, capPerReset: 2, capForLife: 5, first: 5 }),
    ).toBe(rate);
  });
});
