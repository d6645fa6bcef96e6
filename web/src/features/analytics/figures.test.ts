import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money';
import { analyticsCsv } from './analytics-page';
import { type Figures, formatChange, getFigures, type Line } from './figures';
import { getFlowHeight, moneyFlow, placeParts } from './money-flow/sankey-geometry';
import { getChange, worthDays } from './net-worth/net-worth-section';
import { getRange } from './range';

const rangeFor = (query: string, today = '2026-03-31') => getRange(new URLSearchParams(query), today);
const line = (name: string, amount: number): Line => ({ id: name, name, amount, before: 0, times: 1 });

function figuresWith(income: number[], spending: number[]): Figures {
  const now = { income: sumAmounts(income), spending: sumAmounts(spending), rate: null };
  return {
    ...getFigures([], [], () => ''),
    income: income.map((amount, index) => line(`i${index}`, amount)),
    spending: spending.map((amount, index) => line(`s${index}`, amount)),
    now: { ...now, netSavings: sumAmounts([now.income, ...spending.map((amount) => -amount)]) },
  };
}

describe('a date range', () => {
  it.each([
    ['range=month', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['', '2026-01-01', '2025-10-01', '2025-12-31'],
    ['range=year', '2026-01-01', '2025-01-01', '2025-03-31'],
    ['range=custom&from=2026-03-22&to=2026-03-31', '2026-03-22', '2026-03-12', '2026-03-21'],
    ['range=custom&from=2026-03-22&to=nonsense', '2026-01-01', '2025-10-01', '2025-12-31'],
  ])('%s starts on %s and is compared with %s to %s', (query, from, beforeFrom, beforeTo) => {
    expect(rangeFor(query)).toMatchObject({ from, to: '2026-03-31', beforeFrom, beforeTo });
  });
});

describe('the description of a change', () => {
  it.each([
    [112, 100, '12% more than'],
    [92, 100, '8% less than'],
    [300, 100, '200% more than'],
    [400, 100, 'about 4 times as much as'],
    [1748.49, 30.3, 'more than 10 times as much as'],
    [100, 0, 'more than'],
    [0, 30.3, '100% less than'],
  ])('of %d against %d is %s', (amount, before, text) => {
    expect(formatChange(amount, before)).toBe(text);
  });
});

describe('cash flow', () => {
  const amounts = fc.array(fc.integer({ min: -500_00, max: 9000_00 }), { maxLength: 14 });

  it('has equal totals on both sides, and every part keeps its position', () => {
    fc.assert(
      fc.property(amounts, amounts, (income, spending) => {
        const flow = moneyFlow(
          figuresWith(
            income.map((cents) => cents / 100),
            spending.map((cents) => cents / 100),
          ),
        );
        expect(sumAmounts(flow.sources.map(({ amount }) => amount))).toBe(flow.total);
        if (flow.total === 0) return;
        const height = getFlowHeight(flow, 300, 46);
        const parts = placeParts(flow.uses, flow.total, 300, height, 46);
        for (const [index, part] of parts.entries()) {
          const next = parts[index + 1];
          if (next) expect(next.top + next.size / 2 - part.top - part.size / 2).toBeGreaterThan(45.9);
          expect(part.top + part.size).toBeLessThanOrEqual(height + 0.001);
        }
      }),
    );
  });
});

describe('assets and debts', () => {
  const row = (day: string, kind: string, worth: number | null, currency = 'USD') => ({
    day,
    kind,
    currency,
    amount: worth ?? 0,
    worth,
  });

  it('add the parts of each day up to the net worth', () => {
    const [january, february] = worthDays([
      row('2026-02-28', 'cash', 150.25),
      row('2026-02-28', 'cash', 11, 'EUR'),
      row('2026-02-28', 'property', 1100),
      row('2026-02-28', 'loans', -20.1),
      row('2026-02-28', 'cards', -30.2),
      row('2026-02-28', 'mortgages', -900),
      row('2026-01-31', 'cash', 100),
      row('2026-01-31', 'cash', null, 'GBP'),
    ]);
    expect(january).toMatchObject({ worth: 100, parts: { cash: 100, homes: 0 } });
    expect(february).toMatchObject({
      worth: 310.95,
      parts: { cash: 161.25, homes: 1100, cards: -50.3, mortgages: -900 },
    });
  });

  it('separate the effect of exchange rates', () => {
    const days = worthDays([row('2026-01-31', 'cash', 10, 'EUR'), row('2026-02-28', 'cash', 11, 'EUR')]);
    expect(getChange(days, [{ amount: 1 }])).toEqual({ by: 1, fromRates: 1, fromTheRest: 0 });
    expect(getChange(days, [])).toBeNull();
  });
});

describe('the exported file', () => {
  it('has the same numbers, and a name that looks like a formula is text', () => {
    const figures = figuresWith([1234.5], [-20.05]);
    const merchant = { merchant: '=SUM(A1), "x"', amount: 3, times: 2, amount_before: 0, last_day: '' };
    const lines = analyticsCsv(figures, [merchant], rangeFor('range=month'), 'USD').split('\r\n');
    expect(lines).toEqual([
      'part,name,"amount USD, 03/01/2026 to 03/31/2026","before, 02/01/2026 to 02/28/2026",times',
      'total,Income,1234.50,0.00,',
      'total,Spending,-20.05,0.00,',
      'total,Net savings,1254.55,0.00,',
      'spending by category,s0,-20.05,0.00,1',
      'income by category,i0,1234.50,0.00,1',
      'top merchants,"\'=SUM(A1), ""x""",3.00,0.00,2',
      '',
    ]);
  });
});
