import { describe, expect, test } from 'vitest';
import { Exchange } from '../money/exchange.ts';
import { account, card, debt, household } from '../testing/households.ts';
import { computeNetWorth, getHoldings, toProjectionPoint } from './net-worth.ts';

const loan = { balance: 30_000, rate: 5, payment: 10_000, term: 12 };

describe('net worth', () => {
  test('adds accounts and homes and subtracts cards, loans, and mortgages', () => {
    const state = household({
      on: '2026-01-01',
      accounts: [
        account('checking', 100_000),
        account('savings', 150_000, 'SAVINGS'),
        account('fund', 40_000, 'INVESTMENT'),
        { ...account('gone', 888_888, 'SAVINGS'), closed: true },
      ],
      // A credit balance on a card is money that the customer owns.
      cards: [
        card('blue', '2026-01-01', { limit: 200_000, balance: 50_000 }),
        card('red', '2026-01-01', { limit: 100_000, balance: -5_000 }),
      ],
      debts: [
        debt('car', '2026-01-01', { ...loan, arrears: [] }),
        debt('home', '2026-01-01', {
          ...loan,
          balance: 6_000_000,
          product: 'mortgage',
          property: { value: 10_000_000 },
        }),
      ],
    });
    const worth = computeNetWorth(getHoldings(state), new Exchange('USD'));
    expect(worth).toEqual({
      cash: 250_000,
      investments: 40_000,
      property: 10_000_000,
      cards: -45_000,
      loans: -30_000,
      mortgages: -6_000_000,
      total: 4_215_000,
    });
    expect(toProjectionPoint(7, worth)).toEqual({
      day: 7,
      netWorth: 4_215_000,
      cash: 250_000,
      debt: 6_075_000,
      property: 10_000_000,
      investments: 40_000,
    });
  });

  test('converts the sum of each kind and currency once and excludes a currency without a rate', () => {
    const euros = (kind: 'cash' | 'cards', amount: number) => ({ kind, currency: 'EUR', amount });
    const holdings = [
      euros('cash', 1),
      euros('cash', 1),
      euros('cards', -1),
      { kind: 'cash' as const, currency: 'GBP', amount: 500 },
      { kind: 'cash' as const, currency: 'USD', amount: 10 },
    ];
    // 2 × 1.25 = 2.5, which rounds to 3. A single cent would round to 1.
    expect(computeNetWorth(holdings, new Exchange('USD', { EUR: 1.25 }))).toMatchObject({
      cash: 13,
      cards: -1,
      total: 12,
    });
  });
});
