import { Zone } from '@engine/calendar/calendar.ts';
import { expect, it } from 'vitest';
import { getBalancesAfter, getPostedMarks, getRulerMarks, type RulerItem } from './ruler-marks';

const zone = new Zone('UTC');

function item(day: string, name: string, amount: number, balances: Record<string, number> = {}): RulerItem {
  const [account = ''] = Object.keys(balances);
  const effects = Object.fromEntries(
    Object.entries(balances).map(([id, balance]) => [
      id,
      { name: id.toUpperCase(), amount, currency: 'USD', balance },
    ]),
  );
  return {
    key: name,
    at: Date.parse(`${day}T09:00Z`),
    name,
    amount,
    currency: 'USD',
    account,
    effects,
  };
}

it('shows the balance of the paying account after the last payment of a mark', () => {
  const upcoming = [
    item('2026-10-02', 'Phone', -40, { checking: 460 }),
    item('2026-10-03', 'Save', -60, { checking: 400, savings: 1_060 }),
    item('2026-10-20', 'Rent', -350, { checking: 50 }),
  ];
  const [first, second] = getRulerMarks(upcoming, zone);
  expect(first).toMatchObject({ kind: 'several', items: [{ name: 'Phone' }, { name: 'Save' }] });
  expect(getBalancesAfter(first?.items ?? [])).toMatchObject([{ name: 'CHECKING', balance: 400 }]);
  expect(getBalancesAfter(second?.items ?? [])).toMatchObject([{ name: 'CHECKING', balance: 50 }]);
});

it('has one mark at the start of each day with posted transactions, without a label or a balance', () => {
  const posted = [
    { key: 'o', at: Date.parse('2026-10-01T09:00Z'), name: 'Old', amount: -4, currency: 'USD' },
    { key: 'a', at: Date.parse('2026-10-02T09:00Z'), name: 'Coffee', amount: -4, currency: 'USD' },
    { key: 'b', at: Date.parse('2026-10-02T18:00Z'), name: 'Rent', amount: -900, currency: 'USD' },
    { key: 'c', at: Date.parse('2026-10-04T18:00Z'), name: 'Pay', amount: 900, currency: 'USD' },
  ];
  const marks = getPostedMarks(posted, Date.parse('2026-10-01T08:00Z'), zone);
  expect(marks.map(({ key, kind, label, items }) => [key, kind, label, items.length])).toEqual([
    ['2026-10-02', 'posted', null, 2],
    ['2026-10-04', 'posted', null, 1],
  ]);
  expect(marks[0]?.at).toBe(Date.parse('2026-10-02T00:00Z'));
  expect(getBalancesAfter(marks.flatMap(({ items }) => items))).toEqual([]);
});
