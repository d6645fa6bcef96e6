import { parseDay, Zone } from '@engine/calendar/calendar.ts';
import type { DebtRow, HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { simulate } from '@engine/simulation/simulate.ts';
import type { Projection } from '@engine/what-if/what-if.ts';
import { describe, expect, it } from 'vitest';
import { perform } from './projection';

const LIVED_TO = Date.parse('2026-03-01T00:00:00Z');
const NOW = Date.parse('2026-03-09T08:00:00Z');

const row = (now: number, simulated_until: number): HouseholdRow => ({
  id: 'household',
  time_zone: 'UTC',
  generation: 1,
  now,
  simulated_until,
  rules_version: 1,
  last_entry: 0,
  seed: 7,
  carryover: {},
  changes: [],
  accounts: [
    { id: 'checking', name: 'Checking', type: 'CHECKING', currency: 'USD', balance: 100_000, closed: false },
    { id: 'euros', name: 'Euros', type: 'CHECKING', currency: 'EUR', balance: 10_000, closed: false },
  ],
  cards: [],
  debts: [],
  auto_deposits: [],
  scheduled_payments: [],
  shocks: [],
  goals: [],
});
/** A loan that no account, rule, or autopay pays. */
const LOAN: DebtRow = {
  id: 'car',
  product: 'loan',
  name: 'Car',
  currency: 'USD',
  balance: 60_000,
  rate: 6,
  payment: 5_000,
  term: 13,
  start_date: '2026-03-01',
  next_due_date: '2026-04-01',
  autopay_account_id: null,
  autopay_extra: 0,
  paused_until: null,
};
const live = (household: HouseholdRow) =>
  perform(
    { row: household, years: 1, currency: 'USD', rates: { EUR: 1.1 }, history: [] },
    { task: 'projection', decisions: [] },
    () => {},
  ) as Projection;

describe('the projection of a what-if', () => {
  it.each([
    ['at the customer’s time, where the household was lived up to an earlier instant', row(NOW, LIVED_TO)],
    ['where the household was lived to, where that is later', row(LIVED_TO, NOW)],
  ])('starts %s, with all currencies', (_, household) => {
    const [first] = live(household).points;
    expect(first).toMatchObject({ day: parseDay('2026-03-09'), cash: 111_000 });
  });
});

it('matches the simulated balances when a loan has no scheduled payment', () => {
  const { accounts: all, ...rest } = row(NOW, NOW);
  const household: HouseholdRow = { ...rest, accounts: all.slice(0, 1), debts: [LOAN] };
  const { points, feesPaid, assumptions } = live(household);
  const last = points.at(-1);
  const { accounts, debts } = simulate(
    buildHouseholdState(household),
    new Zone('UTC').getStart((last?.day ?? 0) + 1),
    {
      record: false,
    },
  ).state;
  expect({ cash: last?.cash, debt: last?.debt }).toEqual({
    cash: accounts[0]?.balance,
    debt: debts[0]?.balance,
  });
  expect(last?.cash).toBe(100_000);
  expect(feesPaid).toBeGreaterThan(0);
  expect(assumptions).toContain('No payment is set up for Car, so it will become past due.');
});
