import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type { CardControls } from '../products/card-controls.ts';
import type { Play } from '../scenarios/run-state.ts';

/**
 * A household as the engine lives it: plain JSON, so that it can be kept, forked and shared. Amounts are whole minor
 * units, rates percent a year (6.4 = 6.4 %), days calendar days in the household's zone, instants milliseconds.
 */
export type HouseholdState = {
  /** The same seed and commands make the same life. */
  seed: number;
  timeZone: string;
  /** Everything until here has happened. */
  at: Instant;
  /**
   * The local date and time (`Zone.localOf`) up to which everything has happened, while a change of the time zone makes it
   * differ from that of `at`.
   */
  handledUntil?: number;
  /** The last instant in the books: what is late is posted from here on. */
  posted: Instant;
  accounts: AccountState[];
  cards: CardState[];
  debts: DebtState[];
  autoDeposits: AutoDepositState[];
  scheduledPayments: ScheduledPaymentState[];
  /** Of rules that were deleted: they go on when their rule is brought back. Absent where there are none. */
  deletedRetries?: Record<string, PaymentRetry>;
  life: LifeState | null;
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
  play?: Play;
  /** What others did to the products since `at`, in order of time; the balances do not contain it yet. */
  changes: OutsideChange[];
};

export type Currency = string;

export type AccountState = {
  id: string;
  name: string;
  type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
  currency: Currency;
  balance: number;
  /** Interest, or the market's doing, that is earned and not posted yet: millionths of a minor unit. */
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
  /** What is owed; below zero when too much was paid. */
  balance: number;
  /** The due date of the first statement: later ones fall on the same day of their months. */
  firstDue: DayNumber;
  /** The due date of the statement that is open, else of the one that closes next. */
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
   * The balance-days of what was repaid of that statement by its due date: they bear no interest when the customer was
   * in a grace period (12 CFR 1026.54(a)(1)(ii)).
   */
  repaidDays?: number;
  /** Whether a returned payment has cost a fee since that statement closed. */
  returnedFee?: true;
  /**
   * Whether the cycle before bore interest, so that residual interest is due although the statement was paid.
   */
  revolving: boolean;
  /** Null before the first statement. */
  statement: { balance: number; minimum: number; due: DayNumber; closedOn: DayNumber } | null;
  /** Payments and credits since that statement closed. */
  paid: number;
  /** Whether that statement was paid in full by its due date; null while the date has not passed. */
  inFull: boolean | null;
  fees: number;
  interest: number;
  /** Since the last late fee, for the higher repeated one; null when there was none. */
  cyclesSinceLateFee: number | null;
  /** Rewards earned in this cycle: thousandths of a minor unit. */
  rewardMillis: number;
  opening: number;
  charges: number;
  /** Which statement this cycle ends with: 0 for the one that is due on `firstDue`. */
  number: number;
};

export type DebtState = {
  id: string;
  product: 'loan' | 'mortgage';
  name: string;
  currency: Currency;
  /** What is owed, posted interest and fees included. */
  balance: number;
  /** Percent a year. */
  rate: number;
  /** The level installment. */
  payment: number;
  /** In months; the last installment takes the residue. */
  term: number;
  start: DayNumber;
  /** The number of the installment that falls due next, from 1. */
  next: number;
  autopay: { accountId: string; extra: number } | null;
  /**
   * Balances times days (30 a month) since the last due date, before the present balance: what interest is
   * owed on.
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
  /** How often it acts at all. */
  count?: number;
  paused?: true;
};

/** Prices in millionths of those at the start, and the percent a year by which they rise. */
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
  /** Whether the job pays it: it stops while the job is lost. */
  isPay?: true;
  recurrence: Recurrence<AutoDepositFrequency>;
  yearly?: YearlyAdjustment;
};

export type Payee = { kind: 'outside'; name: string } | { kind: 'account' | 'card' | 'debt'; id: string };

/** `planned`: the day for which the occurrence was planned; it is another one once the rule has new days. */
export type PaymentRetry = { occurrence: number; tries: number; on: DayNumber; planned?: DayNumber };

export type ScheduledPaymentState = {
  id: string;
  name: string;
  accountId: string;
  to: Payee;
  amount: number | 'statement' | 'minimum';
  category?: string;
  yearly?: YearlyAdjustment;
  /** Where an occurrence on a Saturday or Sunday goes. */
  weekend: 'stays' | 'before' | 'after';
  recurrence: Recurrence<PaymentFrequency>;
  /** Occurrences the customer changed, by the day for which they were planned (`2026-10-14`). */
  changed: Record<string, { skip: true } | { amount: number }>;
  /** An occurrence that could not be paid: tried again on the next day, three times at most. */
  retry: PaymentRetry | null;
};

/** A way of life: what is bought without a rule. */
export type LifeState = {
  persona: string;
  habits: Habit[];
  /** Where purchases are paid from: by card as long as a third of its limit is left free. */
  accountId: string;
  cardId: string | null;
  /** What an account must keep after a purchase that need not be. */
  floor: number;
  /** Prices in millionths of those at the start: inflation raises them month by month. */
  priceLevel: number;
  /** Percent a year. */
  inflation: number;
  /** Whether shocks are drawn from the seed beside those that are planned. */
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
  /** Hours of the day between which it happens. */
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
  /** Other currencies, against the household's own: only what they count for changes, no balance does. */
  | 'currency_move'
  | 'windfall'
  | 'card_fraud';

/** How often surprises are drawn from the seed. */
export type Surprises = 'some' | 'many';

/** Something that happens to a household: planned, or drawn from the seed. */
export type ShockState = {
  id: string;
  /** News are only told. */
  kind: ShockKind | 'news';
  on: DayNumber;
  /**
   * Minor units for bills, windfalls and fraud; percent points for rates and inflation; percent for a market
   * fall and a currency move.
   */
  size: number;
  months?: number;
  /**
   * Where it strikes, when it is not left to the household's usual account: of a lost job, the one pay that
   * stops.
   */
  productId?: string;
  begun?: true;
  /** Of the pack that is being played: its own words, and nobody sees it before it begins. */
  story?: StoryWords;
};

export type StoryWords = {
  /** The event's name in the pack. */
  id: string;
  /** What is told. */
  words: string;
  /** What stands in the books. */
  payee?: string;
  category?: string;
};

/** A charge that the customer contests: credited for the time being, decided on a day. */
export type DisputeState = {
  id: string;
  cardId: string;
  /** What was credited. Minor units. */
  amount: number;
  decideOn: DayNumber;
  /** How it will end; absent where that is not to be known, or was decided before. */
  outcome?: 'won' | 'lost';
  merchant?: string;
  category?: string;
  /** The shock whose fraud it is about: the bank does not credit that a second time. */
  shockId?: string;
  decided?: true;
};

/** Something that is saved for, with what arrives at it by itself. */
export type GoalState = {
  id: string;
  name: string;
  accountId: string;
  target: number;
  /** How much of the account belongs to it; null for all that other goals do not have. */
  portion: number | null;
  /**
   * Whether contributions arrive and its reaching is told: not while it is paused or when it is completed.
   */
  active: boolean;
  /** Whether its reaching was told before. */
  reached: boolean;
  /** When it was reached since the household was read. */
  reachedAt: Instant | null;
  contribution:
    | { kind: 'fixed'; fromAccountId: string; amount: number; recurrence: Recurrence<GoalFrequency> }
    | { kind: 'share_of_pay'; fromAccountId: string; percent: number }
    /** `pending`: what the day's purchases lack to whole units. */
    | { kind: 'round_ups'; fromAccountId: string; pending: number }
    | null;
  /** The month (`2026-10`) in which it was last told that there was no money. */
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

/**
 * One side of an entry: the id of an own product or one of the bank's pages; minor units in the customer's
 * favor.
 */
export type Line = { ledger: string; amount: number; currency: Currency };

/** Something that happened. With lines it is an entry of the books, without it is only told. */
export type EngineEvent = {
  /** The same for the same happening, however often the engine runs: nothing is posted twice. */
  key: string;
  at: Instant;
  /** When it was due, where that was earlier. */
  dueAt?: Instant;
  kind: string;
  description: string;
  merchant?: string;
  category?: string;
  /** What it belongs to: the rule, card, debt or shock. */
  subject?: string;
  lines?: Line[];
  /** Numbers a digest or a notice needs: minor units, days, percent. */
  facts?: Record<string, number | string | boolean | null>;
};
