import { describe, expect, it } from 'vitest';
import { sumOf } from '@/lib/money';
import { changeSince, netWorthLine, worthParts } from './net-worth';

describe('net worth', () => {
  it('adds the currencies of a day at the rates of that day, each rounded once, the days in order', () => {
    const rows = [
      { day: '2026-10-02', currency: 'USD', amount: 200.1, rate: 1 },
      { day: '2026-10-02', currency: 'EUR', amount: 10.05, rate: 1.2 },
      { day: '2026-10-01', currency: 'USD', amount: 100.1, rate: 1 },
      { day: '2026-10-01', currency: 'EUR', amount: 10.05, rate: 1.1 },
      { day: '2026-10-01', currency: 'GBP', amount: -0.2, rate: 1.25 },
    ];
    expect(netWorthLine(rows, [], [], 'USD')).toEqual({
      line: [
        { day: '2026-10-01', value: 110.91 },
        { day: '2026-10-02', value: 212.16 },
      ],
      leftOut: [],
    });
  });

  it('is the sum of the parts that explain it, to the cent', () => {
    const rows = [
      { day: '2026-10-01', currency: 'USD', amount: 5, rate: 1 },
      { day: '2026-10-02', currency: 'USD', amount: -200.1, rate: 1 },
      { day: '2026-10-02', currency: 'EUR', amount: 10.05, rate: 1.23456789 },
      { day: '2026-10-02', currency: 'GBP', amount: 7, rate: null },
    ];
    const homes = [{ id: 'home', property_value: 80.33, start_date: '2026-10-01', currency: 'EUR' }];
    const told = worthParts(rows, homes, [], 'USD');
    expect(told?.parts.map(({ name }) => name)).toEqual([
      'Accounts less debts',
      'Accounts less debts in EUR',
      'Home',
    ]);
    const worth = netWorthLine(rows, homes, [], 'USD').line.at(-1);
    expect(told?.day).toBe(worth?.day);
    expect(sumOf(told?.parts.map(({ amount }) => amount) ?? [])).toBe(worth?.value);
  });

  it('leaves out what has no rate and says so, homes too', () => {
    const rows = [
      { day: '2026-10-01', currency: 'USD', amount: 100, rate: 1 },
      { day: '2026-10-01', currency: 'EUR', amount: -50, rate: null },
    ];
    const homes = [{ id: 'home', property_value: 80, start_date: '2026-10-01', currency: 'EUR' }];
    expect(netWorthLine(rows, homes, [], 'USD')).toEqual({
      line: [{ day: '2026-10-01', value: 100 }],
      leftOut: ['EUR'],
    });
    const rated = rows.map((row) => ({ ...row, rate: row.rate ?? 1.1 }));
    expect(netWorthLine(rated, homes, [], 'USD').line).toEqual([{ day: '2026-10-01', value: 133 }]);
  });

  it('counts a property from the day on which its mortgage begins', () => {
    const rows = ['2026-10-01', '2026-10-02'].map((day) => ({
      day,
      currency: 'USD',
      amount: -150_000,
      rate: 1,
    }));
    const properties = [
      { id: 'home', property_value: 200_000, start_date: '2026-10-02T00:00:00+00:00', currency: 'USD' },
    ];
    expect(netWorthLine(rows, properties, [], 'USD').line.map(({ value }) => value)).toEqual([
      -150_000, 50_000,
    ]);
  });

  it('counts a home at the value of each day', () => {
    const rows = ['2026-10-01', '2026-10-31', '2026-11-30'].map((day) => ({
      day,
      currency: 'USD',
      amount: 0,
      rate: 1,
    }));
    const properties = [{ id: 'home', property_value: 200_000, start_date: '2026-10-01', currency: 'USD' }];
    const valuations = [
      { subject: 'home', day: '2026-10-31', value: 201_000.5 },
      { subject: 'another', day: '2026-11-01', value: 1 },
      { subject: 'home', day: '2026-11-30', value: 199_000 },
    ];
    const { line } = netWorthLine(rows, properties, valuations, 'USD');
    expect(line.map(({ value }) => value)).toEqual([200_000, 201_000.5, 199_000]);
  });

  it('is compared with the day so far back, or with the first there is', () => {
    const line = [1.1, 2.2, 3.3].map((value, index) => ({ day: `2026-10-0${index + 1}`, value }));
    expect(changeSince(line, 1)).toEqual({ since: line[1], by: 1.1 });
    expect(changeSince(line, 30)).toEqual({ since: line[0], by: 2.2 });
  });

  it('is compared with nothing on the first day', () => {
    expect(changeSince([{ day: '2026-10-01', value: 5 }], 30)).toBeNull();
    expect(changeSince([], 30)).toBeNull();
  });
});
