import { describe, expect, test } from 'vitest';
import { dayText, parseDay, Zone } from '../calendar/calendar.ts';
import type { AutoDepositRow, HouseholdRow } from '../household/row.ts';
import { buildHouseholdState, getCarryover } from '../household/state.ts';
import { buildHouseholdRow } from '../testing/rows.ts';
import { simulate } from './simulate.ts';

const zone = new Zone('UTC');
const at = (day: string, hours = 0) => zone.at(parseDay(day), hours * 60);

/** A paycheck on Christmas Day 2026, a Friday. It arrives at 9:00 AM on December 24. */
const pay: AutoDepositRow = {
  id: 'pay',
  name: 'Pay',
  account_id: 'everyday',
  amount: 100_000,
  frequency: 'MONTHLY',
  is_pay: true,
  minutes: 9 * 60,
  category: null,
  start_date: '2026-12-25',
  end_date: null,
  occurrences: 1,
  paused: false,
  next: null,
};

/** Returns a household that observes bank holidays, simulated until December 20, in the bank's format. */
const getRow = (parts: Partial<HouseholdRow> = {}): HouseholdRow =>
  buildHouseholdRow({
    now: at('2026-12-20'),
    carryover: { bankHolidays: true },
    accounts: [
      { id: 'everyday', name: 'everyday', type: 'CHECKING', currency: 'USD', balance: 100, closed: false },
    ],
    auto_deposits: [pay],
    ...parts,
  });

const getPaydays = (row: HouseholdRow) =>
  simulate(buildHouseholdState(row), at('2027-01-20')).events.map((event) => dayText(zone.getDay(event.at)));

describe('a paycheck that arrived early because of a bank holiday', () => {
  const paidUntil = at('2026-12-24', 13);
  const { state, events } = simulate(buildHouseholdState(getRow()), paidUntil);
  const change = (rule: Partial<AutoDepositRow>) =>
    getRow({
      simulated_until: paidUntil,
      now: paidUntil,
      carryover: getCarryover(state),
      auto_deposits: [{ ...pay, ...rule }],
    });

  test('arrives on the business day before', () => {
    expect(events.map((event) => dayText(zone.getDay(event.at)))).toEqual(['2026-12-24']);
  });

  test.each([
    ['after a pause', { resumed: at('2026-12-24', 14) }],
    ['after a change of its time', { minutes: 10 * 60 }],
    ['after it was deleted and restored', {}],
    ['after a change of its first day', { start_date: '2026-12-24', occurrences: 1 }],
  ])('does not arrive again %s', (_name, edit) => {
    expect(getPaydays(change(edit))).toEqual([]);
  });

  test('arrives again in the next month', () => {
    expect(getPaydays(change({ occurrences: null, minutes: 600 }))).toEqual([]);
    const later = simulate(
      buildHouseholdState(change({ occurrences: null, minutes: 600 })),
      at('2027-02-01'),
    );
    expect(later.events.map((event) => dayText(zone.getDay(event.at)))).toEqual(['2027-01-25']);
  });

  test('leaves nothing behind after its planned day', () => {
    expect(getCarryover(state)).toMatchObject({ early: { pay: parseDay('2026-12-25') } });
    const later = simulate(state, at('2026-12-26')).state;
    expect(getCarryover(later)).not.toHaveProperty('early');
  });
});

describe('a paycheck whose business day before is over', () => {
  test.each([
    ['was created afterward', { created: at('2026-12-24', 18) }],
    ['was paused until afterward', { resumed: at('2026-12-24', 14) }],
  ])('arrives on its own day if the rule %s', (_name, change) => {
    const row = getRow({ auto_deposits: [{ ...pay, ...change }] });
    expect(getPaydays(row)).toEqual(['2026-12-25']);
    // The result is the same if a step ends in between.
    const step = simulate(buildHouseholdState(row), at('2026-12-24', 12));
    const next = getRow({
      simulated_until: at('2026-12-24', 12),
      carryover: getCarryover(step.state),
      auto_deposits: [{ ...pay, ...change, next: 0 }],
    });
    expect([...step.events, ...simulate(buildHouseholdState(next), at('2027-01-20')).events]).toHaveLength(1);
  });
});
