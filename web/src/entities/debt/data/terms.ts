import { type DayNumber, dayText, getDate, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, maxMinor, subtractMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { getLastDrawDay } from '@engine/products/debts/debt-interest.ts';
import { getInsuranceCost as projectPremiums } from '@engine/products/debts/mortgage-insurance.ts';
import { z } from 'zod';
import { type DebtFees, readFees } from '@/entities/debt/cost/fees';
import { formatCount } from '@/lib/count';
import type { Database } from '@/lib/database.types';
import { wholeField } from '@/lib/fields';

type LoanRow = Database['public']['Tables']['loans']['Row'];
type MortgageRow = Database['public']['Tables']['mortgages']['Row'];

/**
 * The data of a loan or mortgage for the debt screens. Amounts are in major units, rates in percent per year.
 */
export type Debt = {
  id: string;
  product: 'loan' | 'mortgage';
  name: string;
  currency: string;
  owed: number;
  borrowed: number;
  rate: number;
  /** The term in months. */
  months: number;
  payment: number;
  startDate: string;
  nextDueDate: string;
  /** The day of the month on which installments are due. */
  paymentDay: number;
  pastDue: number;
  /** The worst delinquency mark since the debt became past due: 0, 30, 60, or 90. */
  daysPastDue: number;
  pausedUntil: string | null;
  autopay: { accountId: string; extra: number } | null;
  home: Home | null;
  fees: DebtFees;
  /** Private mortgage insurance. `endedOn` is null while it is paid. */
  insurance: { rate: number; endedOn: string | null } | null;
  /** The terms of a home equity line of credit, whose limit is `borrowed`; null for other debts. */
  line: CreditLine | null;
};

/** The terms of a home equity line of credit. Rates are in percentage points. */
export type CreditLine = {
  drawMonths: number;
  /** The last day on which the customer can draw, and the home's mortgage; null if it was deleted. */
  drawUntil: string;
  homeId: string | null;
  margin: number;
  cap: number;
};

/** Returns the terms that a debt's annual percentage rate depends on. */
export const getCostTerms = ({ borrowed, rate, months, fees, insurance, home }: Debt) => ({
  amount: borrowed,
  percent: rate,
  months,
  fees,
  insurance:
    insurance && home ? getInsuranceCost(borrowed, home.bought, rate, months, insurance.rate) : undefined,
});

/**
 * Returns the premium and the last insured installment, if the mortgage is paid as agreed. Amounts are in
 * major units.
 */
export function getInsuranceCost(
  amount: number,
  homeValue: number,
  rate: number,
  term: number,
  pmiRate: number,
) {
  return projectPremiums({ borrowed: toMinor(amount), value: toMinor(homeValue), rate, term }, pmiRate);
}

/** Returns the autopay account if it is in the list, or else the first account. */
export function findPayingAccount<Account extends { id: string }>(
  { autopay }: Pick<Debt, 'autopay'>,
  accounts: readonly Account[],
): Account | undefined {
  return accounts.find(({ id }) => id === autopay?.accountId) ?? accounts[0];
}

/** The home that secures a mortgage. */
export type Home = {
  /** `bought` is the purchase price, and `value` is the current value. */
  bought: number;
  value: number;
  downPayment: number;
  rateType: 'fixed' | 'variable';
  /** The margin in percentage points above the reference rate. */
  margin: number;
};

/** The last day of the month that customers can choose for payments. Every month has it. */
export const LAST_PAYMENT_DAY = 28;

export const wholePaymentDay = wholeField({ from: 1, to: LAST_PAYMENT_DAY, unit: 'as the day of the month' });

/** Returns the payment day that a new debt starts with: today's day of the month, or the 28th if it is later. */
export const getUsualPaymentDay = (today: string): string =>
  String(Math.min(LAST_PAYMENT_DAY, Number(today.slice(-2))));

/** A payment day as the customer types it; null if it is left empty. */
export const optionalPaymentDay = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return null;
    const day = wholePaymentDay.safeParse(text);
    if (day.success) return day.data;
    context.addIssue({ code: 'custom', message: 'Enter a day from 1 to 28.' });
    return z.NEVER;
  });

const MONTHS_A_YEAR = 12;

export function loanAsDebt(loan: LoanRow): Debt {
  return {
    ...common(loan),
    product: 'loan',
    borrowed: loan.amount,
    months: loan.term,
    home: null,
    insurance: null,
    line: loan.draw_months
      ? {
          drawMonths: loan.draw_months,
          drawUntil: dayText(getLastDrawDay(parseDay(loan.start_date), { drawMonths: loan.draw_months })),
          homeId: loan.home_id,
          margin: loan.rate_margin ?? 0,
          cap: loan.rate_cap ?? 0,
        }
      : null,
  };
}

export function mortgageAsDebt(mortgage: MortgageRow): Debt {
  return {
    ...common(mortgage),
    product: 'mortgage',
    borrowed: mortgage.loan_amount,
    months: mortgage.term * MONTHS_A_YEAR,
    line: null,
    insurance: mortgage.pmi_rate ? { rate: mortgage.pmi_rate, endedOn: mortgage.pmi_ended_on } : null,
    home: mortgage.refinanced_at
      ? null
      : {
          bought: mortgage.property_value,
          value: mortgage.current_value ?? mortgage.property_value,
          downPayment: mortgage.down_payment,
          rateType: mortgage.rate_type === 'variable' ? 'variable' : 'fixed',
          margin: mortgage.rate_margin,
        },
  };
}

function common(row: LoanRow | MortgageRow) {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    owed: row.remaining_balance,
    rate: row.interest_rate,
    payment: row.monthly_payment,
    startDate: row.start_date,
    nextDueDate: row.next_due_date,
    paymentDay: row.payment_day ?? getDate(parseDay(row.start_date)).date,
    pastDue: row.past_due,
    daysPastDue: row.days_past_due,
    pausedUntil: row.paused_until,
    fees: readFees(row),
    autopay: row.autopay_account_id ? { accountId: row.autopay_account_id, extra: row.autopay_extra } : null,
  };
}

/** Returns the credit that a line still has, in major units. */
export function getAvailableCredit({ owed, borrowed }: Pick<Debt, 'owed' | 'borrowed'>): number {
  return fromMinor(maxMinor(ZERO, subtractMinor(toMinor(borrowed), toMinor(owed))));
}

/** Returns the repaid share of the borrowed amount, from 0 to 1. */
export function paidShare({ owed, borrowed }: Debt): number {
  return Math.min(1, Math.max(0, 1 - owed / borrowed));
}

export function debtPath({ product, id }: Pick<Debt, 'product' | 'id'>): string {
  return product === 'loan' ? `/loans/${id}` : `/mortgages/${id}`;
}

/** Returns the debt's name in sentences, such as `Car loan` or `the mortgage`. */
export function getDebtLabel({ product, name }: Debt): string {
  return product === 'mortgage' && name === 'Mortgage' ? 'the mortgage' : name;
}

/** Returns true if no installment is due on the day because the customer paused payments. */
export function isPaused({ pausedUntil }: Debt, today: DayNumber): boolean {
  return pausedUntil !== null && parseDay(pausedUntil) >= today;
}

/** Formats a number of months, such as `3 years 2 months`, `1 month`, or `no time`. */
export function formatMonths(months: number): string {
  const years = Math.floor(months / MONTHS_A_YEAR);
  const monthsLeft = months - years * MONTHS_A_YEAR;
  const parts = [
    years > 0 && formatCount(years, 'year'),
    monthsLeft > 0 && formatCount(monthsLeft, 'month'),
  ].filter(Boolean);
  return parts.join(' ') || '0 months';
}
