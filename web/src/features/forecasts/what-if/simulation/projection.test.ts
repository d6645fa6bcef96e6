import { parseDay } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Life } from '@engine/what-if/what-if.ts';
import { describe, expect, it } from 'vitest';
import { perform } from './projection';

const LIVED_TO = Date.parse('2026-03-01T00:00:00Z');
const NOW = Date.parse('2026-03-09T08:00:00Z');

const row = (now: number, lived_to: number): HouseholdRow => ({
  id: 'household',
  time_zone: 'UTC',
  generation: 1,
  now,
  lived_to,
  rules_version: 1,
  last_entry: 0,
  seed: 7,
  memory: {},
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
const live = (household: HouseholdRow) =>
  perform(
    { row: household, years: 1, currency: 'USD', rates: { EUR: 1.1 }, history: [] },
    { task: 'life', decisions: [] },
    () => {},
  ) as Life;

describe('a life of a branch', () => {
  it.each([
    ['at the customer’s time, where the household was lived up to an earlier instant', row(NOW, LIVED_TO)],
    ['where the household was lived to, where that is later', row(LIVED_TO, NOW)],
  ])('begins %s, with all currencies', (_, household) => {
    const [first] = live(household).points;
    expect(first).toMatchObject({ day: parseDay('2026-03-09'), cash: 111_000 });
  });
});
