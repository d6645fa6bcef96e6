/**
 * What the bank knows of a customer's credit, as `my_credit_facts` tells it: the one source of the score and of the
 * policy by which applications are decided. Amounts in minor units of the customer's base currency, days as
 * `yyyy-MM-dd`, months as `yyyy-MM`, all of it on the simulated clock.
 */
export type CreditFacts = {
  today: string;
  currency: string;
  /** The day of the first account. */
  since: string;
  /** Cards, loans and mortgages, closed and paid off ones too. */
  lines: CreditLine[];
  /** Every due date that has passed, the oldest first. */
  payments: PaymentFact[];
  /** Each time the bank was asked for credit. */
  inquiries: Inquiry[];
  /** Pay and other income by month, the oldest first; the present month is not whole. */
  income: { month: string; amount: number }[];
};

/** The kind of credit that an inquiry was made for: a type of loan, or a card's limit. */
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
  /** What is owed now. */
  balance: number;
  /** The limit of a card, what was borrowed of a loan or mortgage. */
  limit: number;
  /** What is due each month: the installment, or a card's minimum payment. */
  payment: number;
  /** What was owed at the ends of past months, the oldest first. */
  months: { month: string; balance: number }[];
};

export type PaymentFact = {
  lineId: string;
  /** The due date. */
  on: string;
  /** 0 when it was paid in time; else how late it became: at least 1, or the worst mark of 30, 60, 90. */
  daysLate: number;
};
