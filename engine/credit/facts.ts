import type { LoanType } from './terms.ts';

/**
 * A customer's credit record, as returned by `my_credit_facts`. It is the only input of the score and the
 * credit policy. Amounts are in minor units of the base currency. Days are `yyyy-MM-dd` and months `yyyy-MM`,
 * on the simulated clock.
 */
export type CreditFacts = {
  today: string;
  currency: string;
  /** The day on which the first account was opened. */
  since: string;
  /** Cards, loans, and mortgages, including closed and paid-off accounts. */
  lines: CreditLine[];
  /** All due dates in the past and the delay of each payment, in chronological order. */
  payments: PaymentFact[];
  /** Applications for credit. */
  inquiries: Inquiry[];
  /** Monthly income in chronological order. The last month is the current one and still incomplete. */
  income: { month: string; amount: number }[];
};

/** The type of credit that an inquiry is for: a type of loan, or a card limit. */
export type InquiryKind = LoanType | 'CARD';

export type Inquiry = { on: string; text: string; kind: InquiryKind };

export type CreditLine = {
  id: string;
  kind: 'card' | 'loan' | 'mortgage';
  name: string;
  opened: string;
  closed: string | null;
  /** The rate in percent per year. */
  rate: number;
  balance: number;
  /** The limit of a card, or the original amount of a loan or mortgage. */
  limit: number;
  /** The monthly payment: the installment, or a card's minimum payment. */
  payment: number;
  /** The balances at the ends of past months, in chronological order. */
  months: { month: string; balance: number }[];
};

export type PaymentFact = {
  lineId: string;
  /** The due date. */
  on: string;
  /** 0 for a payment on time, 1 for a late payment, or the worst delinquency mark: 30, 60, or 90. */
  daysLate: number;
};
