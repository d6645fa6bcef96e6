import { expect, test } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import { account, buildSpendingProfile, card, debt, household } from '../testing/households.ts';
import { nextDueAt, simulate } from './simulate.ts';
import type { HouseholdState } from './state.ts';

const zone = new Zone('America/New_York');
const midnight = (day: string) => zone.getStart(parseDay(day));
const living = (parts: Partial<HouseholdState>) => household({ on: '2026-01-05', ...parts });
const checking = account('checking', 900_000);
const home = debt('home', '2026-01-20', { balance: 100_000, rate: 6, payment: 9_000, term: 12 });

test.each<[string, Partial<HouseholdState>, string | null]>([
  ['never where there is nothing but a checking account', { accounts: [checking] }, null],
  [
    'as the month ends, when savings earn',
    { accounts: [account('savings', 5_000, 'SAVINGS')] },
    '2026-01-31',
  ],
  [
    'as the month ends, when an investment follows the market',
    { accounts: [account('fund', 5_000, 'INVESTMENT')] },
    '2026-01-31',
  ],
  [
    'as the month ends, when a home is worth something else',
    { debts: [{ ...home, start: parseDay('2026-02-20'), property: { value: 1 } }] },
    '2026-01-31',
  ],
  [
    'as the day ends, when a closed account has interest to give',
    { accounts: [checking, { ...account('old', 0, 'SAVINGS'), closed: true, accruedMicros: 5 }] },
    '2026-01-05',
  ],
  [
    'as the day ends, while an installment is past due',
    { debts: [{ ...home, arrears: [{ due: parseDay('2026-01-01'), amount: 5 }] }] },
    '2026-01-05',
  ],
  [
    'never, when the closed account has none',
    { accounts: [{ ...account('old', 0, 'SAVINGS'), closed: true }] },
    null,
  ],
])('an automatic event occurs %s', (_name, parts, day) => {
  expect(nextDueAt(living(parts))).toBe(day === null ? null : zone.getEnd(parseDay(day)));
});

test('manual purchases are charged to a card or paid from an account', () => {
  const state = living({ accounts: [checking], cards: [card('tide', '2026-01-03')] });
  const { events } = simulate(state, midnight('2026-01-07') - 1, {
    purchasesOn: (day) =>
      day === parseDay('2026-01-06')
        ? [
            { productId: 'tide', amount: 700 },
            { productId: 'checking', amount: 300 },
          ]
        : [],
  });
  expect(events.map(({ kind, lines }) => [kind, lines?.[0]?.ledger, lines?.[0]?.amount])).toEqual([
    ['card_charge', 'tide', -700],
    ['payment', 'checking', -300],
  ]);
});

test('prices rise at the end of the month even without purchases', () => {
  const bare = living({
    spendingProfile: buildSpendingProfile('checking', null, { habits: [], luck: false, inflation: 12 }),
  });
  expect(simulate(bare, midnight('2026-02-01')).state.spendingProfile?.priceLevel).toBe(
    Math.round((bare.spendingProfile?.priceLevel ?? 0) * 1.01),
  );
});
