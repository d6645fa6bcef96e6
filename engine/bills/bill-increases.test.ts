import { describe, expect, test } from 'vitest';
import { dayText, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState, getCarryover } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';
import { buildStep } from '../simulation/step.ts';
import { simulateByDay } from '../testing/daily-steps.ts';
import { canonical, start } from '../testing/households.ts';
import { buildHouseholdRow } from '../testing/rows.ts';

const ZONE = 'America/New_York';
const zone = new Zone(ZONE);
const LARGE_BALANCE = 90_000_000;

type Payment = HouseholdRow['scheduled_payments'][number];
type Deposit = HouseholdRow['auto_deposits'][number];

const shared = { account_id: 'checking', end_date: null, occurrences: null, paused: false, next: null };
const bill = (name: string, amount: number, from: string, parts: Partial<Payment> = {}): Payment => ({
  ...shared,
  id: name,
  name,
  category: null,
  start_date: from,
  payee: name,
  to_account_id: null,
  card_id: null,
  debt_id: null,
  amount,
  amount_kind: 'fixed',
  frequency: 'MONTHLY',
  weekend: 'stays',
  changed: {},
  ...parts,
});
const pay = (amount: number, from: string, parts: Partial<Deposit> = {}): Deposit => ({
  ...shared,
  id: 'pay',
  name: 'Pay',
  category: null,
  start_date: from,
  amount,
  frequency: 'MONTHLY',
  is_pay: true,
  minutes: 360,
  ...parts,
});

const household = (on: string, parts: Partial<HouseholdRow> = {}): HouseholdRow =>
  buildHouseholdRow({
    time_zone: ZONE,
    now: start(on),
    seed: 7,
    carryover: { billIncreases: true, prices: { level: 1_000_000, inflation: 2.7 } },
    accounts: [
      {
        id: 'checking',
        name: 'Checking',
        type: 'CHECKING',
        currency: 'USD',
        balance: LARGE_BALANCE,
        closed: false,
      },
    ],
    ...parts,
  });

const run = (row: HouseholdRow, until: string) => simulate(buildHouseholdState(row), start(until));
const getEventDay = ({ at }: EngineEvent) => dayText(zone.getDay(at));
/** Returns the day and amount of each movement of checking by a rule, in minor units. */
const getPayments = (events: readonly EngineEvent[], id: string) =>
  events.flatMap((event) =>
    event.subject === id && event.lines
      ? [[getEventDay(event), Math.abs(event.lines[0]?.amount ?? 0)] as [string, number]]
      : [],
  );
const getNotices = (events: readonly EngineEvent[]) =>
  events
    .filter(({ kind }) => kind === 'price_increase' || kind === 'pay_raise')
    .map((event) => [getEventDay(event), event.description]);

/** Returns the row after a step, as the bank would return it. */
function advance(row: HouseholdRow, until: string): HouseholdRow {
  const { step, after } = buildStep(row, start(until), true);
  const amounts = new Map(step.adjusted.map(({ id, amount }) => [id, amount]));
  const next = new Map(
    [...step.auto_deposits, ...step.scheduled_payments].map((rule) => [rule.id, rule.next]),
  );
  const update = <Rule extends Payment | Deposit>(rule: Rule): Rule => ({
    ...rule,
    next: next.get(rule.id) ?? null,
    amount: amounts.get(rule.id) ?? rule.amount,
  });
  return {
    ...row,
    now: step.to,
    simulated_until: step.to,
    carryover: step.carryover,
    auto_deposits: row.auto_deposits.map(update),
    scheduled_payments: row.scheduled_payments.map(update),
    accounts: row.accounts.map((account, index) => ({
      ...account,
      balance: after.accounts[index]?.balance ?? 0,
    })),
  };
}

const rent = bill('Rent', 145_000, '2026-03-01');

describe('rent', () => {
  const row = household('2026-12-15', { scheduled_payments: [rent] });

  test('is announced 60 days before its anniversary and goes up on that day', () => {
    const { events } = run(row, '2027-04-02');
    expect(getNotices(events)).toEqual([
      ['2026-12-31', 'Rent goes up from $1,450.00 to $1,496.00 on Mar 1, 2027'],
    ]);
    expect(events.find(({ kind }) => kind === 'price_increase')).toMatchObject({
      subject: 'Rent',
      facts: { before: 145_000, after: 149_600, effective_date: '2027-03-01' },
    });
    expect(getPayments(events, 'Rent')).toEqual([
      ['2027-01-01', 145_000],
      ['2027-02-01', 145_000],
      ['2027-03-01', 149_600],
      ['2027-04-01', 149_600],
    ]);
  });

  test('does not go up if the notice was missed', () => {
    const { events } = run(
      { ...row, now: start('2027-01-02'), simulated_until: start('2027-01-02') },
      '2027-12-30',
    );
    expect(getNotices(events)).toEqual([]);
    expect(new Set(getPayments(events, 'Rent').map(([, amount]) => amount))).toEqual(new Set([145_000]));
  });

  test('goes up every year, from the amount of the year before', () => {
    const { events } = run(row, '2029-04-02');
    expect([...new Set(getPayments(events, 'Rent').map(([, amount]) => amount))]).toEqual([
      145_000, 149_600, 154_400, 159_300,
    ]);
  });

  test('stays the same if the customer keeps the amount, even after the notice', () => {
    const announced = advance(row, '2027-01-10');
    expect(announced.carryover.bills?.['Rent']?.next).toMatchObject({ amount: 149_600 });
    const [rule] = announced.scheduled_payments;
    const unchanged = {
      ...announced,
      scheduled_payments: [{ ...rent, ...rule, adjustment: 'none' as const }],
    };
    const { events, state } = run(unchanged, '2028-06-01');
    expect(new Set(getPayments(events, 'Rent').map(([, amount]) => amount))).toEqual(new Set([145_000]));
    expect(getCarryover(state).bills).toBeUndefined();
  });

  test('keeps an amount that the customer changed until the end of the calendar year', () => {
    const announced = advance(row, '2027-01-10');
    const edited = {
      ...announced,
      scheduled_payments: announced.scheduled_payments.map((rule) => ({ ...rule, amount: 140_000 })),
    };
    const later = advance(edited, '2027-06-01');
    const { events } = run(later, '2028-03-02');
    const before = run(edited, '2027-06-01').events;
    expect(new Set(getPayments(before, 'Rent').map(([, amount]) => amount))).toEqual(new Set([140_000]));
    expect(getPayments(events, 'Rent').at(-2)).toEqual(['2028-02-01', 140_000]);
    expect(getPayments(events, 'Rent').at(-1)).toEqual(['2028-03-01', 144_500]);
  });

  test('pays the amount that the customer set for one payment, and goes up afterward', () => {
    const changed = { '2027-03-01': { amount: 100_000 } };
    const { events } = run(
      household('2026-12-15', { scheduled_payments: [{ ...rent, changed }] }),
      '2027-04-02',
    );
    expect(getPayments(events, 'Rent').slice(2)).toEqual([
      ['2027-03-01', 100_000],
      ['2027-04-01', 149_600],
    ]);
  });

  test('follows inflation on the day of the notice', () => {
    const shock = {
      id: 's',
      kind: 'inflation' as const,
      on_date: '2026-12-20',
      size: 5,
      months: 3,
      product_id: null,
    };
    const { events } = run({ ...row, shocks: [shock] }, '2027-03-02');
    // 1,450.00 at 2.7% + 5 + 0.5 points = 1,568.90.
    expect(getPayments(events, 'Rent').at(-1)).toEqual(['2027-03-01', 156_900]);
  });

  test('stays the same while bill increases are off', () => {
    const off = household('2026-12-15', { scheduled_payments: [rent], carryover: {} });
    const { events, state } = run(off, '2030-01-01');
    expect(new Set(getPayments(events, 'Rent').map(([, amount]) => amount))).toEqual(new Set([145_000]));
    expect(getCarryover(state)).not.toHaveProperty('bills');
    expect(getCarryover(state)).not.toHaveProperty('prices');
  });

  test('is not announced while it is paused', () => {
    const paused = { ...rent, paused: true };
    expect(getNotices(run({ ...row, scheduled_payments: [paused] }, '2027-04-02').events)).toEqual([]);
  });
});

describe('other bills', () => {
  test('raises a subscription 18 months after its first day, with 30 days of notice', () => {
    const music = bill('Music', 1_299, '2026-01-09');
    const { events } = run(household('2027-05-01', { scheduled_payments: [music] }), '2027-08-01');
    expect(getNotices(events)).toEqual([['2027-06-09', 'Music goes up from $12.99 to $13.99 on Jul 9']]);
    expect(getPayments(events, 'Music').at(-1)).toEqual(['2027-07-09', 1_399]);
  });

  test('raises a phone plan with the first payment in January', () => {
    const phone = bill('Phone', 8_900, '2026-02-20');
    const { events } = run(household('2026-12-01', { scheduled_payments: [phone] }), '2027-02-01');
    expect(getNotices(events)).toEqual([
      ['2026-12-21', 'Phone goes up from $89.00 to $91.50 on Jan 20, 2027'],
    ]);
    expect(getPayments(events, 'Phone').at(-1)).toEqual(['2027-01-20', 9_150]);
  });

  test('raises insurance with the first payment on or after its anniversary', () => {
    const car = bill('Car insurance', 10_000, '2026-01-07', { frequency: 'BIWEEKLY' });
    const { events } = run(household('2026-12-01', { scheduled_payments: [car] }), '2027-02-10');
    const [notice] = getNotices(events);
    expect(notice?.[1]).toContain('from $100.00 to $105.70');
    const after = getPayments(events, 'Car insurance').filter(([, amount]) => amount === 10_570);
    expect(after[0]?.[0]).toBe('2027-01-20');
    expect(notice?.[0]).toBe('2026-12-21');
  });
});

describe('a utility bill', () => {
  const power = bill('Power', 12_000, '2026-12-12');
  const row = household('2026-12-01', { scheduled_payments: [power] });

  test('starts with the amount that the customer entered, and then varies by season', () => {
    const { events } = run(row, '2028-12-01');
    const bills = getPayments(events, 'Power').map(([, amount]) => amount);
    expect(bills[0]).toBe(12_000);
    expect(new Set(bills).size).toBe(24);
    // January with 118% is above May with 86%, even if both differ by 8%.
    expect(bills[1]).toBeGreaterThan(12_000 * 1.08);
    expect(bills[5]).toBeLessThan(12_000);
    expect(getNotices(events)).toEqual([]);
  });

  test('shows the amount of the next bill before it is charged', () => {
    const { state } = run(row, '2027-02-20');
    const shown = state.scheduledPayments[0]?.amount;
    const [next] = getPayments(simulate(state, start('2027-03-20')).events, 'Power');
    expect(next).toEqual(['2027-03-12', shown]);
  });

  test('has the amount that the customer entered until the end of the year', () => {
    const edited = {
      ...advance(row, '2027-02-20'),
      scheduled_payments: [{ ...power, next: 3, amount: 15_000 }],
    };
    const bills = getPayments(run(edited, '2028-03-01').events, 'Power');
    expect(bills.filter(([day]) => day < '2028').every(([, amount]) => amount === 15_000)).toBe(true);
    expect(bills.filter(([day]) => day >= '2028').some(([, amount]) => amount === 15_000)).toBe(false);
  });

  test('keeps its amount while a failed payment is tried again', () => {
    const underfunded = {
      ...row,
      accounts: row.accounts.map((account) => ({ ...account, balance: 11_999 })),
    };
    const before = advance(underfunded, '2026-12-13');
    expect(before.scheduled_payments[0]?.amount).toBe(12_000);
    const [account] = before.accounts;
    const state = buildHouseholdState(before);
    const funded: HouseholdState = {
      ...state,
      accounts: state.accounts.map((item) => ({ ...item, balance: (account?.balance ?? 0) + 1 })),
    };
    expect(getPayments(simulate(funded, start('2026-12-20')).events, 'Power')).toEqual([
      ['2026-12-13', 12_000],
    ]);
  });
});

describe('pay', () => {
  test('rises on its anniversary, with the paycheck', () => {
    const row = household('2026-12-01', {
      auto_deposits: [pay(200_000, '2026-01-15', { frequency: 'BIWEEKLY' })],
    });
    const { events } = run(row, '2027-02-01');
    // 2,000.00 × 26 = 52,000.00 a year; at 3.2% 53,660.00, so 2,063.85 per paycheck.
    expect(getPayments(events, 'pay').slice(-3)).toEqual([
      ['2026-12-31', 200_000],
      ['2027-01-14', 200_000],
      ['2027-01-28', 206_385],
    ]);
    expect(getNotices(events)).toEqual([['2027-01-28', 'Pay went up from $2,000.00 to $2,063.85']]);
  });

  test('does not rise twice if the customer chose a percentage', () => {
    const row = household('2026-12-01', { auto_deposits: [pay(200_000, '2026-01-15', { adjustment: 3 })] });
    const { events } = run(row, '2027-02-01');
    expect(getPayments(events, 'pay').at(-1)).toEqual(['2027-01-15', 206_000]);
    expect(getNotices(events)).toEqual([]);
  });
});

describe('a year', () => {
  const row = household('2026-12-15', {
    auto_deposits: [pay(200_000, '2026-06-30', { frequency: 'WEEKLY' })],
    scheduled_payments: [
      rent,
      bill('Music', 1_299, '2026-01-31'),
      bill('Phone', 8_900, '2026-02-20', { weekend: 'before' }),
      bill('Power', 12_000, '2026-12-12', { weekend: 'after' }),
      bill('Car insurance', 8_650, '2026-05-07', { frequency: 'QUARTERLY' }),
    ],
  });

  test('gives the same events in one step and in daily steps', () => {
    const initial = buildHouseholdState(row);
    const whole = simulate(initial, start('2027-12-15'));
    const daily = simulateByDay(initial, start('2027-12-15'));
    expect(daily.events.map(canonical)).toEqual(whole.events.map(canonical));
    expect(getCarryover(daily.state)).toEqual(getCarryover(whole.state));
    expect(getNotices(whole.events)).toHaveLength(5);
  });

  test('gives the same rows in monthly steps that the bank stores', () => {
    const whole = advance(row, '2027-12-15');
    let monthly = row;
    for (let month = 1; month <= 11; month += 1)
      monthly = advance(monthly, `2027-${String(month).padStart(2, '0')}-20`);
    monthly = advance(monthly, '2027-12-15');
    expect(monthly.scheduled_payments).toEqual(whole.scheduled_payments);
    expect(monthly.auto_deposits).toEqual(whole.auto_deposits);
    expect(monthly.accounts).toEqual(whole.accounts);
    expect(monthly.carryover).toEqual(whole.carryover);
  });
});

test('a premium whose policy has ended announces nothing, also within one step', () => {
  const row = household('2026-01-01', {
    accounts: [
      { id: 'checking', name: 'Checking', type: 'CHECKING', currency: 'USD', balance: 0, closed: false },
    ],
    carryover: {
      billIncreases: true,
      insurance: { car: { since: 20_454, paymentId: 'Car insurance', deductible: 0, coinsurance: 0 } },
    },
    scheduled_payments: [bill('Car insurance', 20_000, '2026-01-10')],
  });
  const { events, state } = run(row, '2027-03-01');
  expect(events.some(({ kind }) => kind === 'coverage_ended')).toBe(true);
  expect(getNotices(events)).toEqual([]);
  const daily = simulateByDay(buildHouseholdState(row), start('2027-03-01'));
  expect(daily.events).toEqual(events);
  expect(daily.state.scheduledPayments).toEqual(state.scheduledPayments);
});

test('pay doesn’t rise with a paycheck that a job loss stops', () => {
  const row = household('2026-01-01', {
    auto_deposits: [pay(500_000, '2025-06-15')],
    shocks: [{ id: 'loss', kind: 'job_loss', on_date: '2026-05-01', size: 0, months: 4, product_id: null }],
  });
  expect(getNotices(run(row, '2026-12-01').events).map(([day]) => day)).toEqual(['2026-09-15']);
});

test('a utility bill keeps its usual amount when only its first day changes', () => {
  const row = household('2026-01-01', { scheduled_payments: [bill('Electricity', 10_000, '2026-01-10')] });
  const later = advance(row, '2026-03-01');
  const [payment] = later.scheduled_payments;
  expect(payment?.amount).not.toBe(10_000);
  const moved = { ...later, scheduled_payments: [bill('Electricity', payment?.amount ?? 0, '2026-03-12')] };
  expect(buildHouseholdState(moved).scheduledPayments[0]?.bill?.utility?.usual).toBe(10_000);
});
