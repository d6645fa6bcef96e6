import type { Upcoming } from '@engine/forecast/upcoming.ts';
import type { Condition } from '@engine/search/meaning.ts';
import { describe, expect, it } from 'vitest';
import type { SearchedTransaction } from '@/entities/transaction/queries';
import { dayNet } from './transaction-list';
import { listUpcomingRows } from './upcoming-list';

describe('the total of a day', () => {
  const row = (day: string, base_amount: number | null, to: string | null = null) =>
    ({ day, base_amount, direction: 'out', counterpart_id: to }) as SearchedTransaction;
  const rows = [row('2026-05-02', -0.1), row('2026-05-02', -0.2), row('2026-05-01', 5)];
  const list = { rowAt: (index: number) => rows[index], count: 3, isMerged: false };
  it('is the sum of its transactions to the cent', () => {
    expect(dayNet(list, 1)).toBe(-30);
    expect(dayNet(list, 2)).toBe(500);
  });
  it('is hidden until all are loaded or if a rate is missing', () => {
    expect(dayNet({ ...list, count: 4 }, 2)).toBeNull();
    expect(dayNet({ ...list, rowAt: (index) => (index === 0 ? undefined : rows[index]) }, 1)).toBeNull();
    expect(dayNet({ rowAt: () => row('2026-05-01', null), count: 1, isMerged: false }, 0)).toBeNull();
  });
  it('leaves out a transfer only if both of its sides are in one row', () => {
    const withTransfer = [row('2026-05-02', -0.1), row('2026-05-02', -30, 'savings')];
    const both = { rowAt: (index: number) => withTransfer[index], count: 2 };
    expect(dayNet({ ...both, isMerged: true }, 0)).toBe(-10);
    expect(dayNet({ ...both, isMerged: false }, 0)).toBe(-3010);
  });
});

describe('the upcoming rows of a search', () => {
  const effect = (name: string, amount: number, balance: number) => ({
    ...{ name, amount, balance },
    currency: 'USD',
  });
  const event = (key: string, account: string, effects: Upcoming['effects']) =>
    ({
      key,
      at: Date.parse(`2026-05-${key}T09:00Z`),
      name: key,
      kind: 'transfer',
      account,
      effects,
    }) as Upcoming;
  const upcoming = [
    event('04', 'checking', { checking: effect('Checking', -60, 440) }),
    event('06', 'checking', {
      savings: effect('Savings', 100, 900),
      checking: effect('Checking', -100, 340),
    }),
    event('08', 'checking', { checking: effect('Checking', -40, 300), card: effect('Card', 40, 10) }),
  ];
  const list = (...conditions: Condition[]) =>
    listUpcomingRows(upcoming, { conditions, sort: 'date' }, (at) => new Date(at).toISOString().slice(0, 10));
  const brief = (...conditions: Condition[]) =>
    list(...conditions).map(({ key, amount, balance }) => [key, amount, balance]);

  it('list a transfer once, from the paying account', () => {
    expect(list().map(({ key, amount, from, to }) => [key, amount, from, to])).toEqual([
      ['04', -60, 'Checking', null],
      ['06', -100, 'Checking', 'Savings'],
      ['08', -40, 'Checking', 'Card'],
    ]);
  });

  it('show what the chosen account or card receives and the balance after it', () => {
    expect(brief({ on: 'place', ids: ['savings'] })).toEqual([['06', 100, 900]]);
    expect(brief({ on: 'place', ids: ['card'] })).toEqual([['08', 40, 10]]);
    expect(brief({ on: 'place', ids: ['checking', 'savings'] })).toHaveLength(3);
  });

  it('are those of the chosen days', () => {
    expect(brief({ on: 'day', from: '2026-05-01', to: '2026-05-06' })).toHaveLength(2);
    expect(brief({ on: 'day', to: '2026-05-03' })).toEqual([]);
  });

  it('are left out of any other search', () => {
    expect(brief({ on: 'words', text: '04' })).toEqual([]);
    expect(brief({ on: 'place', ids: ['savings'], not: true })).toEqual([]);
    expect(listUpcomingRows(upcoming, { conditions: [], sort: 'amount' }, () => '2026-05-04')).toEqual([]);
  });
});
