import type { TaxTreatment } from '../../../engine/pay/tax-treatments.ts';
import type { Waiver } from '../../../engine/products/accounts/account-plan-terms.ts';

/**
 * A document's content from `public.document_facts`. Amounts are in major units, and days have the format
 * 2026-10-31.
 */
export type Facts<Terms, Content> = {
  period_from: string;
  period_to: string;
  issued_at: string;
  terms: Terms & { holder: string; zone: string };
  facts: Content;
};

/**
 * A transaction. `amount` is positive in the customer's favor. Interest and fees are dated on the day that
 * just ended.
 */
export type Line = { day: string; posted: string; kind: string; text: string; amount: number };

export type Statement = Facts<
  { name: string; number?: string; type?: string; currency: string; pending?: number },
  {
    opening: number;
    closing: number;
    lines: Line[];
    /** The yield of the period: null or missing without interest. */
    yield?: { interest: number; balance: number; days: number; apy: number } | null;
    /** The fees of the period and of the calendar year by kind; null if there were none this year. */
    fees: Partial<Record<AccountFeeKind, { period: number; year: number }>> | null;
    /** The monthly fees that a condition of the plan waived; null or missing if there were none. */
    waived?: { month: string; waiver: Waiver; fee: number; needed: number }[] | null;
  }
>;

/** A kind of account fee. What the bank waived on request is below zero. */
export type AccountFeeKind = 'overdraft_fee' | 'returned_payment_fee' | 'maintenance_fee' | 'fee_waived';

export type CardStatement = Facts<
  {
    name: string;
    number: string;
    currency: string;
    /** The card's own rate. */
    apr: number;
    /** The rate for purchases on the closing day. Missing for a card without a product. */
    purchase_apr?: number | null;
    /** The last day of the introductory rate. */
    intro_until?: string | null;
    credit_limit: number;
    due_date: string;
    opening_balance: number;
    charges: number;
    payments: number;
    interest: number;
    fees: number;
    closing_balance: number;
    minimum_payment: number;
    rewards: number;
    pending?: number;
  },
  { lines: Line[] }
>;

export type Debt = Facts<
  {
    product: 'loan' | 'mortgage';
    name: string;
    currency: string;
    amount: number;
    rate: number;
    months: number;
    payment: number;
    start_date: string;
    property_value?: number;
    down_payment?: number;
    rate_type?: string;
    rate_margin?: number;
    /** The charges besides interest. Missing if there are none, and in earlier agreements. */
    origination_fee?: number;
    underwriting_fee?: number;
    points_fee?: number;
    pmi_rate?: number;
    /** The account that paid the cash to close, and the yearly bills of escrow. Missing if there are none. */
    paid_from?: string;
    property_tax?: number;
    home_insurance?: number;
    /** The terms of a home equity line of credit. Missing for other debts. */
    drawMonths?: number;
    margin?: number;
    cap?: number;
  },
  null
>;

type Interest = { product: string; name: string; currency: string; amount: number; postings: number };
export type TaxSummary = Facts<{ year: number }, { earned: Interest[]; paid: Interest[] }>;

export type Receipt = Facts<
  { name: string; text: string; amount: number; currency: string; entry_kind: string },
  { day: string; time: string; sides: { name: string; bank: boolean; amount: number; currency: string }[] }
>;

type FilingStatus = 'single' | 'joint' | 'head_of_household';
type PayLine =
  | 'gross'
  | 'retirement'
  | 'health'
  | 'hsa'
  | 'federal_tax'
  | 'social_security'
  | 'medicare'
  | 'state_tax'
  | 'net'
  | 'employer_match';

export type PayStub = Facts<
  {
    employer: string;
    pay_date: string;
    frequency: 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY';
    filing_status: FilingStatus;
    federal_wages: number;
    /** True if the 401(k) contribution went to an account outside the bank. Missing in earlier pay stubs. */
    saves_outside?: boolean | null;
  } & Record<PayLine | `${PayLine}_to_date`, number>,
  null
>;

export type FormW2 = Facts<
  {
    year: number;
    employer: string;
    wages: number;
    federal_tax: number;
    social_security_wages: number;
    social_security: number;
    medicare_wages: number;
    medicare: number;
    retirement: number;
    hsa: number;
    state_tax: number;
  },
  null
>;

export type Form1099Int = Facts<
  { year: number; interest: number; accounts: { name: string; amount: number }[] },
  null
>;

/** The dividends of the accounts that hold funds. */
export type Form1099Div = Facts<
  {
    year: number;
    dividends: number;
    qualified: number;
    accounts: { name: string; amount: number; qualified: number }[];
  },
  null
>;

/** The sales of funds. A gain is the proceeds minus the cost basis; losses are negative. */
export type Form1099B = Facts<
  {
    year: number;
    proceeds: number;
    basis: number;
    short_term: number;
    long_term: number;
    sales: {
      account: string;
      fund: 'US_STOCKS' | 'WORLD_STOCKS' | 'BONDS';
      sold_on: string;
      units: number;
      proceeds: number;
      basis: number;
      short_term: number;
      long_term: number;
    }[];
  },
  null
>;

/** The withdrawals from a retirement account. */
export type Form1099R = Facts<
  {
    year: number;
    name: string;
    tax_treatment: TaxTreatment;
    gross: number;
    taxable: number;
    early: number;
    /** Missing if nothing was converted to a Roth IRA. */
    converted?: number;
    /** Missing if nothing left a 401(k) as a direct rollover. */
    rolled_over?: number;
    /** True if the customer was younger than 59½ at the end of the year. */
    is_young?: true;
  },
  null
>;

/** The withdrawals from a health savings account, and the year's contributions by hand and from paychecks. */
export type Form1099Sa = Facts<
  { year: number; name: string; gross: number; contributed: number; paycheck: number },
  null
>;

export type Form1099G = Facts<{ year: number; unemployment: number }, null>;

export type Form1098 = Facts<{ year: number; name: string; interest: number }, null>;

/** An annual escrow analysis. `lines` are the account's activity in the year. */
export type EscrowStatement = Facts<
  Record<
    | 'balance'
    | 'target'
    | 'cushion'
    | 'base'
    | 'deposit'
    | 'shortage'
    | 'deficiency'
    | 'refund'
    | 'tax'
    | 'insurance'
    | 'before'
    | 'after',
    number
  > & {
    name: string;
    currency: string;
    /** The day from which the new payment applies. */
    on: string;
    lines: { day: string; kind: string; text: string; amount: number }[];
  },
  null
>;

/** The month of a line of credit. `payment` is due on `due`; `overdue` is what was past due before. */
export type LineStatement = Facts<
  Record<'number' | 'rate' | 'limit' | 'balance' | 'overdue' | 'payment', number> & {
    name: string;
    currency: string;
    due: string;
    /** The day on which a late fee is charged. */
    late_on: string;
    autopay: boolean;
    lines: { day: string; kind: string; text: string; amount: number }[];
    /** The balances above zero, with their days. */
    days: { from: string; to: string; days: number; balance: number }[];
  },
  null
>;

export type TaxReturnDocument = Facts<
  {
    tax_year: number;
    filing_status: FilingStatus;
    wages: number;
    interest: number;
    withheld: number;
    /** Missing if no funds were sold. */
    short_term_gain?: number;
    long_term_gain?: number;
    /** Missing if there were no dividends. */
    dividends?: number;
    qualified_dividends?: number;
    /** Missing if there are no children. */
    children?: number;
    /** Missing if there were no withdrawals from retirement accounts. */
    distributions?: number;
    early_distributions?: number;
    deductions?: number;
    unemployment?: number;
    /** Missing if no required distribution was missed. */
    missed_distributions?: number;
    corrected_distributions?: number;
    /** Missing if the customer was younger than 65 at the end of the year. */
    is_senior?: boolean;
    inflation: number;
    filed_on: string;
  },
  null
>;
