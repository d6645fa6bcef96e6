import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type { CardControls } from '../products/card-controls.ts';
import type { ScenarioRun } from '../scenarios/run-state.ts';
import type {
  AccountState,
  AutoDepositState,
  CardState,
  DebtState,
  DisputeState,
  GoalFrequency,
  GoalState,
  OutsideChange,
  PaymentRetry,
  PriceIndex,
  ScheduledPaymentState,
  ShockState,
  SpendingProfile,
  Surprises,
} from '../simulation/state.ts';

/** A household as `engine_households` returns it: minor units, milliseconds, days as text. */
export type HouseholdRow = {
  id: string;
  time_zone: string;
  generation: number;
  now: Instant;
  simulated_until: Instant;
  rules_version: number;
  last_entry: number;
  seed: number;
  carryover: Partial<Carryover>;
  changes: OutsideChange[];
  accounts: (Pick<AccountState, 'id' | 'name' | 'type' | 'currency' | 'balance'> & { closed: boolean })[];
  cards: CardRow[];
  debts: DebtRow[];
  auto_deposits: AutoDepositRow[];
  scheduled_payments: ScheduledPaymentRow[];
  shocks: ShockRow[];
  /** Absent in generated households. */
  disputes?: DisputeRow[];
  /** Absent where nothing is saved for. */
  goals?: GoalRow[];
};

export type CardRow = Pick<CardState, 'id' | 'name' | 'currency' | 'limit' | 'apr' | 'balance'> & {
  due_date: string;
  autopay: 'minimum' | 'statement' | 'fixed' | null;
  autopay_account_id: string | null;
  autopay_amount: number | null;
  frozen: boolean;
  /** Card spending of the month in which the household was last simulated; null without controls. */
  controls?: Pick<CardControls, 'limits' | 'spent'> | null;
};

export type DebtRow = Pick<
  DebtState,
  'id' | 'product' | 'name' | 'currency' | 'balance' | 'rate' | 'payment' | 'term'
> & {
  start_date: string;
  next_due_date: string;
  autopay_account_id: string | null;
  autopay_extra: number;
  paused_until: string | null;
  rate_type?: 'fixed' | 'variable';
  rate_margin?: number;
  /** The home's value in minor units; absent or null without a home, or after refinancing. */
  value?: number | null;
};

export type RuleRow = {
  id: string;
  name: string;
  account_id: string;
  category: string | null;
  start_date: string;
  end_date: string | null;
  occurrences: number | null;
  paused: boolean;
  /** Null if the engine has not computed it yet. */
  next: number | null;
  /** The end of the last pause. Earlier occurrences are skipped. */
  resumed?: Instant | null;
  /** The yearly adjustment of its amount: a percentage, or inflation. */
  adjustment?: number | 'inflation' | null;
};

export type AutoDepositRow = RuleRow & {
  amount: number;
  frequency: AutoDepositState['recurrence']['frequency'];
  is_pay: boolean;
  minutes: number;
};

export type ScheduledPaymentRow = RuleRow & {
  payee: string | null;
  to_account_id: string | null;
  card_id: string | null;
  debt_id: string | null;
  amount: number | null;
  amount_kind: 'fixed' | 'statement' | 'minimum';
  frequency: ScheduledPaymentState['recurrence']['frequency'];
  weekend: ScheduledPaymentState['weekend'];
  changed: ScheduledPaymentState['changed'];
};

type ShockRow = Pick<ShockState, 'id' | 'size'> & {
  kind: ShockState['kind'];
  on_date: string;
  months: number | null;
  product_id: string | null;
};

type DisputeRow = Pick<DisputeState, 'id' | 'amount'> & {
  card_id: string;
  decide_on: string;
  /** Null if already decided; absent in projections for the customer. */
  outcome?: 'won' | 'lost' | null;
  merchant: string | null;
  category: string | null;
  shock_id: string | null;
};

/** Goals in the order in which they are filled. */
export type GoalRow = Pick<GoalState, 'id' | 'name' | 'target' | 'portion' | 'active' | 'reached'> & {
  account_id: string;
  contribution: 'fixed' | 'share_of_pay' | 'round_ups' | null;
  amount: number | null;
  percent: number | null;
  frequency: GoalFrequency | null;
  start_date: string | null;
  next: number | null;
  from_account_id: string | null;
};

/** The engine state between two steps that no table of the bank contains. */
export type Carryover = {
  /** The time zone in which the household was simulated. */
  timeZone?: string;
  /** Present only after a time zone change turned the local clock back. */
  handledUntil?: number;
  accrued: Record<string, number>;
  cards: Record<string, Pick<CardState, 'firstDue' | 'due' | 'cycle'>>;
  debts: Record<string, DebtCarryover>;
  retries: Record<string, PaymentRetry>;
  shocks: ShockState[];
  /** Absent when surprises are off. */
  surprises?: Surprises | undefined;
  /** By goal; absent if empty. */
  goals?: Record<string, GoalCarryover>;
  life: SpendingProfile | null;
  /** The last yearly adjustment of each rule: its year, amount, and price index. */
  adjustments?: Record<string, { start: DayNumber; amount: number; year: number; level: number }>;
  /** Absent if no rule follows inflation. */
  prices?: PriceIndex;
  /** Present only during a scenario run. */
  play?: ScenarioRun;
};

/** The pending cents of the day, and the month in which a lack of money was last reported. */
export type GoalCarryover = { pending?: number; skippedIn?: string };

export type DebtCarryover = Pick<
  DebtState,
  'start' | 'next' | 'balanceDays' | 'countedTo' | 'ahead' | 'arrears' | 'delinquent' | 'variable'
>;
