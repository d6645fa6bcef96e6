import { dayText, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { getBackTest } from '@engine/forecast/back-test.ts';
import type { SpendingRow, TransactionRow } from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { type Minor, toMinor } from '@engine/money/minor.ts';
import { buildSpendingProfile } from '@engine/testing/households.ts';
import { describe, expect, it } from 'vitest';
import { getAnswer, type Question } from './calculation';
import { getSummary } from './summary';

const TODAY = parseDay('2026-03-02');
const NOW = new Zone('UTC').getStart(TODAY) + 10 * 3_600_000;

/** Returns one purchase for each of the last `days` days. `amountAgo` returns its amount in minor units. */
function bought(days: number, amountAgo: (ago: number) => number): SpendingRow[] {
  return Array.from({ length: days }, (_, index) => ({
    day: TODAY - days + index,
    amount: amountAgo(days - index),
    category: 'Food',
    isRule: false,
    productId: 'checking',
  }));
}

const backTest = (history: SpendingRow[]) =>
  getBackTest({ history, timeZone: 'UTC', today: TODAY, daysBack: 30, seed: 1, currency: 'USD' });

/** An account with 1,000.00, weekly pay of 700.00, and rent of 500.00 on the 10th. */
function household(): HouseholdRow {
  const rule = { account_id: 'checking', end_date: null, occurrences: null, paused: false, next: null };
  return {
    id: 'household',
    time_zone: 'UTC',
    generation: 1,
    now: NOW,
    simulated_until: NOW,
    rules_version: 1,
    last_entry: 0,
    seed: 7,
    carryover: {},
    changes: [],
    accounts: [
      {
        id: 'checking',
        name: 'Checking',
        type: 'CHECKING',
        currency: 'USD',
        balance: 100_000,
        closed: false,
      },
    ],
    cards: [],
    debts: [],
    auto_deposits: [
      {
        ...rule,
        id: 'pay',
        name: 'Pay',
        category: null,
        start_date: '2026-03-06',
        amount: 70_000,
        frequency: 'WEEKLY',
        is_pay: true,
        minutes: 360,
      },
    ],
    scheduled_payments: [
      {
        ...rule,
        id: 'rent',
        name: 'Rent',
        category: null,
        start_date: '2026-03-10',
        payee: 'Landlord',
        to_account_id: null,
        card_id: null,
        debt_id: null,
        amount: 50_000,
        amount_kind: 'fixed',
        frequency: 'MONTHLY',
        weekend: 'stays',
        changed: {},
      },
    ],
    shocks: [],
  };
}

const rows = (days: number): TransactionRow[] =>
  Array.from({ length: days }, (_, index) => ({
    account_id: 'checking',
    amount: 20,
    date: `${dayText(TODAY - days + index)}T12:00:00Z`,
    kind: 'payment',
    direction: 'out',
    description: 'Corner Grocer',
    merchant: null,
    category: 'Food',
  }));

const createQuestion = (parts: Partial<Question> = {}) =>
  getAnswer({
    household: household(),
    transactions: rows(100),
    charges: [],
    layers: [],
    range: '90d',
    currency: 'USD',
    rates: null,
    accountId: null,
    ...parts,
  });

describe('the back-test of a spending forecast', () => {
  it('is exact where each day costs the same', () => {
    expect(backTest(bought(90, () => 1_000))).toMatchObject({ from: '2026-01-31', meanError: 0, inside: 29 });
  });

  it('has the mean of the daily distances as its error if spending doubled', () => {
    const compared = backTest(bought(90, (ago) => (ago < 30 ? 2_000 : 1_000)));
    expect(compared?.days.at(-1)).toMatchObject({ day: '2026-03-01', actual: 580, median: 290 });
    expect(compared?.meanError).toBe(150);
    expect(compared?.inside).toBe(0);
  });

  it('requires at least twenty days of spending', () => {
    expect(backTest(bought(45, () => 1_000))).toBeNull();
  });
});

describe('a forecast', () => {
  it('adds up by month: balance, income, outflow, and spending', () => {
    const { months, days, now } = createQuestion();
    expect(now).toBe(1_000);
    expect(months.map(({ month }) => month)).toEqual(['2026-03', '2026-04', '2026-05']);
    for (const { begins, comes, goes, spending, ends } of months)
      expect(toMinor(begins) + toMinor(comes) + toMinor(goes) + toMinor(spending)).toBe(toMinor(ends));
    expect(months[0]).toMatchObject({ begins: 1_000, comes: 2_800, goes: -500, spending: -580 });
    expect(months[0]?.drivers).toEqual([
      { key: 'pay', kind: 'income', name: 'Pay', amount: 2_800, imagined: false },
      { key: 'rent', kind: 'bill', name: 'Rent', amount: -500, imagined: false },
    ]);
    expect(months.at(-1)?.ends).toBe(days.at(-1)?.median);
  });

  it("counts a month's interest in that month and not as spending", () => {
    const row = household();
    const savings = { id: 'savings', name: 'Savings', type: 'SAVINGS' as const, currency: 'USD' };
    const { months } = createQuestion({
      household: { ...row, accounts: [...row.accounts, { ...savings, balance: 1_000_000, closed: false }] },
    });
    expect(months[0]?.drivers.find(({ kind }) => kind === 'other')?.amount).toBeGreaterThan(0);
    for (const { spending } of months) expect(spending).toBeLessThanOrEqual(0);
    expect(months[0]?.spending).toBe(-580);
  });

  it('compares the assumptions with the current plan and names accounts that fall below zero only with them', () => {
    const car = {
      id: 'car',
      kind: 'bill' as const,
      name: 'Car',
      amount: 70_000 as Minor,
      startDate: '2026-03-03',
      frequency: 'WEEKLY' as const,
      accountId: 'checking',
    };
    const { lowest, lowestAsIs, baseline, days, belowZero, months } = createQuestion({ layers: [car] });
    expect(lowest.value).toBeLessThan(lowestAsIs?.value ?? 0);
    expect(baseline).toHaveLength(days.length);
    expect(belowZero).toMatchObject([{ accountId: 'checking', onlyImagined: true, probability: 1 }]);
    expect(months[0]?.drivers.find(({ key }) => key === 'car')).toMatchObject({
      kind: 'bill',
      imagined: true,
    });
    expect(createQuestion().belowZero).toEqual([]);
  });

  it('never spends an account below the floor of the simulated spending', () => {
    const life = buildSpendingProfile('checking', null, { floor: 90_000 });
    const { days } = createQuestion({
      household: { ...household(), auto_deposits: [], scheduled_payments: [], carryover: { life } },
    });
    expect(days.at(-1)?.median).toBe(900);
  });

  it("is the same on the dashboard: net worth, each account's lowest day, and the rest of the month", () => {
    const question = { household: household(), transactions: rows(100), charges: [], currency: 'USD' };
    const summary = getSummary({ ...question, rates: { USD: 1 } });
    const { days, lowest } = createQuestion({ accountId: 'checking' });
    expect(summary.accounts[0]?.days).toEqual(days.map(({ day, median }) => ({ day, value: median })));
    expect(summary.accounts[0]?.lowest).toEqual({ day: lowest.day, value: lowest.value });
    // The household has only cash, so its net worth is the same as its cash.
    expect(summary.netWorth).toEqual(
      days.map(({ day, known, median, low, high }) => ({ day, known, value: median, low, high })),
    );
    // Four paydays, one rent payment, and $20 a day for the other 29 days of March.
    expect(summary.restOfMonth).toEqual({ income: 2_800, spending: 500 + 29 * 20 });
  });

  it('names large expenses that happen only once', () => {
    const once = { ...rows(1)[0], amount: 1_860, description: 'Roof repair' } as TransactionRow;
    const transfer = { ...once, amount: 9_000, description: 'To savings', kind: 'transfer' };
    const row = household();
    const [rent] = row.scheduled_payments;
    const insurance = {
      ...rent,
      id: 'insurance',
      name: 'Home insurance',
      amount: 138_000,
      start_date: '2026-03-24',
      occurrences: 1,
    };
    const { events } = getSummary({
      household: {
        ...row,
        scheduled_payments: [rent, insurance] as HouseholdRow['scheduled_payments'],
      },
      transactions: [...rows(100), once, transfer],
      charges: [],
      currency: 'USD',
      rates: { USD: 1 },
    });
    expect(events).toEqual({
      past: [{ day: '2026-03-01', name: 'Roof repair', amount: -1_860, currency: 'USD' }],
      ahead: [{ day: '2026-03-24', name: 'Home insurance', amount: -1_380, currency: 'USD' }],
    });
  });

  it('lists what the spending model is based on, by category', () => {
    const { inputs, categories } = createQuestion({ range: '1y' });
    expect(inputs).toEqual({
      from: '2025-11-22',
      to: '2026-03-01',
      days: 100,
      spendingDays: 100,
      averageWeek: 140,
    });
    expect(categories).toEqual([{ category: 'Food', averageWeek: 140, purchases: 100, sum: 2_000 }]);
  });
});
