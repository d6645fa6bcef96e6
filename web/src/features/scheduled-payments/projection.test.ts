import { listUpcoming, simulateUntilNow } from '@engine/forecast/upcoming.ts';
import type { DebtRow, HoldRow, HouseholdRow, ScheduledPaymentRow } from '@engine/household/row.ts';
import { buildSpendingProfile } from '@engine/testing/households.ts';
import { describe, expect, it } from 'vitest';
import { setCurrentDay } from '@/lib/dates';
import { getPaymentProjection } from './edit/draft';
import type { PaymentDetails } from './edit/payment-schema';
import { formatRhythm, ruleSentence } from './payments/payment-state';
import { projectPayments } from './projection';

const RENT = '11111111-1111-4111-8111-111111111111';
const now = Date.parse('2026-11-21T12:00Z');

function rule(parts: Partial<ScheduledPaymentRow> = {}): ScheduledPaymentRow {
  return {
    id: RENT,
    name: 'Rent',
    account_id: 'checking',
    category: null,
    start_date: '2026-11-28',
    end_date: null,
    occurrences: null,
    paused: false,
    next: null,
    payee: 'Landlord',
    to_account_id: null,
    card_id: null,
    debt_id: null,
    amount: 60_000,
    amount_kind: 'fixed',
    frequency: 'MONTHLY',
    weekend: 'stays',
    changed: {},
    ...parts,
  };
}

function household(rules: ScheduledPaymentRow[], parts: Partial<HouseholdRow> = {}): HouseholdRow {
  return {
    id: 'alice',
    time_zone: 'UTC',
    generation: 0,
    now,
    simulated_until: now,
    rules_version: 1,
    last_entry: 0,
    seed: 1,
    carryover: {},
    changes: [],
    accounts: [
      { id: 'checking', name: 'Everyday', type: 'CHECKING', currency: 'USD', balance: 65_000, closed: false },
    ],
    cards: [],
    debts: [],
    auto_deposits: [],
    scheduled_payments: rules,
    shocks: [],
    ...parts,
  };
}

const brief = (row: HouseholdRow, days = 60) =>
  projectPayments(row, days).outgoing.map(({ day, outcome, amount, leaves, short, settledDay }) => [
    day,
    outcome,
    amount,
    leaves,
    short,
    settledDay,
  ]);

describe('the next payment', () => {
  it("shows the balance after it and what couldn't be paid", () => {
    expect(brief(household([rule()]))).toEqual([
      ['2026-11-28', 'paid', 600, 50, 0, '2026-11-28'],
      ['2026-12-28', 'fails', 600, 50, 550, '2026-12-31'],
    ]);
  });

  it('leaves the same balance as in the lists of upcoming activity', () => {
    const row = household([rule(), rule({ id: 'phone', name: 'Phone', amount: 4_500 })]);
    const leaves = projectPayments(row, 20).outgoing.map((item) => item.leaves);
    expect(leaves).toEqual([50, 5]);
    expect(listUpcoming(row, 20).map(({ effects }) => effects['checking'])).toEqual([
      { name: 'Everyday', amount: -600, currency: 'USD', balance: 50 },
      { name: 'Everyday', amount: -45, currency: 'USD', balance: 5 },
    ]);
  });

  it('does not count everyday purchases of a household with a spending profile', () => {
    const life = buildSpendingProfile('checking', null);
    expect(brief(household([rule()], { carryover: { life } }))).toEqual(brief(household([rule()])));
  });

  it('is late when money comes the day after', () => {
    const pay = {
      id: '22222222-2222-4222-8222-222222222222',
      name: 'Pay',
      account_id: 'checking',
      category: null,
      start_date: '2026-12-29',
      end_date: null,
      occurrences: null,
      paused: false,
      next: null,
      amount: 80_000,
      frequency: 'MONTHLY' as const,
      is_pay: true,
      minutes: 360,
    };
    expect(brief(household([rule()], { auto_deposits: [pay] }))[1]).toEqual([
      '2026-12-28',
      'late',
      600,
      50,
      550,
      '2026-12-29',
    ]);
  });

  it('has a name without its outcome, because it lies ahead', () => {
    const car: DebtRow = {
      ...{
        id: 'car',
        name: 'Car loan',
        currency: 'USD',
        start_date: '2026-06-10',
        next_due_date: '2026-12-10',
      },
      ...{ product: 'loan', balance: 2_000_000, rate: 6, payment: 80_000, term: 36 },
      ...{ autopay_account_id: 'checking', autopay_extra: 0, paused_until: null },
    };
    expect(projectPayments(household([], { debts: [car] }), 30).outgoing).toMatchObject([
      { name: 'Car loan payment', day: '2026-12-10', outcome: 'fails', amount: 800, short: 150 },
    ]);
  });

  it('includes biweekly halves and the premium of mortgage insurance', () => {
    const home: DebtRow = {
      ...{ id: 'home', name: 'Home', currency: 'USD', start_date: '2026-11-15', next_due_date: '2026-12-15' },
      ...{ product: 'mortgage', balance: 320_000_00, rate: 6.25, payment: 1_970_30, term: 360 },
      ...{ autopay_account_id: 'checking', autopay_extra: 0, paused_until: null },
      insurance: { premium: 166_25, borrowed: 332_500_00, value: 350_000_00 },
      biweekly: { id: 'held', balance: 0, next: '2026-11-27' },
    };
    const [checking] = household([]).accounts;
    const accounts = checking ? [{ ...checking, balance: 5_000_00 }] : [];
    const { outgoing } = projectPayments(household([], { accounts, debts: [home] }), 25);
    expect(
      outgoing.map(({ day, name, amount, leaves, isAutopay }) => [day, name, amount, leaves, isAutopay]),
    ).toEqual([
      ['2026-11-27', 'Home biweekly payment', 985.15, 4_014.85, true],
      ['2026-12-11', 'Home biweekly payment', 985.15, 3_029.7, true],
      ['2026-12-15', 'Home mortgage insurance', 166.25, 2_863.45, true],
    ]);
  });

  it('includes the tax of a filed return, which is late if the money comes later', () => {
    const april = Date.parse('2027-04-10T12:00Z');
    const taxReturn = {
      ...{ id: 'return', tax_year: 2026, filing_status: 'single' as const, wages: 54_616.12 },
      ...{ interest: 412.37, withheld: 4_373.98, short_term_gain: 0, long_term_gain: 0, dividends: 0 },
      ...{ qualified_dividends: 0, children: 0, distributions: 0, early_distributions: 0, deductions: 0 },
      ...{ unemployment: 0, missed_distributions: 0, corrected_distributions: 0, inflation: 2.5 },
      ...{ account_id: null, filed_on: '2027-02-20' },
    };
    const filed = household([], { now: april, simulated_until: april, tax_returns: [taxReturn] });
    const due = { name: 'Federal tax payment for 2026', day: '2027-04-15', amount: 49, isAutopay: false };
    expect(projectPayments(filed, 14).outgoing).toMatchObject([{ ...due, outcome: 'paid', leaves: 601 }]);
    const accounts = filed.accounts.map((account) => ({ ...account, balance: 40_00 }));
    expect(projectPayments({ ...filed, accounts }, 14).outgoing).toMatchObject([
      { ...due, outcome: 'fails', short: 9, accountId: 'checking' },
    ]);
    const pay = {
      ...{ id: 'pay', name: 'Pay', account_id: 'checking', category: null, start_date: '2027-04-16' },
      ...{ end_date: null, occurrences: null, paused: false, next: null, amount: 80_000 },
      ...{ frequency: 'MONTHLY' as const, is_pay: true, minutes: 360 },
    };
    expect(projectPayments({ ...filed, accounts, auto_deposits: [pay] }, 14).outgoing).toMatchObject([
      { ...due, outcome: 'late', short: 9, settledDay: '2027-04-16', settledKey: 'tax:return' },
    ]);
  });

  it('includes the monthly fee of an account plan', () => {
    const [checking] = household([]).accounts;
    const planned = { plan: 'classic', plan_before: null, plan_since: '2026-11-01' };
    const accounts = checking ? [{ ...checking, ...planned }] : [];
    const { outgoing } = projectPayments(household([], { accounts } as Partial<HouseholdRow>), 14);
    expect(outgoing).toMatchObject([{ day: '2026-12-01', amount: 12, leaves: 638, isAutopay: false }]);
  });

  it('is marked if it is the charge of a pending purchase', () => {
    const pump: HoldRow = {
      ...{
        key: 'hold:pump',
        account_id: 'checking',
        card_id: null,
        kind: 'authorization',
        purchase: 'gas_pump',
      },
      ...{
        merchant: 'Corner Fuel',
        category: 'Transportation',
        amount: 17_500,
        remaining: 17_500,
        cleared: 0,
      },
      ...{ final: null, placed_at: now - 1, expires_at: now + 86_400_000 },
    };
    const steps = [{ at: now + 3_600_000, amount: 4_837 }];
    const row = household([], { holds: [pump], carryover: { holds: { 'hold:pump': steps } } });
    expect(projectPayments(row, 20).outgoing).toMatchObject([{ name: 'Corner Fuel', isPending: true }]);
  });

  it("shows the customer's change of one occurrence", () => {
    const changed = { '2026-11-28': { skip: true as const }, '2026-12-28': { amount: 4_000 } };
    const { outgoing } = projectPayments(household([rule({ changed })]), 60);
    expect(outgoing).toMatchObject([
      { day: '2026-11-28', outcome: 'skipped', amount: 600, leaves: 650, changed: true },
      { day: '2026-12-28', outcome: 'paid', amount: 40, leaves: 610, changed: true },
    ]);
  });

  it('keeps its planned date when the weekend moves it', () => {
    const { outgoing } = projectPayments(household([rule({ weekend: 'before' })]), 20);
    expect(outgoing).toMatchObject([{ day: '2026-11-27', plannedDay: '2026-11-28' }]);
  });

  it('marks the days of an account: a failing payment, a low balance, or neither', () => {
    const days = projectPayments(household([rule()]), 60).accounts.get('checking') ?? [];
    expect(days).toHaveLength(61);
    expect(days[0]).toMatchObject({ day: '2026-11-21', lowest: 650, state: 'fine' });
    expect(days[7]).toMatchObject({ day: '2026-11-28', lowest: 50, end: 50, state: 'low' });
    expect(days[37]).toMatchObject({ day: '2026-12-28', lowest: 50, state: 'fails' });
  });

  it('is empty while a rule is paused', () => {
    const row = household([rule({ paused: true })]);
    expect(brief(row)).toEqual([]);
    expect(simulateUntilNow(row).scheduledPayments.find(({ id }) => id === RENT)?.recurrence.paused).toBe(
      true,
    );
  });
});

describe('a rule in the form', () => {
  const details: PaymentDetails = {
    name: 'Rent',
    account_id: 'checking',
    payee: 'Landlord',
    to_account_id: null,
    card_id: null,
    loan_id: null,
    mortgage_id: null,
    amount: 600,
    amount_kind: 'fixed',
    category_id: null,
    frequency: 'MONTHLY',
    start_date: '2026-11-30',
    end_date: null,
    occurrences: null,
    weekend: 'stays',
    speed: null,
    yearly_adjustment: null,
    yearly_percent: null,
  };
  const dayTexts = (days: number[]) =>
    days.map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10));

  it("shows its next five dates and which can't be paid", () => {
    const { days, failing } = getPaymentProjection(household([]), details, undefined);
    expect(dayTexts(days)).toEqual(['11-30', '12-30', '01-30', '02-28', '03-30']);
    expect(failing[0]).toMatchObject({ day: '2026-12-30', short: 550 });
  });

  it('names other payments it would take the money from', () => {
    const { crowdedOut } = getPaymentProjection(
      household([rule({ occurrences: 1, start_date: '2026-12-05' })]),
      details,
      undefined,
    );
    expect(crowdedOut).toMatchObject([{ ruleId: RENT, day: '2026-12-05', short: 550 }]);
  });

  it('replaces its saved version while it is edited', () => {
    const { failing, crowdedOut } = getPaymentProjection(
      household([rule()]),
      { ...details, occurrences: 1 },
      RENT,
    );
    expect({ failing, crowdedOut }).toEqual({ failing: [], crowdedOut: [] });
  });

  it('is described in one sentence', () => {
    setCurrentDay('2026-11-22');
    expect(
      ruleSentence(
        { ...details, weekend: 'before', occurrences: 3 },
        { to: 'Landlord', from: 'Everyday', currency: 'USD' },
      ),
    ).toBe(
      '$600.00 is paid from Everyday to Landlord every month on the 30th, or the last day of shorter months, starting Nov 30, 3 times. If banks are closed on the date, we pay on the business day before.',
    );
    expect(formatRhythm('BIWEEKLY', '2026-11-27')).toBe('every other Friday');
    expect(formatRhythm('QUARTERLY', '2026-11-22')).toBe('every 3 months on the 22nd');
    expect(formatRhythm('ANNUALLY', '2026-11-12')).toBe('every year on Nov 12');
  });
});
