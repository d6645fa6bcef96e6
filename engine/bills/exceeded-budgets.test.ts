import { expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { account, household, payment } from '../testing/households.ts';
import { findExceededBudgets } from './exceeded-budgets.ts';

const on = parseDay('2027-03-01');
const rent = payment('Rent', 'checking', 145_000, '2026-03-01', {
  next: 12,
  category: 'Housing',
  bill: { type: 'rent', next: { amount: 149_600, on } },
});
const storage = payment('Storage', 'checking', 4_000, '2026-03-05', { next: 12, category: 'Housing' });
const find = (limit: number | null, payments = [rent]) =>
  findExceededBudgets(
    household({ on: '2027-02-10', accounts: [account('checking', 0)], scheduledPayments: payments }),
    [{ category: 'Housing', amount: limit }],
    'USD',
  );

test('an increase exceeds a budget that covered the amount before, but not the new one', () => {
  expect(find(1_450)).toEqual([
    { paymentId: 'Rent', name: 'Rent', amount: 149_600, on, category: 'Housing', over: 4_600 },
  ]);
  expect(find(1_496)).toEqual([]);
  expect(find(1_449.99)).toEqual([]);
  expect(find(null)).toEqual([]);
});

test('the other payments of the category in that month count', () => {
  expect(find(1_500, [rent, storage])).toMatchObject([{ over: 3_600 }]);
  expect(find(1_536, [rent, storage])).toEqual([]);
});

test('payments in another currency or without an increase exceed no budget', () => {
  const state = household({
    on: '2027-02-10',
    accounts: [account('checking', 0)],
    scheduledPayments: [rent],
  });
  expect(findExceededBudgets(state, [{ category: 'Housing', amount: 1_450 }], 'EUR')).toEqual([]);
  const { bill: _, ...same } = rent;
  expect(find(1, [same])).toEqual([]);
});
