import { describe, expect, it } from 'vitest';
import { getContributedLine, getInvestmentReturn, getYearlyReturn } from './investment-return';

const move = (kind: string, amount: number, date = '2026-01-01') => ({
  kind,
  amount: Math.abs(amount),
  direction: amount < 0 ? 'out' : 'in',
  date,
});
const MOVEMENTS = [
  move('opening', 1000),
  move('transfer', 200.1, '2026-01-03'),
  move('market_change', 55.55, '2026-01-31'),
  move('interest', 3.2, '2026-01-31'),
  move('market_change', -20.05, '2026-02-28'),
  move('fee', -1.1, '2026-02-28'),
  move('withdrawal', -100, '2026-03-02'),
];

describe('the return of an investment account', () => {
  it('splits the value into contributions, price gains, and income minus fees, to the cent', () => {
    expect(getInvestmentReturn(MOVEMENTS)).toMatchObject({
      contributed: 1100_10,
      prices: 35_50,
      income: 2_10,
      total: 37_60,
      value: 1137_70,
    });
    expect(getInvestmentReturn(MOVEMENTS).percent).toBeCloseTo(3.418, 3);
  });

  it('counts dividends as income', () => {
    const { contributed, income } = getInvestmentReturn([move('opening', 1000), move('dividend', 12.5)]);
    expect([contributed, income]).toEqual([1000_00, 12_50]);
  });

  it('is the yearly rate at which the contributions grow to the value', () => {
    const once = [move('opening', 1000, '2024-01-01'), move('market_change', 210, '2025-06-01')];
    expect(getYearlyReturn(once, '2025-12-31')).toBeCloseTo(10, 6);
    // 1,000 for two years and 1,000 for one year at 5%: 1,102.50 + 1,050.
    const twice = [
      move('opening', 1000, '2024-01-01'),
      move('transfer', 1000, '2024-12-31'),
      move('market_change', 152.5, '2025-06-01'),
    ];
    expect(getYearlyReturn(twice, '2025-12-31')).toBeCloseTo(5, 6);
    expect(getYearlyReturn([...once, move('market_change', -410)], '2025-12-31')).toBeLessThan(0);
  });

  it('has no yearly rate in the first year', () => {
    expect(getYearlyReturn([move('opening', 1000, '2026-01-01')], '2026-12-31')).toBeNull();
    expect(getYearlyReturn([], '2026-12-31')).toBeNull();
  });

  it('has no percentage if nothing is contributed', () => {
    expect(getInvestmentReturn([move('transfer', 100), move('withdrawal', -100)]).percent).toBeNull();
  });

  it('shows the contributions at the end of each day of the history as steps', () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-03-02'];
    const history = days.map((day) => ({ day, value: 0 }));
    expect(getContributedLine(MOVEMENTS, history, (date) => date).map(({ value }) => value)).toEqual([
      1000, 1000, 1200.1, 1100.1,
    ]);
  });
});
