import type { DayNumber, Instant } from '../calendar/calendar.ts';
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

export type CardCycle = {
  /** The day after the last statement closed, or the day the card was opened. */
  from: DayNumber;
  /** Sum of the balances at the ends of the cycle's days: the average daily balance times its days. */
  balanceDays: number;
  /** The same, up to the day on which the last statement was paid in full. */
  residualDays: number;
  /**
   * Balance-days of the part repaid by the due date. They bear no interest in a grace period (12 CFR
   * 1026.54(a)(1)(ii)).
   */
  repaidDays?: number;
  /** True if a returned payment was charged a fee since that statement closed. */
  returnedFee?: true;
  /** True if the previous cycle bore interest, so that residual interest is due even after full payment. */
  revolving: boolean;
  /** Null before the first statement. */
  statement: { balance: number; minimum: number; due: DayNumber; closedOn: DayNumber } | null;
  /** Payments and credits since that statement closed. */
  paid: number;
  /** True if that statement was paid in full by its due date; null before the date. */
  inFull: boolean | null;
  fees: number;
  interest: number;
  /** Cycles since the last late fee, for the higher repeated fee; null if there was none. */
  cyclesSinceLateFee: number | null;
  /** Rewards earned in this cycle: thousandths of a minor unit. */
  rewardMillis: number;
  opening: number;
  charges: number;
  /** The number of the statement that ends this cycle: 0 for the one due on `firstDue`. */
  number: number;
};

export type DebtState = {
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
  start: DayNumber;
  /** The number of the installment that falls due next, from 1. */
  next: number;
  autopay: { accountId: string; extra: number } | null;
  /**
   * Balances times days (30 a month) since the last due date, excluding the current balance: the basis of
   * interest.
   */
  balanceDays: number;
  countedTo: number;
  /** Paid since the last due date: counts toward the next installment where no autopay is set. */
  ahead: number;
  /** Installments that fell due and are not paid yet, oldest first. */
  arrears: { due: DayNumber; amount: number; charged?: true }[];
  /** The worst mark of the present delinquency: 0, 30, 60 or 90 days. */
  delinquent: 0 | 30 | 60 | 90;
  hardshipUntil?: DayNumber;
  variable?: VariableRate;
  property?: { value: number };
};

/** An adjustable mortgage: index + margin, reset every so many months within caps. Percent points. */
export type VariableRate = {
  margin: number;
  everyMonths: number;
  /** The most one reset may change the rate, and the most it may ever differ from the first rate. */
  capPerReset: number;
  capForLife: number;
  first: number;
};

export type AutoDepositFrequency = 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';
export type GoalFrequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY';
export type PaymentFrequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUALLY';

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

/** The price level in millionths of the start, and its yearly growth in percent. */
export type PriceIndex = { level: number; inflation: number };

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

/** `planned` is the day of the occurrence. It differs once the rule has new days. */
export type PaymentRetry = { occurrence: number; tries: number; on: DayNumber; planned?: DayNumber };

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

/** Everyday purchases, as opposed to scheduled payments. */
export type SpendingProfile = {
  persona: string;
  habits: Habit[];
  /** Purchases use the card while a third of its limit is free, else the account. */
  accountId: string;
  cardId: string | null;
  /** The balance that optional purchases must leave. */
  floor: number;
  /** The price level in millionths of the start. Inflation raises it monthly. */
  priceLevel: number;
  /** Percent a year. */
  inflation: number;
  /** True if random shocks are drawn in addition to planned ones. */
  luck: boolean;
};

export type Habit = {
  name: string;
  merchants: string[];
  category: string;
  /** Thousandths, for each day of the week from Sunday on. */
  chances: number[];
  /** Percent of the usual chance, for each month from January on. */
  seasons?: number[];
  from: number;
  to: number;
  /** The range of hours in which the purchase happens. */
  hours: [number, number];
  by: 'card' | 'account';
};

export type ShockKind =
  | 'job_loss'
  | 'rate_change'
  | 'medical_bill'
  | 'car_repair'
  | 'inflation'
  | 'market_fall'
  /** The value of foreign currencies. Balances don't change. */
  | 'currency_move'
  | 'windfall'
  | 'card_fraud';

/** The frequency of surprises. */
export type Surprises = 'some' | 'many';

/** Something that happens to a household: planned, or drawn from the seed. */
export type ShockState = {
  id: string;
  /** News have no effect. */
  kind: ShockKind | 'news';
  on: DayNumber;
  /**
   * Minor units for bills, windfalls and fraud; percentage points for rates and inflation; percent for a market
   * fall and a currency move.
   */
  size: number;
  months?: number;
  /** The affected product, if it is not the usual account; for a lost job, the paycheck that stops. */
  productId?: string;
  begun?: true;
  /** Texts of a scenario event, which is hidden until it begins. */
  story?: ScenarioText;
};

export type ScenarioText = {
  /** The event's name in the pack. */
  id: string;
  /** The text for the customer. */
  words: string;
  /** The name on the journal entry. */
  payee?: string;
  category?: string;
};

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
