import { expect, test } from 'vitest';
import type { HouseholdRow } from '../household/row.ts';
import { mapDecisions } from './same-products.ts';
import type { Decision } from './what-if.ts';

type Named = { id: string; name: string };
/** Builds a partial household that has only named products. */
const named = (lists: Partial<Record<'accounts' | 'cards' | 'debts' | 'scheduled_payments', Named[]>>) =>
  ({
    accounts: [],
    cards: [],
    debts: [],
    auto_deposits: [],
    scheduled_payments: [],
    ...lists,
  }) as unknown as HouseholdRow;
const product = (id: string, name: string): Named => ({ id, name });

const then = named({
  accounts: [
    product('a1', 'Everyday'),
    product('kept', 'Savings'),
    product('t1', 'Two'),
    product('t2', 'Two'),
  ],
  cards: [product('c1', 'Everyday')],
  debts: [product('d1', 'Car'), product('d2', 'Gone')],
});
const now = named({
  accounts: [product('a2', 'Everyday'), product('kept', 'Savings'), product('t3', 'Two')],
  cards: [product('c2', 'Everyday')],
  debts: [product('d3', 'Car')],
});

test('decisions are matched to current products of the same name and kind', () => {
  const decisions: Decision[] = [
    { id: '1', on: 1, kind: 'lump_payment', debtId: 'd1', amount: 5, accountId: 'a1' },
    { id: '2', on: 2, kind: 'save', from: 'kept', to: 'a1', amount: 5, frequency: 'MONTHLY' },
    { id: '3', on: 3, kind: 'extra_payment', debtId: 'c1', monthly: 5 },
    // A name that the customer chose stays the same, even if it equals an id.
    { id: '4', on: 4, kind: 'purchase', name: 'a1', accountId: 'kept', amount: 5 },
  ];
  expect(mapDecisions(decisions, then, now)).toMatchObject([
    { debtId: 'd3', accountId: 'a2', amount: 5 },
    { from: 'kept', to: 'a2' },
    { debtId: 'c2' },
    { name: 'a1', accountId: 'kept' },
  ]);
});

test('missing or ambiguous products keep their id', () => {
  const decisions: Decision[] = [
    { id: '1', on: 1, kind: 'extra_payment', debtId: 'd2', monthly: 5 },
    { id: '2', on: 2, kind: 'save', from: 't1', to: 't2', amount: 5, frequency: 'MONTHLY' },
  ];
  expect(mapDecisions(decisions, then, now)).toEqual(decisions);
});
