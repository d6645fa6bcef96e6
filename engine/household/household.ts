import type { EngineEvent } from '../simulation/state.ts';
import type { Carryover } from './row.ts';

/** A household as `load_household` accepts it. Amounts in major units, rates in percent a year. */
export type Household = {
  accounts: {
    id: string;
    name: string;
    type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
    currency: string;
    created_at: string;
  }[];
  cards: ({
    id: string;
    name: string;
    credit_limit: number;
    apr: number;
    due_date: string;
    currency: string;
    created_at: string;
    rewards_balance?: number;
  } & CardAutopay)[];
  /** Terms in months. */
  loans: ({
    id: string;
    name: string;
    amount: number;
    interest_rate: number;
    term: number;
    start_date: string;
    next_due_date: string;
    currency: string;
    created_at: string;
  } & DebtAutopay)[];
  /** Terms in years. */
  mortgages: ({
    id: string;
    property_value: number;
    down_payment: number;
    interest_rate: number;
    term: number;
    start_date: string;
    next_due_date: string;
    created_at: string;
  } & DebtAutopay)[];
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
    collateral_value?: number;
    down_payment?: number;
    reviewed_at?: string;
    decided_at?: string;
    decision?: object;
    expires_at?: string;
    ended_at?: string;
  }[];
  /** In chronological order; each sums to zero per currency. */
  entries: HouseholdEntry[];
  /** Closed billing cycles of cards. */
  statements?: HouseholdStatement[];
  /** Events without a ledger entry. */
  household_events?: HouseholdEvent[];
  virtual_cards?: object[];
  card_controls?: object[];
  limit_requests?: object[];
  /** `entry` is the position of the charge among the entries, from 1. */
  disputes?: object[];
  auto_deposits?: HouseholdDeposit[];
  scheduled_payments?: HouseholdPayment[];
  goals?: HouseholdGoal[];
  /** Goal contributions in chronological order. */
  goal_movements?: HouseholdGoalMovement[];
  contacts?: { name: string; address: string; favorite: boolean; created_at: string }[];
  peer_payments?: HouseholdPeerPayment[];
  budgets?: HouseholdBudget[];
  /** Limits of past months, if they differed from the current budget. */
  budget_limits?: (Omit<HouseholdBudget, 'starts_on'> & { month: string })[];
  /** The seed of later random draws. */
  seed?: number;
  /** The engine's carryover, and the instant until which the household was simulated. */
  carryover?: Partial<Carryover>;
  simulated_until?: string;
};

/** The amount that card autopay draws on due dates. */
type CardAutopay = {
  autopay?: 'minimum' | 'statement' | 'fixed';
  autopay_account_id?: string;
  autopay_amount?: number;
};

type DebtAutopay = { autopay_account_id?: string; autopay_extra?: number };

/** The yearly adjustment of a rule's amount: a percentage, or inflation. */
export type HouseholdAdjustment = { yearly_adjustment?: 'fixed' | 'inflation'; yearly_percent?: number };

/** Days as `2026-10-14`; categories by name. */
export type HouseholdDeposit = {
  id?: string;
  account_id: string;
  name: string;
  amount: number;
  frequency: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';
  category?: string;
  is_pay?: boolean;
  start_date: string;
  start_time?: string;
  end_date?: string;
  occurrences?: number;
  paused?: boolean;
} & HouseholdAdjustment;

/** To an outside payee or to one of the customer's products. */
export type HouseholdPayment = {
  id?: string;
  account_id: string;
  name: string;
  payee?: string;
  to_account_id?: string;
  card_id?: string;
  loan_id?: string;
  mortgage_id?: string;
  amount?: number;
  amount_kind?: 'fixed' | 'statement' | 'minimum';
  frequency: 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUALLY';
  category?: string;
  start_date: string;
  end_date?: string;
  occurrences?: number;
  weekend?: 'stays' | 'before' | 'after';
  paused?: boolean;
} & HouseholdAdjustment;

/** A monthly limit in major units; months as `2026-10-01`. */
export type HouseholdBudget = {
  category: string;
  currency: string;
  amount: number;
  rollover: 'none' | 'surplus' | 'both';
  rollover_cap?: number;
  starts_on: string;
};

/** A closed billing cycle of a card. Amounts in major units, days as `2026-10-14`. */
export type HouseholdStatement = {
  card_id: string;
  from_date: string;
  to_date: string;
  due_date: string;
  opening_balance: number;
  charges: number;
  payments: number;
  interest: number;
  fees: number;
  closing_balance: number;
  minimum_payment: number;
  rewards: number;
};

/** A savings goal. Amounts in major units, days as `2026-10-14`. */
export type HouseholdGoal = {
  id: string;
  name: string;
  picture: string;
  target: number;
  target_date?: string;
  account_id: string;
  /** Absent if the goal counts the whole account. */
  portion?: number;
  contribution?: 'fixed' | 'share_of_pay' | 'round_ups';
  contribution_amount?: number;
  contribution_percent?: number;
  frequency?: 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY';
  start_date?: string;
  from_account_id?: string;
  priority: number;
  created_at: string;
};

export type HouseholdGoalMovement = {
  goal_id: string;
  at: string;
  kind: 'start' | 'contribution' | 'set_aside' | 'released' | 'taken';
  amount: number;
  saved_after: number;
  account_id?: string;
};

/** An event without a ledger entry. Its facts contain amounts in minor units. */
export type HouseholdEvent = {
  at: string;
  due_at?: string;
  kind: string;
  description: string;
  subject?: string;
  event_key: string;
  facts: NonNullable<EngineEvent['facts']>;
};

export type HouseholdEntry = {
  at: string;
  /** The business day, if it differs from the posting day. */
  value_at?: string;
  kind: string;
  description: string;
  merchant?: string;
  category?: string;
  /** Names what it belongs to, so that this is found again: `person:<letter>:out`. */
  event_key?: string;
  lines: HouseholdLine[];
};

/** Money paid to, received from, or requested from a person. Amounts in major units. */
export type HouseholdPeerPayment = {
  peer_transfer_id: string;
  kind: 'payment' | 'request';
  direction: 'in' | 'out';
  state: 'pending' | 'completed';
  name: string;
  address: string;
  amount: number;
  currency: string;
  account_id: string;
  account_amount?: number;
  account_currency?: string;
  note: string;
  at: string;
  day: string;
  closed_at?: string;
  expires_at?: string;
};

/** `ledger` is a product id or the name of a system account; `amount` is positive in the customer's favor. */
export type HouseholdLine = {
  ledger: string;
  amount: number;
  currency: string;
  type?: 'DEPOSIT' | 'WITHDRAWAL' | 'TRANSFER' | 'AUTO_DEPOSIT';
};
