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

/** The return of the worked example, which has 49 dollars due. */
const taxReturn = {
  ...{ id: 'return', tax_year: 2026, filing_status: 'single' as const, wages: 54_616.12, interest: 412.37 },
  ...{ withheld: 4_373.98, short_term_gain: 0, long_term_gain: 0, dividends: 0, qualified_dividends: 0 },
  ...{ children: 0, distributions: 0, early_distributions: 0, deductions: 0, unemployment: 0 },
  ...{ missed_distributions: 0, corrected_distributions: 0, inflation: 2.5, account_id: 'checking' },
  filed_on: '2027-02-20',
};

/** A card whose first annual fee of 95.00 falls on December 15. */
const voyage = {
  ...{ id: 'voyage', name: 'Voyage', currency: 'USD', limit: 2_000_00, balance: 0, apr: 20.99 },
  ...{ product: 'voyage' as const, opened_on: '2025-12-15', due_date: '2026-12-20', frozen: false },
  ...{ autopay: 'statement' as const, autopay_account_id: 'checking', autopay_amount: null },
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

  test('list the premium of mortgage insurance after the payment, and with a biweekly plan', () => {
    const insurance = { premium: 166_25, borrowed: 332_500_00, value: 350_000_00 };
    const insured = { ...row, debts: row.debts.map((debt) => ({ ...debt, insurance })) };
    const premium = ['pmi', 'Home mortgage insurance', -166.25, 166.25];
    const list = (household: HouseholdRow) =>
      listUpcoming(household, 31).map(({ kind, name, amount, spending }) => [kind, name, amount, spending]);
    expect(list(insured).at(-1)).toEqual(premium);
    expect(list(insured)).toHaveLength(5);
    const monthly = insured.debts.map((debt) => ({ ...debt, biweekly: null, escrow: null }));
    expect(list({ ...insured, debts: monthly })).toEqual([
      ['mortgage_payment', 'Home payment', -1_970.3, 1_666.67],
      premium,
    ]);
  });

  test('list the tax of a filed return, or its refund', () => {
    const april = new Zone('America/New_York').at(parseDay('2027-04-05'), 600);
    const filed = { ...row, debts: [], now: april, simulated_until: april };
    const list = (parts: Partial<typeof taxReturn>) =>
      listUpcoming({ ...filed, tax_returns: [{ ...taxReturn, ...parts }] }, 14).map(
        ({ kind, name, amount, spending, account }) => [kind, name, amount, spending, account],
      );
    expect(list({})).toEqual([['tax_payment', 'Federal tax payment for 2026', -49, 49, 'checking']]);
    expect(list({ wages: 31_509.3, withheld: 2_523.45, filed_on: '2027-03-20' })).toEqual([
      ['tax_refund', 'Federal tax refund for 2026', 872, 0, 'checking'],
    ]);
  });

  test('list a refund on its way to an account, but not one on its way to a card', () => {
    const refund = {
      ...{ id: 'return', product_id: 'checking', amount: 45_10, merchant: 'Corner Shop' },
      ...{ category: 'Shopping', returned_on: '2026-12-01' },
    };
    const list = (household: HouseholdRow) =>
      listUpcoming(household, 14).map(({ kind, name, amount }) => [kind, name, amount]);
    const shopper = { ...row, debts: [] };
    expect(list({ ...shopper, refunds: [refund] })).toEqual([['refund', 'Refund from Corner Shop', 45.1]]);
    expect(list({ ...shopper, cards: [voyage], refunds: [{ ...refund, product_id: 'voyage' }] })).toEqual([]);
  });

  test('list the benefits of a job loss that has begun', () => {
    const loss = {
      ...{ id: 'loss', kind: 'job_loss' as const, on: parseDay('2026-11-20'), size: 0, months: 1 },
      ...{ begun: true as const, benefit: { weekly: 480_77, accountId: 'checking', paid: 0 } },
    };
    const unemployed = { ...row, debts: [], carryover: { shocks: [loss] } };
    const list = listUpcoming(unemployed, 14).map(({ name, amount, isPay }) => [name, amount, isPay]);
    expect(list).toEqual([
      ['Unemployment benefits', 480.77, false],
      ['Unemployment benefits', 480.77, false],
    ]);
  });

  test('list an annual fee as a part of the payment on the card', () => {
    const later = new Zone('America/New_York').at(parseDay('2026-12-10'), 600);
    const payer = { ...row, debts: [], now: later, simulated_until: later };
    const list = (card: typeof voyage) =>
      listUpcoming({ ...payer, cards: [card] }, 45).map(({ kind, amount }) => [kind, amount]);
    expect(list(voyage)).toEqual([['card_payment', -95]]);
    expect(list({ ...voyage, opened_on: '2026-06-15' })).toEqual([]);
  });

  test('name refunds of the bank without saying that they were made', () => {
    const almost = row.debts.map((debt) => ({
      ...debt,
      balance: 100_00,
      escrow: null,
      biweekly: { id: 'held', balance: 500_00, next: '2027-03-01' },
    }));
    const list = listUpcoming({ ...row, debts: almost }, 65).map(({ kind, name }) => [kind, name]);
    expect(list).toContainEqual(['biweekly_refund', 'Home refund of held payments']);
  });
});
