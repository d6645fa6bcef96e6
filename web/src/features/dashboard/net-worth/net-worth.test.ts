import { describe, expect, it } from 'vitest';
import { getTotals } from './holdings';
import { getEvents } from './net-worth-chart';
import {
  currentNetWorth,
  getChangeSince,
  getCurrenciesWithoutRate,
  getNetWorthLines,
  getPostedSpan,
  joinDays,
} from './net-worth-figure';
import { getRangeDays } from './range';

const days = (...amounts: number[]) =>
  amounts.map((amount, index) => ({
    day: `2026-10-0${index + 1}`,
    amount,
    left_out: [] as string[],
    opened_with: null as number | null,
  }));

describe('net worth on the dashboard', () => {
  it('is the amount of the last day, and zero before there is an account', () => {
    expect(currentNetWorth(days(1, 2.5))).toBe(2.5);
    expect(currentNetWorth([])).toBe(0);
  });

  it('reads at most ten years of a longer fast-forward', () => {
    const from = Date.parse('2026-10-01T12:00:00Z');
    const getSpan = (at: string) => getPostedSpan({ from, at: Date.parse(at) }, 'UTC');
    expect(getSpan('2027-10-01T12:00:00Z')).toEqual(['2026-10-01', '2027-10-01']);
    expect(getSpan('2056-10-01T12:00:00Z')).toEqual(['2046-10-04', '2056-10-01']);
  });

  it('keeps the days before and after the posted ones', () => {
    const [first, second, third, fourth] = days(1, 2, 3, 4);
    const history = days(1, 2, 3, 4);
    const posted = [second, third].flatMap((day) => (day ? [{ ...day, amount: 9 }] : []));
    expect(joinDays(history, posted)).toEqual([first, ...posted, fourth]);
    expect(joinDays(history, [])).toEqual(history);
  });

  it('names each currency without a rate once', () => {
    const history = days(1, 2, 3).map((day, index) => ({ ...day, left_out: index > 0 ? ['GBP'] : [] }));
    expect(getCurrenciesWithoutRate(history)).toEqual(['GBP']);
  });

  it('is compared with the end of the day that many days ago', () => {
    const history = days(1.1, 2.2, 3.3);
    expect(getChangeSince(history, 1)).toEqual({ since: { day: '2026-10-02', value: 2.2 }, by: 1.1 });
  });

  it("is compared with the opening balances if the household isn't older than that", () => {
    const history = days(1840, 2000, 313.96).map((day, index) => ({
      ...day,
      opened_with: index === 0 ? 0 : null,
    }));
    expect(getChangeSince(history, 30)).toEqual({ since: { day: '2026-10-01', value: 0 }, by: 313.96 });
    expect(getChangeSince(history, 2)?.by).toBe(313.96);
  });

  it('is compared with the start of the range that the chart shows', () => {
    expect(getRangeDays('3m', '2026-10-14')).toBe(92);
    expect(getRangeDays('1y', '2026-10-14')).toBe(365);
    expect(getRangeDays('all', '2026-10-14')).toBe(Number.POSITIVE_INFINITY);
    expect(getChangeSince(days(1, 2, 4), getRangeDays('all', '2026-10-03'))?.by).toBe(3);
  });

  it('is the sum of what the customer has and what the customer owes', () => {
    const parts = [
      { kind: 'cash', worth: 100.1 },
      { kind: 'cash', worth: null },
      { kind: 'property', worth: 200.2 },
      { kind: 'cards', worth: -20.05 },
      { kind: 'mortgages', worth: -90 },
    ];
    expect(getTotals(parts)).toEqual({ assets: 300.3, debts: -110.05 });
  });

  it('has labels for the largest expenses that are visible on the chart', () => {
    const past = [
      { day: '2026-10-01', value: 1_000 },
      { day: '2026-10-02', value: 500 },
    ];
    const ahead = [{ day: '2026-10-05', value: 2_000 }];
    const expense = (day: string, amount: number, currency = 'USD') => ({
      day,
      name: 'Roof',
      amount,
      currency,
    });
    const events = {
      past: [expense('2026-09-01', -900), expense('2026-10-02', -500), expense('2026-10-01', -20)],
      ahead: [expense('2026-10-05', -400, 'EUR'), expense('2026-10-05', -300)],
    };
    expect(getEvents(past, ahead, { events }, 'USD')).toEqual([
      { day: '2026-10-02', value: 500, label: 'Roof −$500.00', short: 'Roof', isExpected: false },
      { day: '2026-10-05', value: 2_000, label: 'Roof −$300.00', short: 'Roof', isExpected: true },
    ]);
    expect(getEvents(past, ahead, null, 'USD')).toEqual([]);
  });

  it('is compared with nothing on the first day', () => {
    expect(getChangeSince(days(5), 30)).toBeNull();
    expect(getChangeSince([], 30)).toBeNull();
  });

  it('is explained by kind and currency, in a fixed order, with links to the products', () => {
    const part = (kind: string, amount: number, currency = 'USD', rate: number | null = 1) => ({
      kind,
      currency,
      amount,
      rate,
      worth: rate === null ? null : amount * rate,
    });
    const parts = [
      part('cards', -20),
      part('cash', 10, 'EUR', 1.1),
      part('cash', 100),
      part('cash', 7, 'GBP', null),
      part('mortgages', -900),
      part('property', 1000),
      part('loans', -5),
      part('investments', 50),
    ];
    const accounts = [
      { id: 'fund', type: 'INVESTMENT' },
      { id: 'one', type: 'CHECKING' },
      { id: 'two', type: 'SAVINGS' },
    ];
    expect(getNetWorthLines(parts, accounts, 'USD')).toEqual([
      { name: 'Cash', detail: null, amount: 100, to: '/dashboard#accounts' },
      { name: 'Cash in EUR', detail: '€10.00 × 1.1', amount: 11, to: '/dashboard#accounts' },
      { name: 'Cash in GBP', detail: null, amount: null, to: '/dashboard#accounts' },
      { name: 'Investments', detail: null, amount: 50, to: '/dashboard/accounts/fund' },
      { name: 'Homes', detail: null, amount: 1000, to: '/mortgages' },
      { name: 'Credit cards', detail: null, amount: -20, to: '/credit-cards' },
      { name: 'Loans', detail: null, amount: -5, to: '/loans' },
      { name: 'Mortgages', detail: null, amount: -900, to: '/mortgages' },
    ]);
  });
});
