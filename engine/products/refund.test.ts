import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, parseDay } from '../calendar/calendar.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState, RefundState } from '../simulation/state.ts';
import { account, card, household, start } from '../testing/households.ts';
import { getRefundDay } from './refund.ts';

const refund = (parts: Partial<RefundState> = {}): RefundState => ({
  id: 'refund',
  productId: 'checking',
  amount: 4_000,
  returnedOn: parseDay('2026-03-04'),
  merchant: 'Florist',
  category: 'Shopping',
  ...parts,
});

describe('the day of a refund', () => {
  test.each([
    ['a Wednesday', '2026-03-04', undefined, '2026-03-11'],
    ['a Saturday', '2026-03-07', undefined, '2026-03-13'],
    ['the day before Thanksgiving', '2026-11-25', 'USD', '2026-12-03'],
    ['the day before Thanksgiving, ignoring bank holidays', '2026-11-25', undefined, '2026-12-02'],
    ['Maundy Thursday', '2027-03-25', 'EUR', '2027-04-05'],
  ])('is the fifth business day after %s', (_, returned, currency, expected) => {
    expect(dayText(getRefundDay(parseDay(returned), currency))).toBe(expected);
  });
});

describe('a refund', () => {
  const opened = household({
    on: '2026-03-04',
    accounts: [account('checking', 10_000), account('savings', 20_000, 'SAVINGS')],
    cards: [card('tide', '2026-01-10', { balance: 9_000 })],
  });
  const getRefunds = (parts: Partial<RefundState>, state = opened) =>
    simulate({ ...state, refunds: [refund(parts)] }, start('2026-03-20'));

  test('is credited once, with the merchant and category of its purchase', () => {
    const { events, state } = getRefunds({});
    const credited = events.filter(({ subject }) => subject === 'refund');
    expect(credited).toMatchObject([
      {
        key: 'refund:refund',
        kind: 'refund',
        description: 'Refund from Florist',
        merchant: 'Florist',
        category: 'Shopping',
        lines: [
          { ledger: 'checking', amount: 4_000 },
          { ledger: 'outside', amount: -4_000 },
        ],
      },
    ]);
    expect(state.accounts[0]?.balance).toBe(14_000);
    const later = simulate(state, start('2026-05-01'));
    expect(later.events.filter(({ subject }) => subject === 'refund')).toEqual([]);
  });

  test('lowers the balance of the card that paid', () => {
    const getBalance = (state: HouseholdState) => state.cards[0]?.balance ?? 0;
    const without = getBalance(simulate(opened, start('2026-03-12')).state);
    const state = { ...opened, refunds: [refund({ productId: 'tide' })] };
    expect(getBalance(simulate(state, start('2026-03-12')).state)).toBe(without - 4_000);
  });

  test('of a closed account goes to another account in the same currency', () => {
    const closed = {
      ...opened,
      accounts: opened.accounts.map((own) =>
        own.id === 'checking' ? { ...own, balance: 0, closed: true as const } : own,
      ),
    };
    expect(getRefunds({}, closed).state.accounts.map(({ balance }) => balance)).toEqual([0, 24_000]);
  });

  test('fails with a report if no account in its currency is open', () => {
    const closed = {
      ...opened,
      accounts: opened.accounts.map((own) => ({ ...own, balance: 0, closed: true as const })),
    };
    const { events } = getRefunds({}, closed);
    expect(events.filter(({ subject }) => subject === 'refund')).toMatchObject([
      { kind: 'refund_failed', facts: { amount: 4_000, reason: 'closed' } },
    ]);
  });

  test('is the same in one step and in steps of a day', () => {
    const begun = { ...opened, refunds: [refund(), refund({ id: 'second', productId: 'tide', amount: 25 })] };
    const whole = simulate(begun, start('2026-04-20'));
    let state: HouseholdState = begun;
    const events = [];
    for (let at = begun.at + DAY_MS; at <= start('2026-04-20'); at += DAY_MS) {
      const step = simulate(state, at);
      events.push(...step.events);
      state = step.state;
    }
    const last = simulate(state, start('2026-04-20'));
    expect([...events, ...last.events]).toEqual(whole.events);
  });
});
