import type { Minor } from '@engine/money/minor.ts';
import { describe, expect, it } from 'vitest';
import { explainDifference, getDifference } from './difference';
import type { OpenRow } from './queries';

const row = (id: string, amount: number, description = id): OpenRow => ({
  id,
  entry_id: 1,
  date: '2026-10-01T12:00:00Z',
  amount: Math.abs(amount),
  direction: amount < 0 ? 'out' : 'in',
  description,
  merchant: null,
  type: 'DEPOSIT',
});
const rows = [row('Salary', 1000), row('Rent', -600), row('Coffee', -3.5), row('Shop', -54.1)];
const minor = (amount: number) => Math.round(amount * 100) as Minor;

describe('a reconciliation difference', () => {
  it('is the statement balance minus the selected transactions', () => {
    expect(getDifference(minor(500), minor(100), rows.slice(0, 2))).toBe(0);
    expect(getDifference(minor(496.5), minor(100), rows.slice(0, 2))).toBe(-350);
  });

  for (const [name, difference, selected, pattern, toggle] of [
    ['of one row that is not selected', -3.5, ['Salary'], /Coffee.*isn.t selected/, ['Coffee']],
    ['of one row too many', 600, ['Rent'], /Without “Rent”/, ['Rent']],
    ['of swapped digits', 9, ['Shop'], /divisible by 9/, []],
    ['of a wrong sign', 7, ['Coffee'], /“Coffee” is half the difference/, []],
    ['of nothing that is known', 1.01, [], /No single transaction/, []],
  ] as const)
    it(`${name} is explained`, () => {
      const [hint] = explainDifference(minor(difference), rows, new Set(selected), 'USD');
      expect(hint?.text).toMatch(pattern);
      expect(hint?.toggle).toEqual(toggle);
    });

  it('caused by a duplicate names it', () => {
    const twice = [...rows, row('Coffee 2', -3.5, 'Coffee')];
    const [hint] = explainDifference(minor(3.5), twice, new Set(['Coffee', 'Coffee 2']), 'USD');
    expect(hint).toMatchObject({ text: '“Coffee” is selected twice.' });
  });

  it('of zero needs no explanation', () => {
    expect(explainDifference(minor(0), rows, new Set(), 'USD')).toEqual([]);
  });
});
