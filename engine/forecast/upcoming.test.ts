import { describe, expect, test } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { listUpcoming } from './upcoming.ts';

const now = new Zone('America/New_York').at(parseDay('2026-12-02'), 600);

/** A mortgage of 320,000.00 at 6.25% with escrow and a biweekly plan. */
const row: HouseholdRow = {
  ...{ id: 'me', time_zone: 'America/New_York', generation: 0, rules_version: 0, last_entry: 0, seed: 1 },
  ...{ now, simulated_until: now, carryover: {}, changes: [], cards: [], auto_deposits: [] },
  ...{ scheduled_payments: [], shocks: [] },
  accounts: [
    {
      ...{ id: 'checking', name: 'Checking', type: 'CHECKING', currency: 'USD' },
      ...{ balance: 90_000_00, closed: false },
    },
  ],
  debts: [
    {
      ...{ id: 'home', product: 'mortgage', name: 'Home', currency: 'USD', balance: 320_000_00, rate: 6.25 },
      ...{ payment: 1_970_30, term: 360, start_date: '2026-12-01', next_due_date: '2027-01-01' },
      ...{ autopay_account_id: 'checking', autopay_extra: 0, paused_until: null },
      escrow: { id: 'escrow', balance: 1_960_00, tax: 4_200_00, insurance: 1_680_00 },
      biweekly: { id: 'held', balance: 0, next: '2026-12-04' },
    },
  ],
};

describe('upcoming payments', () => {
  test('list half payments with half of the interest, and escrow as spending', () => {
    const listed = listUpcoming(row, 31).map(({ kind, amount, spending }) => [kind, amount, spending]);
    expect(listed).toEqual([
      ['biweekly_payment', -985.15, 833.34],
      ['biweekly_payment', -985.15, 833.34],
      ['biweekly_payment', -985.15, 833.34],
      ['mortgage_payment', -490, 490],
    ]);
  });

  test('list an installment with its escrow deposit as one payment', () => {
    const monthly = { ...row, debts: row.debts.map((debt) => ({ ...debt, biweekly: null })) };
    const [payment] = listUpcoming(monthly, 31);
    expect([payment?.amount, payment?.spending]).toEqual([-2_460.3, 1_666.67 + 490]);
  });

  test('list the monthly fee of an account plan, unless pay waives it', () => {
    const [checking] = row.accounts;
    if (!checking) throw new Error('There is no account.');
    const planned = {
      ...checking,
      balance: 400_00,
      plan: 'classic',
      plan_before: null,
      plan_since: '2026-12-01',
    };
    const classic = { ...row, accounts: [planned], debts: [] } as HouseholdRow;
    const list = (household: HouseholdRow) =>
      listUpcoming(household, 31).flatMap(({ kind, amount }) => (kind === 'maintenance_fee' ? [amount] : []));
    expect(list(classic)).toEqual([-12]);
    const pay = {
      ...{ id: 'pay', name: 'Pay', account_id: 'checking', amount: 500_00, frequency: 'MONTHLY' as const },
      ...{ is_pay: true, minutes: 360, start_date: '2026-12-15', end_date: null, occurrences: null },
      ...{ paused: false, next: null, category: null },
    };
    expect(list({ ...classic, auto_deposits: [pay] })).toEqual([]);
  });
});
