import { describe, expect, it } from 'vitest';
import { compareWithContract } from './history';
import type { DebtEntry } from './queries';
import { type Debt, loanAsDebt } from './terms';

/** A loan of 10,000.00 at 12% over a year, in installments of 888.49 from February 1. */
const LOAN = {
  ...{ id: 'loan', user_id: 'alice', name: 'Car', currency: 'USD', amount: 10_000, interest_rate: 12 },
  ...{ term: 12, monthly_payment: 888.49, start_date: '2026-01-01', next_due_date: '2026-04-01' },
  ...{ remaining_balance: 0, created_at: '', updated_at: '', last_entry: 1, autopay_account_id: null },
  ...{ autopay_extra: 0, past_due: 0, days_past_due: 0, paused_until: null, paused_on: null },
  payment_day: null,
  ...{ origination_fee: null, underwriting_fee: null },
  ...{ draw_months: null, rate_margin: null, rate_cap: null, home_id: null },
};

const owing = (owed: number): Debt => loanAsDebt({ ...LOAN, remaining_balance: owed });
const entry = (day: string, kind: string, amount: number, balance_after: number): DebtEntry => ({
  ...{ at: `${day}T17:00:00Z`, kind, amount, balance_after, currency: 'USD', debt_id: 'loan' },
  ...{ description: kind, entry_id: 1, product: 'loan' },
});
const OPENING = entry('2026-01-01', 'loan_proceeds', 10_000, 10_000);
const compare = (debt: Debt, entries: DebtEntry[], next: number) =>
  compareWithContract(debt, entries, [], next, 'UTC');

describe('the comparison of a debt with its contract', () => {
  it('has no difference if every payment was on time', () => {
    const entries = [
      OPENING,
      entry('2026-02-01', 'interest', 100, 10_100),
      entry('2026-02-01', 'loan_payment', -888.49, 9_211.51),
    ];
    const compared = compare(owing(9_211.51), entries, 2);
    expect(compared).toMatchObject({ owedLess: 0, interestSaved: 0 });
    expect(compared?.contract).toEqual(compared?.actual);
  });

  it('shows what extra payments saved so far', () => {
    const entries = [
      OPENING,
      entry('2026-01-16', 'extra_payment', -2_000, 8_000),
      // Half a month on 10,000.00 and half on 8,000.00 at 1% a month.
      entry('2026-02-01', 'interest', 90, 8_090),
      entry('2026-02-01', 'loan_payment', -888.49, 7_201.51),
    ];
    expect(compare(owing(7_201.51), entries, 2)).toMatchObject({ owedLess: 2_010_00, interestSaved: 10_00 });
  });

  it('shows what a missed payment added so far', () => {
    const entries = [
      OPENING,
      entry('2026-02-01', 'interest', 100, 10_100),
      entry('2026-03-01', 'interest', 101, 10_201),
    ];
    const compared = compare(owing(10_201), entries, 3);
    expect(compared?.owedLess).toBe(-(888_49 + 888_49 + 8_88));
    expect(compared?.interestSaved).toBe(-8_88);
  });

  it('is missing before the first installment', () => {
    expect(compare(owing(10_000), [OPENING], 1)).toBeNull();
    expect(compare(owing(10_000), [], 2)).toBeNull();
  });

  it('begins on the day on which the debt came to the bank', () => {
    const entries = [
      entry('2026-02-15', 'opening', 9_211.51, 9_211.51),
      entry('2026-03-01', 'interest', 92.12, 9_303.63),
      entry('2026-03-01', 'loan_payment', -888.49, 8_415.14),
    ];
    expect(compare(owing(8_415.14), entries, 3)).toMatchObject({ owedLess: 0, interestSaved: 0 });
  });
});
