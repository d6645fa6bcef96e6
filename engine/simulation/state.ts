import type { z } from 'zod';
import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type * as schema from '../household/schema/carryover.ts';
import type { depositFrequency, householdShock, paymentFrequency } from '../household/schema/rules.ts';
import type { CardControls } from '../products/card-controls.ts';
import type { ScenarioRun } from '../scenarios/run-state.ts';

/**
 * The state of a household in the engine: plain JSON, so that it can be saved, copied, and shared. Amounts
 * are minor units, rates percent a year (6.4 = 6.4 %), days local calendar days, instants milliseconds.
 */
export type HouseholdState = {
  /** The same seed and commands create the same simulation. */
  seed: number;
  timeZone: string;
  /** The instant until which the household is simulated. */
  at: Instant;
  /**
   * The local date and time (`Zone.localOf`) until which everything has happened, if a time zone change makes
   * it differ from `at`.
   */
  handledUntil?: number;
  /** The instant of the last entry. Late events are posted after it. */
  posted: Instant;
  accounts: AccountState[];
  cards: CardState[];
  debts: DebtState[];
  autoDeposits: AutoDepositState[];
  scheduledPayments: ScheduledPaymentState[];
  /** Retries of deleted rules, which continue if the rule is restored. Absent if none. */
  deletedRetries?: Record<string, PaymentRetry>;
  spendingProfile: SpendingProfile | null;
  /** The price index; absent when no rule follows inflation. */
  prices?: PriceIndex;
  /** Absent when surprises are off. */
  surprises?: Surprises | undefined;
  shocks: ShockState[];
  /** Absent when nothing is contested. */
  disputes?: DisputeState[];
  /** The first to be filled first; absent where nothing is saved for. */
  goals?: GoalState[];
  /** Absent unless a pack is being played. */
  play?: ScenarioRun;
  /** Changes by others since `at` in chronological order. Balances don't include them yet. */
  changes: OutsideChange[];
};

export type Currency = string;

export type AccountState = {
  id: string;
  name: string;
  type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
  currency: Currency;
  balance: number;
  /** Accrued interest or market gain that is not posted yet, in millionths of a minor unit. */
  accruedMicros: number;
  closed?: true;
};

export type CardState = {
  id: string;
  name: string;
  currency: Currency;
  limit: number;
  /** Percent a year. */
  apr: number;
  /** The balance owed; negative after an overpayment. */
  balance: number;
  /** The due date of the first statement: later ones fall on the same day of their months. */
  firstDue: DayNumber;
  /** The due date of the open statement, else of the next one. */
  due: DayNumber;
  autopay: { accountId: string; pays: 'minimum' | 'statement' | number } | null;
  frozen?: true;
  controls?: CardControls;
  cycle: CardCycle;
};

export type CardCycle = z.infer<typeof schema.cycle>;

export type DebtState = z.infer<typeof schema.debtProgress> & {
  id: string;
  product: 'loan' | 'mortgage';
  name: string;
  currency: Currency;
  /** The balance owed, including posted interest and fees. */
  balance: number;
  /** Percent a year. */
  rate: number;
  /** The level installment. */
  payment: number;
  /** In months. The last installment absorbs rounding. */
  term: number;
  autopay: { accountId: string; extra: number } | null;
  hardshipUntil?: DayNumber;
  property?: { value: number };
};

export type VariableRate = NonNullable<DebtState['variable']>;

export type AutoDepositFrequency = z.infer<typeof depositFrequency>;
export type GoalFrequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY';
export type PaymentFrequency = z.infer<typeof paymentFrequency>;

/** When a rule acts: its first local day and time; occurrence n is counted from there. */
export type Recurrence<Frequency> = {
  frequency: Frequency;
  start: DayNumber;
  minutes: number;
  /** The number of the next occurrence, from 0. */
  next: number;
  /** The last day on which it may act. */
  end?: DayNumber;
  /** The total number of occurrences. */
  count?: number;
  paused?: true;
};

export type PriceIndex = z.infer<typeof schema.priceIndex>;

/** The yearly adjustment of a rule's amount. */
export type YearlyAdjustment = {
  /** Percent a year, or inflation. */
  by: number | 'inflation';
  /** The year of the last adjustment, from 0, and the price index then. */
  year: number;
  level: number;
};

export type AutoDepositState = {
  id: string;
  name: string;
  accountId: string;
  amount: number;
  category?: string;
  /** True for a paycheck, which stops while the job is lost. */
  isPay?: true;
  recurrence: Recurrence<AutoDepositFrequency>;
  yearly?: YearlyAdjustment;
};

export type Payee = { kind: 'outside'; name: string } | { kind: 'account' | 'card' | 'debt'; id: string };

export type PaymentRetry = z.infer<typeof schema.paymentRetry>;

export type ScheduledPaymentState = {
  id: string;
  name: string;
  accountId: string;
  to: Payee;
  amount: number | 'statement' | 'minimum';
  category?: string;
  yearly?: YearlyAdjustment;
  /** The adjustment of an occurrence on a weekend. */
  weekend: 'stays' | 'before' | 'after';
  recurrence: Recurrence<PaymentFrequency>;
  /** Occurrences the customer changed, by the day for which they were planned (`2026-10-14`). */
  changed: Record<string, { skip: true } | { amount: number }>;
  /** A failed occurrence, retried on the following days up to three times. */
  retry: PaymentRetry | null;
};

export type SpendingProfile = z.infer<typeof schema.spendingProfile>;
export type Habit = z.infer<typeof schema.habit>;

/** A currency move changes the value of foreign currencies, not balances. */
export type ShockKind = z.infer<typeof householdShock> | 'currency_move';

/** The frequency of surprises. */
export type Surprises = 'some' | 'many';

/** A planned or drawn shock. News have no effect. */
export type ShockState = z.infer<typeof schema.shock> & { kind: ShockKind | 'news' };

/** A charge that the customer contests: credited for the time being, decided on a day. */
export type DisputeState = {
  id: string;
  cardId: string;
  /** The provisional credit. Minor units. */
  amount: number;
  decideOn: DayNumber;
  /** The outcome; absent if unknown or already decided. */
  outcome?: 'won' | 'lost';
  merchant?: string;
  category?: string;
  /** The fraud that the dispute is about. The bank doesn't credit it twice. */
  shockId?: string;
  decided?: true;
};

/** A savings goal with its automatic contribution. */
export type GoalState = {
  id: string;
  name: string;
  accountId: string;
  target: number;
  /** The goal's part of the account; null for the rest after other goals. */
  portion: number | null;
  /** False while paused or completed: no contributions and no report. */
  active: boolean;
  /** True if it was already reported as reached. */
  reached: boolean;
  /** When it was reached since the household was read. */
  reachedAt: Instant | null;
  contribution:
    | { kind: 'fixed'; fromAccountId: string; amount: number; recurrence: Recurrence<GoalFrequency> }
    | { kind: 'share_of_pay'; fromAccountId: string; percent: number }
    /** `pending`: the day's round-ups. */
    | { kind: 'round_ups'; fromAccountId: string; pending: number }
    | null;
  /** The month (`2026-10`) in which a lack of money was last reported. */
  skippedIn?: string;
};

export type OutsideChange = {
  at: Instant;
  productId: string;
  /** In the customer's favor. */
  amount: number;
  kind: string;
  category?: string;
};

/** One posting: a product id or a system account; minor units in the customer's favor. */
export type Line = { ledger: string; amount: number; currency: Currency };

/** Something that happened. An event with lines becomes an entry; one without is only reported. */
export type EngineEvent = {
  /** Identifies the event across runs, so that it is posted once. */
  key: string;
  at: Instant;
  /** When it was due, where that was earlier. */
  dueAt?: Instant;
  kind: string;
  description: string;
  merchant?: string;
  category?: string;
  /** The rule, card, debt, or shock that it belongs to. */
  subject?: string;
  lines?: Line[];
  /** Numbers a digest or a notice needs: minor units, days, percent. */
  facts?: Record<string, number | string | boolean | null>;
};
