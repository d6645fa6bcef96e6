import { expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money';
import { balanceParts } from './balance-figure';

it('a balance is the earlier balance plus its latest transactions', () => {
  const rows = [
    { amount: 0.1, direction: 'in', balance_after: 1000.3 },
    { amount: 200.2, direction: 'out', balance_after: 1000.2 },
    { amount: 50, direction: 'in', balance_after: 1200.4 },
    { amount: 1, direction: 'in', balance_after: 1150.4 },
    { amount: 2, direction: 'in', balance_after: 1149.4 },
    { amount: 3, direction: 'out', balance_after: 1147.4 },
    { amount: 4, direction: 'out', balance_after: 1150.4 },
  ];
  const parts = balanceParts(1000.3, rows);
  expect(parts.rows).toHaveLength(6);
  expect(parts.before).toBe(rows[6]?.balance_after);
  expect(sumAmounts([parts.before, ...parts.rows.map(({ amount }) => amount)])).toBe(1000.3);
  expect(balanceParts(0, [])).toEqual({ before: 0, rows: [] });
});
