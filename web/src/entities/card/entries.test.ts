import { describe, expect, it } from 'vitest';
import { getCardPath, getPath, statementPath } from './card-paths';
import { averageDailyBalance, entriesSince, getEntries, getParts, isPurchase, usageByMonth } from './entries';
import type { CardEntry, Statement } from './queries';

const ZONE = 'America/New_York';
const CARD = '6f1d5bb2-0000-4000-8000-000000000001';

function entry(id: number, at: string, amount: number, owed: number, kind = 'card_charge'): CardEntry {
  const texts = { description: null, merchant: null, category: null, categoryId: null };
  return { id, at, countsAt: at, kind, ...texts, amount, owed, canWaive: false };
}

/**
 * Sorted latest first, as the bank returns them: a charge, a payment, and interest at the end of January 31.
 */
const ENTRIES = [
  entry(4, '2026-02-03T17:00:00Z', 20, 75.5),
  entry(3, '2026-02-01T04:59:59.999Z', 1.5, 55.5, 'interest'),
  entry(2, '2026-01-21T17:00:00Z', -46, 54, 'card_payment'),
  entry(1, '2026-01-11T17:00:00Z', 100, 100),
];

const STATEMENT: Statement = {
  id: 'january',
  card_id: CARD,
  user_id: CARD,
  from_date: '2026-01-01',
  to_date: '2026-01-31',
  due_date: '2026-02-25',
  pay_by: null,
  purchase_apr: null,
  intro_until: null,
  penalty_from: null,
  cash_balance: null,
  transfer_balance: null,
  pending: null,
  opening_balance: 0,
  charges: 100,
  payments: 46,
  interest: 1.5,
  fees: 0,
  closing_balance: 55.5,
  minimum_payment: 25,
  rewards: 1,
};

describe('card entries', () => {
  it('of a statement add up to its total, without later entries', () => {
    const own = getEntries(STATEMENT, ENTRIES, ZONE);
    expect(getParts(own)).toEqual({ charges: 100, payments: 46, interest: 1.5, fees: 0 });
    expect(entriesSince(STATEMENT.to_date, ENTRIES, ZONE).map(({ id }) => id)).toEqual([4]);
  });

  it('have an average daily balance without the interest charged on it', () => {
    // Ten days of 100.00 and eleven of 54.00 in 31 days: 1,594.00 ÷ 31.
    expect(averageDailyBalance(STATEMENT, ENTRIES, ZONE)).toBe(51.42);
  });

  it('that were imported later belong to the statement of the import', () => {
    const imported = entry(5, '2026-01-15T17:00:00Z', 310, 0, 'imported_charge');
    const later = [{ ...imported, countsAt: '2026-02-04T17:00:00Z' }, ...ENTRIES];
    expect(getEntries(STATEMENT, later, ZONE)).toHaveLength(3);
    expect(averageDailyBalance(STATEMENT, later, ZONE)).toBe(51.42);
    expect(entriesSince(STATEMENT.to_date, later, ZONE).map(({ id }) => id)).toEqual([5, 4]);
    // Imported on January 31, so its 310.00 are owed for one day of 31.
    const inTime = [{ ...imported, countsAt: '2026-01-31T17:00:00Z' }, ...ENTRIES];
    expect(averageDailyBalance(STATEMENT, inTime, ZONE)).toBe(61.42);
  });

  it('give the utilization at the end of each month, including months without entries', () => {
    const months = usageByMonth(ENTRIES, { limit: 200, today: '2026-04-02', zone: ZONE, months: 3 });
    expect(months).toEqual([
      { month: '2026-02', owed: 75.5, share: 0.3775 },
      { month: '2026-03', owed: 75.5, share: 0.3775 },
      { month: '2026-04', owed: 75.5, share: 0.3775 },
    ]);
  });
});

describe('a card path', () => {
  it.each([
    ['', { cardId: null, part: '', statement: null }],
    ['rewards', { cardId: null, part: 'rewards', statement: null }],
    [CARD, { cardId: CARD, part: '', statement: null }],
    [`${CARD}/manage`, { cardId: CARD, part: 'manage', statement: null }],
    [`${CARD}/nonsense`, { cardId: CARD, part: '', statement: null }],
    [`${CARD}/statements/2026-01-31`, { cardId: CARD, part: '', statement: '2026-01-31' }],
  ])('%s is parsed', (path, place) => {
    expect(getCardPath(path)).toEqual(place);
  });

  it('round-trips', () => {
    expect(getCardPath(getPath(CARD, 'details').replace('/credit-cards/', '')).part).toBe('details');
    expect(getCardPath(statementPath(CARD, '2026-01-31').replace('/credit-cards/', '')).statement).toBe(
      '2026-01-31',
    );
  });
});

describe('isPurchase', () => {
  it('excludes a credit balance that was paid out', () => {
    expect(isPurchase(entry(5, '2026-02-04T17:00:00Z', 80, 0, 'credit_balance_refund'))).toBe(false);
    expect(isPurchase(entry(5, '2026-02-04T17:00:00Z', 80, 0))).toBe(true);
  });
});
