import { parseDay } from '@engine/calendar/calendar.ts';
import { describe, expect, it } from 'vitest';
import { setCurrentDay } from '@/lib/dates';
import { getInsights, type InsightRow } from './insight-text';

const row = (kind: string, weight: number, parts: Partial<InsightRow> = {}): InsightRow => ({
  kind,
  key: `${kind} ${parts.subject ?? 'one'}`,
  weight,
  subject: 'one',
  name: 'Everyday',
  amount: 100,
  currency: 'USD',
  facts: {},
  evidence: [],
  ...parts,
});
const short = {
  accountId: 'everyday',
  name: 'Everyday',
  currency: 'USD',
  day: parseDay('2026-03-24'),
  missing: 24_500,
  payday: parseDay('2026-03-31'),
  rows: [{ day: parseDay('2026-03-24'), text: 'Rent', amount: -120_000 }],
};
const idle = row('idle', 30, {
  amount: 4000,
  facts: { lowest: 4012.5, balance: 6000, savings_id: 'rainy', savings: 'Rainy Day', saved: 4000 },
});
const getKeys = (rows: readonly InsightRow[], dismissed: readonly string[] = []) =>
  getInsights(rows, [short], new Set(dismissed), '2026-03-20').map(({ key }) => key);

describe('insights', () => {
  it('are at most three, one per kind, most important first, without dismissed ones', () => {
    const all = [
      idle,
      row('goal_behind', 40),
      row('fee_twice', 80, { facts: { product: 'card', times: 2 } }),
      row('fee_twice', 80, { subject: 'two', facts: { product: 'card', times: 2 } }),
    ];
    expect(getKeys(all)).toEqual(['short everyday 2026-03-24', 'fee_twice one', 'goal_behind one']);
    expect(getKeys(all, ['short everyday 2026-03-24', 'fee_twice one'])).toEqual([
      'fee_twice two',
      'goal_behind one',
      idle.key,
    ]);
  });

  it('suggest autopay only for fees of a product without it', () => {
    const getAction = (facts: Record<string, unknown>) =>
      getInsights([row('fee_twice', 80, { facts: { times: 2, ...facts } })], [], new Set(), '2026-03-20')[0]
        ?.action;
    expect(getAction({ product: 'card' })).toEqual({ text: 'Set up autopay', to: '/credit-cards/one' });
    expect(getAction({ product: 'card', autopay_account_id: 'everyday' })).toEqual({
      text: 'Transfer money',
      to: '/dashboard/move?to=everyday',
    });
    expect(getAction({ product: 'account' })).toMatchObject({ text: 'View account' });
  });

  it('state a fact, an amount, an action, and the transactions behind them', () => {
    setCurrentDay('2026-03-20');
    const [first, second] = getInsights([idle], [short], new Set(), '2026-03-20');
    expect(first).toMatchObject({
      fact: 'Everyday will run short before payday, Tue, Mar 31. Shortfall starting Tue, Mar 24:',
      amount: '$245.00',
      action: { to: '/dashboard/move?to=everyday' },
      rows: [{ text: 'Rent', amount: -1200 }],
    });
    // Savings of 4,000 grow to 8,000: 1,000 at 3.25% and 3,000 at 3.75%.
    expect(second).toMatchObject({ amount: '$145.00', action: { to: '/dashboard/move?from=one&to=rainy' } });
  });

  it('ignore interest that is too small to mention', () => {
    const little = { ...idle, amount: 200 };
    expect(getInsights([little], [], new Set(), '2026-03-20')).toEqual([]);
  });
});
