/** A household as the bank's `load_household` takes it. Amounts in major units, rates in percent a year. */
export type Household = {
  accounts: {
    id: string;
    name: string;
    type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
    currency: string;
    created_at: string;
  }[];
  cards: {
    id: string;
    name: string;
    credit_limit: number;
    apr: number;
    due_date: string;
    currency: string;
    created_at: string;
  }[];
  /** Terms in months. */
  loans: {
    id: string;
    name: string;
    amount: number;
    interest_rate: number;
    term: number;
    start_date: string;
    next_due_date: string;
    currency: string;
    created_at: string;
  }[];
  /** Terms in years. */
  mortgages: {
    id: string;
    property_value: number;
    down_payment: number;
    interest_rate: number;
    term: number;
    start_date: string;
    next_due_date: string;
    created_at: string;
  }[];
  applications: {
    applicant_name: string;
    email: string | null;
    loan_amount: number;
    loan_type: string;
    purpose: string;
    term_months: number;
    annual_income: number;
    employment_status: string;
    monthly_debt: number;
    status: string;
    submitted_at: string;
    decided_at?: string;
    decision?: object;
  }[];
  /** In order of time; each sums to zero per currency. */
  entries: HouseholdEntry[];
};

export type HouseholdEntry = {
  at: string;
  kind: string;
  description: string;
  merchant?: string;
  category?: string;
  lines: HouseholdLine[];
};

/** `ledger` is the id of an own product or the name of one of the bank's pages; `amount` is in the customer's favour. */
export type HouseholdLine = {
  ledger: string;
  amount: number;
  currency: string;
  type?: 'DEPOSIT' | 'WITHDRAWAL' | 'TRANSFER' | 'AUTO_DEPOSIT';
};
