/**
 * A customer's credit record, as `my_credit_facts` returns it. The score and the credit policy use nothing
 * else. Amounts in minor units of the base currency, days as `yyyy-MM-dd`, months as `yyyy-MM`, on the
 * simulated clock.
 */
export type CreditFacts = {
  today: string;
  currency: string;
  /** The day on which the first account was opened. */
  since: string;
  /** Cards, loans, and mortgages, including closed and paid-off ones. */
  lines: CreditLine[];
  /** All past due dates in chronological order. */
  payments: PaymentFact[];
  /** Applications for credit. */
  inquiries: Inquiry[];
  /** Monthly income in chronological order. The current month is incomplete. */
  income: { month: string; amount: number }[];
};

/** The kind of credit that an inquiry was made for: a loan type or a card limit. */
export type InquiryKind = 'PERSONAL' | 'AUTO' | 'HOME' | 'EDUCATION' | 'OTHER' | 'CARD';

export type Inquiry = { on: string; words: string; kind: InquiryKind };

export type CreditLine = {
  id: string;
  kind: 'card' | 'loan' | 'mortgage';
  name: string;
  opened: string;
  closed: string | null;
  /** Percent a year. */
  rate: number;
  /** The current balance. */
  balance: number;
  /** The limit of a card, or the original amount of a loan or mortgage. */
  limit: number;
  /** The monthly payment: the installment, or a card's minimum payment. */
  payment: number;
  /** The balance at each past month-end, in chronological order. */
  months: { month: string; balance: number }[];
};

export type PaymentFact = {
  lineId: string;
  /** The due date. */
  on: string;
  /** 0 for a payment on time, 1 for a late one, or the worst delinquency mark: 30, 60, or 90. */
  daysLate: number;
};
