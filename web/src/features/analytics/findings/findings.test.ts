import { describe, expect, it } from 'vitest';
import type { SpendingRow } from '../queries';
import { getRange } from '../range';
import { getAnomalies, getSubscriptions } from './detection';

const TODAY = '2026-10-14';
const range = getRange(new URLSearchParams('range=month'), TODAY);
const row = (day: string, merchant: string, amount: number, category = 'Food'): SpendingRow => ({
  id: `${day} ${merchant} ${amount}`,
  day,
  amount,
  base_amount: amount,
  currency: 'USD',
  category_id: category,
  category,
  merchant,
  description: null,
  account_id: null,
  card_id: 'card',
  kind: 'card_charge',
});
const monthly = (name: string, amounts: number[]) =>
  amounts.map((amount, index) =>
    row(`2026-${String(10 - amounts.length + index + 1).padStart(2, '0')}-03`, name, amount),
  );

describe('subscriptions', () => {
  it('that changed their price show the date and the yearly cost', () => {
    const match = getSubscriptions(monthly('Drift Music', [9.99, 9.99, 9.99, 10.99, 10.99]), 'USD', TODAY);
    expect(match).toMatchObject([
      { name: 'Drift Music', amount: 1099, yearly: 13_188, nextDay: '2026-11-03' },
    ]);
    expect(match[0]?.rise).toEqual({ from: 999, since: '2026-09-03', yearly: 1200 });
  });

  it('with varying or falling prices have no increase', () => {
    for (const amounts of [
      [70, 72, 69, 71, 73],
      [9, 9, 9, 8, 8],
    ])
      expect(getSubscriptions(monthly('Tidewater Electric', amounts), 'USD', TODAY)).toMatchObject([
        { rise: null },
      ]);
  });
});

describe('unusual spending', () => {
  it('includes a purchase far above the usual amount, with the reason', () => {
    const usual = [5, 6, 7, 8].map((month) => row(`2026-0${month}-20`, 'Corner Grocer', 40));
    expect(getAnomalies([...usual, row('2026-10-05', 'Corner Grocer', 140)], 'USD', range)).toMatchObject([
      {
        title: 'Corner Grocer: $140.00',
        why: expect.stringContaining('about $40.00 there, based on 4 earlier'),
      },
      { title: 'Food in October 2026: $140.00' },
    ]);
    expect(getAnomalies([...usual, row('2026-10-05', 'Corner Grocer', 60)], 'USD', range)).toEqual([]);
  });

  it('includes the same amount paid twice in a day, within the range and currency', () => {
    const twice = ['2026-10-05', '2026-10-05'].map((day) => row(day, 'Cinema', 12));
    expect(getAnomalies(twice, 'USD', range)).toMatchObject([{ title: 'Cinema: $12.00 twice' }]);
    expect(getAnomalies(twice, 'EUR', range)).toEqual([]);
    expect(getAnomalies(twice, 'USD', { ...range, from: '2026-10-06' })).toEqual([]);
  });
});
