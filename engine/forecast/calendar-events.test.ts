import { describe, expect, test } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { listCalendarEvents } from './calendar-events.ts';

const now = new Zone('America/New_York').at(parseDay('2026-12-02'), 600);

/** A card without autopay that is due on the 20th, and a loan of 300.00 a month with and without autopay. */
const build = (autopay: string | null): HouseholdRow => ({
  ...{ id: 'me', time_zone: 'America/New_York', generation: 0, rules_version: 0, last_entry: 0, seed: 1 },
  ...{ now, simulated_until: now, carryover: {}, changes: [], auto_deposits: [] },
  ...{ scheduled_payments: [], shocks: [] },
  accounts: [
    {
      ...{ id: 'checking', name: 'Checking', type: 'CHECKING', currency: 'USD' },
      ...{ balance: 5_000_00, closed: false },
    },
  ],
  cards: [
    {
      ...{ id: 'card', name: 'Reef Card', currency: 'USD', limit: 2_000_00, balance: 150_00, apr: 20 },
      ...{
        due_date: '2026-12-20',
        autopay: null,
        autopay_account_id: null,
        autopay_amount: null,
        frozen: false,
      },
    },
  ],
  debts: [
    {
      ...{ id: 'car', product: 'loan', name: 'Car loan', currency: 'USD', balance: 3_000_00, rate: 6 },
      ...{ payment: 300_00, term: 12, start_date: '2026-11-15', next_due_date: '2026-12-15' },
      ...{ autopay_account_id: autopay, autopay_extra: 0, paused_until: null },
    },
  ],
});

const list = (row: HouseholdRow, days: number) =>
  listCalendarEvents(row, days).map(({ day, title, amount }) => [day, title, amount]);

describe('calendar events', () => {
  test('are statement days and due dates without autopay', () => {
    expect(list(build(null), 60)).toEqual([
      ['2026-12-15', 'Car loan payment due', -300],
      ['2026-12-26', 'Reef Card statement', null],
      ['2027-01-26', 'Reef Card statement', null],
    ]);
  });

  test('leave out a payment while payments are paused', () => {
    const row = build(null);
    const [debt] = row.debts;
    const pause = (until: string) =>
      list({ ...row, debts: debt ? [{ ...debt, paused_until: until }] : [] }, 20).map(([day]) => day);
    expect(pause('2026-12-15')).toEqual([]);
    expect(pause('2026-12-14')).toEqual(['2026-12-15']);
  });

  test('have no amount for the bill of a line of credit', () => {
    const row = build(null);
    const line = { limit: 10_000_00, drawMonths: 120, margin: 1, cap: 18 };
    const debts = row.debts.map((debt) => ({ ...debt, term: 240, line }));
    expect(list({ ...row, debts }, 20)).toEqual([['2026-12-15', 'Car loan payment due', null]]);
  });

  test('are the payments of autopay instead of its due dates', () => {
    expect(list(build('checking'), 30)).toEqual([
      ['2026-12-15', 'Car loan payment', -300],
      ['2026-12-26', 'Reef Card statement', null],
    ]);
  });

  test('include the annual fee of a card', () => {
    const row = build(null);
    const product = { product: 'voyage' as const, opened_on: '2025-12-15', name: 'Voyage' };
    const cards = row.cards.map((card) => ({ ...card, ...product }));
    expect(list({ ...row, debts: [], cards }, 30)).toEqual([
      ['2026-12-15', 'Voyage annual fee', -95],
      ['2026-12-26', 'Voyage statement', null],
    ]);
    expect(
      list({ ...row, debts: [], cards }, 385).filter(([, title]) => title === 'Voyage annual fee'),
    ).toEqual([
      ['2026-12-15', 'Voyage annual fee', -95],
      ['2027-12-15', 'Voyage annual fee', -95],
    ]);
  });

  test('keep their keys, so that calendar apps move an event instead of adding another', () => {
    const keys = (days: number) => listCalendarEvents(build('checking'), days).map(({ key }) => key);
    expect(keys(60).slice(0, 2)).toEqual(keys(30));
    expect(new Set(keys(60)).size).toBe(keys(60).length);
  });
});
