import { describe, expect, it } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import type { CreditFacts } from '../credit/facts.ts';
import type { DebtRow, HouseholdRow, ScheduledPaymentRow } from '../household/row.ts';
import { buildHouseholdRow, buildRentRow } from '../testing/rows.ts';
import { collectHealthFacts, type HealthFlow, type HealthRecords } from './financial-health-facts.ts';

const TODAY = '2026-11-28';
const zone = new Zone('UTC');
const NOW = zone.at(parseDay(TODAY), 720);

const account = (
  id: string,
  type: HouseholdRow['accounts'][number]['type'],
  balance: number,
  more: Partial<HouseholdRow['accounts'][number]> = {},
) => ({ id, name: id, type, currency: 'USD', balance, closed: false, ...more });

const bill = (parts: Partial<ScheduledPaymentRow> = {}) => buildRentRow({ next: 11, ...parts });

const household = (parts: Partial<HouseholdRow> = {}): HouseholdRow =>
  buildHouseholdRow({
    now: NOW,
    accounts: [account('everyday', 'CHECKING', 2_000_00)],
    scheduled_payments: [bill()],
    ...parts,
  });

const CREDIT: CreditFacts = {
  today: TODAY,
  currency: 'USD',
  since: '2026-08-15',
  lines: [],
  payments: [],
  inquiries: [],
  income: [],
};

const flow = (month: string, direction: string, amount: number): HealthFlow => ({
  part: 'month',
  is_before: false,
  month,
  direction,
  amount,
});

const collect = (parts: Partial<HealthRecords> = {}) =>
  collectHealthFacts({
    today: TODAY,
    currency: 'USD',
    household: household(),
    credit: CREDIT,
    flows: [],
    rates: { USD: 1 },
    budgets: [],
    failed: [],
    ...parts,
  });

describe('the records behind the financial health score', () => {
  it('count the full calendar months since the first account, at most 12', () => {
    const flows = [
      flow('2026-08-01', 'in', 9_999),
      flow('2026-09-01', 'in', 3_000),
      flow('2026-10-01', 'out', 1_000.5),
      { ...flow('2026-10-01', 'out', 700), is_before: true },
      { ...flow('2026-10-01', 'out', 700), part: 'category', month: null },
    ];
    expect(collect({ flows })).toMatchObject({ months: 2, income: 3_000_00, spending: 1_000_50 });
    expect(collect({ credit: { ...CREDIT, since: '2026-09-01' } }).months).toBe(2);
    expect(collect({ credit: { ...CREDIT, since: '2026-11-02' } }).months).toBe(0);
    expect(collect({ credit: { ...CREDIT, since: '2020-03-02' } }).months).toBe(12);
  });

  it('separate liquid and long-term savings in the base currency, without holds', () => {
    const { liquid, longTerm } = collect({
      household: household({
        accounts: [
          account('everyday', 'CHECKING', -50_00),
          account('euros', 'SAVINGS', 1_000_00, { currency: 'EUR' }),
          account('yen', 'SAVINGS', 1_000_00, { currency: 'JPY' }),
          account('old', 'SAVINGS', 700_00, { closed: true }),
          account('funds', 'INVESTMENT', 4_000_00),
          account('cd', 'CD', 1_000_00),
          account('ira', 'SAVINGS', 500_00, { tax_treatment: 'roth_ira' }),
        ],
      }),
      rates: { USD: 1, EUR: 1.25 },
    });
    expect(liquid).toBe(1_200_00);
    expect(longTerm).toBe(5_500_00);
  });

  it('count bills and debt payments of the last 12 months', () => {
    const payments = [
      { lineId: 'loan', on: '2025-10-01', daysLate: 30 },
      { lineId: 'loan', on: '2026-10-01', daysLate: 1 },
      { lineId: 'loan', on: '2026-11-01', daysLate: 0 },
    ];
    const failed = [{ subject: 'rent' }, { subject: 'card' }];
    // Rent was due on the 20th of January to November.
    expect(collect({ credit: { ...CREDIT, payments }, failed }).bills).toEqual({ due: 13, onTime: 11 });
    const created = zone.at(parseDay('2026-10-01'), 0);
    const recent = household({
      scheduled_payments: [bill({ created }), bill({ id: 'save', to_account_id: 'savings' })],
    });
    expect(collect({ household: recent }).bills).toEqual({ due: 2, onTime: 2 });
  });

  it('name the usual policies that are missing or have ended', () => {
    const { usual, missing } = collect().insurance;
    expect(usual).toEqual(['health', 'car', 'renters']);
    expect(missing).toEqual(usual);
  });

  it('name the missing home insurance whose premium escrow already pays', () => {
    const escrow = { id: 'escrow', balance: 0, tax: 240_000, insurance: 120_000 };
    const home: DebtRow = {
      ...{ id: 'home', product: 'mortgage', name: 'Home', currency: 'USD', balance: 300_000_00, rate: 6 },
      ...{ payment: 1_900_00, term: 360, start_date: '2025-12-15', next_due_date: '2026-12-15' },
      ...{ autopay_account_id: null, autopay_extra: 0, paused_until: null, value: 400_000_00, escrow },
    };
    expect(collect({ household: household({ debts: [home] }) }).insurance).toEqual({
      usual: ['health', 'car', 'home'],
      missing: ['health', 'car', 'home'],
      prepaid: ['home'],
    });
    expect(collect().insurance).not.toHaveProperty('prepaid');
  });

  it('find the habits of planning ahead', () => {
    expect(collect({ household: household({ scheduled_payments: [] }) }).habits).toEqual({
      budget: false,
      goal: false,
      automatic_saving: false,
      automatic_payments: false,
    });
    const saving = household({
      accounts: [account('everyday', 'CHECKING', 0), account('savings', 'SAVINGS', 0)],
      scheduled_payments: [bill(), bill({ id: 'save', to_account_id: 'savings' })],
    });
    expect(collect({ household: saving, budgets: [{ available: 100 }] }).habits).toMatchObject({
      budget: true,
      automatic_saving: true,
      automatic_payments: true,
    });
  });

  it('have no account and no months for a new customer', () => {
    expect(collect({ household: null, credit: null })).toMatchObject({
      hasAccount: false,
      months: 0,
      creditScore: null,
      insurance: { usual: [], missing: [] },
    });
  });

  it('know the age from the date of birth', () => {
    const born = (birthDate: string) => collect({ household: household({ carryover: { birthDate } }) }).age;
    expect(born('1996-11-28')).toBe(30);
    expect(born('1996-11-29')).toBe(29);
    expect(collect().age).toBeNull();
  });
});
