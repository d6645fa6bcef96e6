import { expect, it } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import type { DebtRow, HouseholdRow } from '../household/row.ts';
import { buildHouseholdRow, buildRentRow } from '../testing/rows.ts';
import { type BudgetedCategory, computeSafeToSpend } from './safe-to-spend.ts';

const zone = new Zone('UTC');
const NOW = zone.at(parseDay('2026-01-10'), 0);
const HOUSING: BudgetedCategory = { category: 'Housing', available: 2_000, spent: 200 };
const FOOD: BudgetedCategory = { category: 'Food', available: 600, spent: 100 };

const checking = (id: string, balance: number) => ({
  id,
  name: id,
  type: 'CHECKING' as const,
  currency: 'USD',
  balance,
  closed: false,
});

function compute(parts: Partial<HouseholdRow>, categories: readonly BudgetedCategory[] = []) {
  const accounts = [checking('everyday', 9_000_00), checking('bills', 1_000_00)];
  const row = buildHouseholdRow({ now: NOW, accounts, ...parts });
  return computeSafeToSpend(row, 'USD', categories, { EUR: 1.25 });
}

it('counts bills but not transfers between two checking accounts', () => {
  const transfer = buildRentRow({
    id: 'move',
    name: 'Move',
    payee: null,
    to_account_id: 'bills',
    category: null,
  });
  expect(compute({ scheduled_payments: [buildRentRow(), transfer] })).toMatchObject({
    cash: 10_000_00,
    bills: 1_500_00,
    total: 8_400_00,
    dues: [{ name: 'Rent', amount: -1_500 }],
  });
});

it('counts transfers from checking to savings', () => {
  const accounts = [checking('everyday', 9_000_00), { ...checking('nest', 0), type: 'SAVINGS' as const }];
  const transfer = buildRentRow({ id: 'save', payee: null, to_account_id: 'nest', category: null });
  expect(compute({ accounts, scheduled_payments: [transfer] }, [HOUSING])).toMatchObject({
    bills: 1_500_00,
    budget: { left: 1_800_00, planned: 0, days: 22 },
  });
});

it('counts a bill that the checking account cannot pay', () => {
  const accounts = [checking('everyday', 500_00)];
  expect(compute({ accounts, scheduled_payments: [buildRentRow()] })).toMatchObject({
    bills: 1_500_00,
    total: -1_100_00,
    perDay: 0,
  });
});

it("subtracts the month's unpaid bills from the budgets that contain them", () => {
  const nextMonth = buildRentRow({ id: 'insurance', start_date: '2026-02-01' });
  const unbudgeted = buildRentRow({ id: 'gym', category: 'Health' });
  const uncategorized = buildRentRow({ id: 'club', category: null });
  const scheduled_payments = [buildRentRow(), nextMonth, unbudgeted, uncategorized];
  expect(compute({ scheduled_payments }, [HOUSING, FOOD])).toMatchObject({
    budget: { left: 2_300_00, planned: 1_500_00, days: 22 },
    perDay: Math.floor(800_00 / 22),
    isLimitedByBudget: true,
  });
});

it("subtracts a foreign bill at today's rate from the budgets but not from checking", () => {
  const accounts = [
    checking('everyday', 9_000_00),
    { ...checking('paris', 10_00), currency: 'EUR' },
    { ...checking('tokyo', 10_00), currency: 'JPY' },
  ];
  const scheduled_payments = [
    buildRentRow({ id: 'flat', account_id: 'paris', amount: 400_00 }),
    buildRentRow({ id: 'room', account_id: 'tokyo', amount: 90_000_00 }),
  ];
  expect(compute({ accounts, scheduled_payments }, [HOUSING])).toMatchObject({
    cash: 9_000_00,
    bills: 0,
    dues: [],
    budget: { left: 1_800_00, planned: 500_00 },
  });
});

it('ignores a bill that was paid earlier this month', () => {
  const paid = buildRentRow({ start_date: '2026-01-05', next: 1 });
  expect(compute({ scheduled_payments: [paid] }, [HOUSING])).toMatchObject({
    budget: { left: 1_800_00, planned: 0 },
  });
});

it("subtracts a mortgage payment's interest from the budget but not its principal", () => {
  const mortgage: DebtRow = {
    id: 'home',
    product: 'mortgage',
    name: 'Home',
    currency: 'USD',
    balance: 200_000_00,
    rate: 6,
    payment: 1_300_00,
    term: 360,
    start_date: '2025-12-15',
    next_due_date: '2026-01-15',
    autopay_account_id: 'everyday',
    autopay_extra: 0,
    paused_until: null,
  };
  expect(compute({ debts: [mortgage] }, [HOUSING])).toMatchObject({
    bills: 1_300_00,
    budget: { left: 1_800_00, planned: 1_000_00 },
  });
});

it('counts the premium of mortgage insurance besides the payment', () => {
  const mortgage: DebtRow = {
    ...{ id: 'home', product: 'mortgage', name: 'Home', currency: 'USD', balance: 200_000_00, rate: 6 },
    ...{ payment: 1_300_00, term: 360, start_date: '2025-12-15', next_due_date: '2026-01-15' },
    ...{ autopay_account_id: 'everyday', autopay_extra: 0, paused_until: null },
    insurance: { premium: 166_25, borrowed: 200_000_00, value: 210_000_00 },
  };
  expect(compute({ debts: [mortgage] }, [HOUSING])).toMatchObject({
    bills: 1_466_25,
    total: 8_433_75,
    budget: { left: 1_800_00, planned: 1_166_25 },
  });
});

it('counts the tax of a filed return', () => {
  const april = zone.at(parseDay('2027-04-10'), 0);
  const taxReturn = {
    ...{ id: 'return', tax_year: 2026, filing_status: 'single' as const, wages: 54_616.12, interest: 412.37 },
    ...{ withheld: 4_373.98, short_term_gain: 0, long_term_gain: 0, dividends: 0, qualified_dividends: 0 },
    ...{ children: 0, distributions: 0, early_distributions: 0, deductions: 0, unemployment: 0 },
    ...{ missed_distributions: 0, corrected_distributions: 0, inflation: 2.5, account_id: 'everyday' },
    filed_on: '2027-02-20',
  };
  expect(compute({ now: april, simulated_until: april, tax_returns: [taxReturn] })).toMatchObject({
    bills: 49_00,
    total: 9_851_00,
    dues: [{ name: 'Federal tax payment for 2026', amount: -49 }],
  });
});
