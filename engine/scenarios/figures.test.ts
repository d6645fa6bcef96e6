import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { account, card, debt, goal, household } from '../testing/households.ts';
import { computeWorth, getPoint, readFigure } from './figures.ts';
import type { ScenarioRun } from './run-state.ts';

const begins = parseDay('2026-01-01');
const getLoan = (balance: number) => ({ balance, rate: 5, payment: 10_000, term: 12 });

/**
 * A household with 2,500.00 in cash, 400.00 in investments, and a home worth 100,000.00. Euro accounts and
 * closed accounts don't count.
 */
const state = household({
  on: '2026-01-01',
  accounts: [
    account('checking', 100_000),
    account('savings', 150_000, 'SAVINGS'),
    account('stocks', 40_000, 'INVESTMENT'),
    { ...account('euros', 999_999, 'SAVINGS'), currency: 'EUR' },
    { ...account('gone', 888_888, 'SAVINGS'), closed: true },
  ],
  cards: [
    card('blue', '2026-01-01', { limit: 200_000, balance: 50_000 }),
    card('red', '2026-01-01', { limit: 100_000, balance: -5_000 }),
  ],
  debts: [
    debt('car', '2026-01-01', { ...getLoan(30_000), arrears: [] }),
    debt('home', '2026-01-01', {
      ...getLoan(6_000_000),
      product: 'mortgage',
      property: { value: 10_000_000 },
    }),
  ],
  goals: [
    goal('trip', 'savings', 200_000, { portion: 60_000 }),
    goal('whole', 'savings', 200_000, { portion: null }),
  ],
});

const scenarioRun = (parts: Partial<ScenarioRun> = {}): ScenarioRun => ({
  begins,
  ends: begins + 59,
  ids: {},
  objectives: [],
  losing: [],
  totals: {
    income: 300_000,
    spent: 219_000,
    interest: 1_000,
    fees: 2_000,
    lateFees: 500,
    failedPayments: 3,
    brought: 0,
    categories: { Food: 42_000 },
  },
  cards: {
    blue: { counted: null, inRow: 1, mostInRow: 4, lateSince: begins + 50 },
    red: { counted: null, inRow: 0, mostInRow: 2, lateSince: null },
  },
  credit: { lines: {}, dues: [], inquiries: [] },
  borrowed: [],
  months: [],
  checkpoints: [],
  lowest: null,
  turns: [],
  outcome: null,
  ...parts,
});
const broughtIn = (brought: number) => scenarioRun({ totals: { ...scenarioRun().totals, brought } });
const day = begins + 59;
const read = (figure: Parameters<typeof readFigure>[2]['figure'], of?: string, of_play = scenarioRun()) =>
  readFigure(state, of_play, { figure, ...(of !== undefined && { of }) }, { day, isAsked: true });

describe('a scenario figure', () => {
  test.each([
    ['balance', 'savings', 150_000],
    ['balance', 'nowhere', null],
    ['cash', undefined, 250_000],
    ['invested', undefined, 40_000],
    ['debt', undefined, 6_080_000],
    ['debt', 'car', 30_000],
    ['debt', 'nowhere', 0],
    ['net_worth', undefined, 4_215_000],
    ['interest_paid', undefined, 1_000],
    ['fees_paid', undefined, 2_000],
    ['income', undefined, 300_000],
    ['spent', undefined, 219_000],
    ['spent', 'Food', 42_000],
    ['spent', 'Travel', 0],
    ['utilization', undefined, 16.67],
    ['utilization', 'blue', 25],
    ['utilization', 'nowhere', null],
    ['savings_rate', undefined, 27],
    ['goal', 'trip', 30],
    ['goal', 'whole', 75],
    ['goal', 'nowhere', null],
    ['home_equity', undefined, 40],
    // 2,190.00 in sixty days is 1,110.21 a month of 365 ÷ 12 days.
    ['emergency_months', undefined, 1.35],
    ['full_payments', undefined, 4],
    ['full_payments', 'red', 2],
    ['full_payments', 'nowhere', 0],
    ['late_fees', undefined, 500],
    ['failed_payments', undefined, 3],
    ['days_late', undefined, 9],
  ] as const)('%s of %s is %s', (figure, of, value) => {
    expect(read(figure, of)).toBe(value);
  });

  test('excludes money from outside the scenario', () => {
    const helped = broughtIn(20_000);
    expect(read('cash', undefined, helped)).toBe(230_000);
    expect(read('balance', 'savings', helped)).toBe(130_000);
    expect(read('debt', 'car', helped)).toBe(50_000);
    expect(read('goal', 'trip', helped)).toBe(20);
    expect(read('cash', undefined, broughtIn(-20_000))).toBe(250_000);
    // The deposits exceed the current cash, so the excess must have been invested.
    expect(read('invested', undefined, broughtIn(260_000))).toBe(30_000);
  });

  test('is not met with money borrowed in the scenario, and shows it otherwise', () => {
    const lent = scenarioRun({ borrowed: ['car'] });
    expect(read('cash', undefined, lent)).toBe(220_000);
    expect(readFigure(state, lent, { figure: 'cash' }, { day, isAsked: false })).toBe(250_000);
  });

  test('is missing while there is nothing to judge', () => {
    const nothing = { ...scenarioRun().totals, income: 0, spent: 0 };
    expect(read('savings_rate', undefined, scenarioRun({ totals: nothing }))).toBeNull();
    expect(read('emergency_months', undefined, scenarioRun({ totals: nothing }))).toBeNull();
    const early = { day: begins + 26, isAsked: true };
    expect(readFigure(state, scenarioRun(), { figure: 'emergency_months' }, early)).toBeNull();
    const poor = { ...state, debts: [], goals: [] };
    expect(readFigure(poor, scenarioRun(), { figure: 'home_equity' }, { day, isAsked: true })).toBeNull();
  });

  test('for late payments counts from the oldest arrears of a debt', () => {
    const arrears = [{ due: begins + 28, amount: 10_000 }];
    const late = { ...state, debts: state.debts.map((item) => ({ ...item, arrears })) };
    expect(readFigure(late, scenarioRun(), { figure: 'days_late' }, { day, isAsked: true })).toBe(31);
    expect(
      readFigure(state, scenarioRun({ cards: {} }), { figure: 'days_late' }, { day, isAsked: true }),
    ).toBe(0);
  });

  test('has a value per day, also per product', () => {
    const { balances, ...point } = getPoint(state, scenarioRun(), day);
    expect(point).toMatchObject({
      day,
      ...computeWorth(state, scenarioRun()),
      income: 300_000,
      failedPayments: 3,
    });
    expect(balances).toMatchObject({ checking: 100_000, euros: 999_999, blue: 50_000, red: -5_000 });
    expect(point).not.toHaveProperty('categories');
  });
});
