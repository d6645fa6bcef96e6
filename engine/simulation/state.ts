import type { z } from 'zod';
import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type * as schema from '../household/schema/carryover.ts';
import type {
  depositFrequency,
  householdShock,
  paymentFrequency,
  purchaseType,
} from '../household/schema/rules.ts';
import type { PolicyKind } from '../insurance/terms.ts';
import type { FundsState } from '../investments/fund-state.ts';
import type { PricedFund } from '../investments/funds.ts';
import type { PayTerms } from '../pay/pay-details.ts';
import type { FiledReturn } from '../pay/tax-return.ts';
import type { TaxTreatment, YearOfContributions } from '../pay/tax-treatments.ts';
import type { AccountPlan } from '../products/accounts/account-plan-terms.ts';
import type { OverdraftProduct } from '../products/accounts/overdraft-terms.ts';
import type { CardProductId } from '../products/cards/card-catalog.ts';
import type { CardControls } from '../products/cards/card-controls.ts';
import type { ScenarioRun } from '../scenarios/run-state.ts';

/**
 * A household's state in the engine. It is plain JSON, so that it can be saved, copied, and shared. Amounts
 * are in minor units and rates in percent per year (6.4 means 6.4%). Days are local calendar days, and
 * instants are milliseconds.
 */
export type HouseholdState = {
  /** The same seed and commands produce the same simulation. */
  seed: number;
  timeZone: string;
  /** The instant up to which the household is simulated. */
  at: Instant;
  /**
   * The local date and time (`Zone.getLocal`) up to which everything is already simulated. Set only if a time
   * zone change makes it differ from `at`.
   */
  handledUntil?: number;
  /** The instant of the last entry. Late events are posted after it. */
  posted: Instant;
  accounts: AccountState[];
  cards: CardState[];
  debts: DebtState[];
  autoDeposits: AutoDepositState[];
  scheduledPayments: ScheduledPaymentState[];
  /**
   * The pending retries of deleted rules. A retry continues if its rule is restored. Missing if there are
   * none.
   */
  deletedRetries?: Record<string, PaymentRetry>;
  /**
   * By rule id, the planned day of the last occurrence if it was processed before that day. It isn't
   * processed again if its rule is changed, resumed, or restored. Missing if there is none.
   */
  early?: Record<string, DayNumber>;
  /** The pay of employers so far in a year. Missing if no paycheck has pay details. */
  payToDate?: YearOfPay;
  spendingProfile: SpendingProfile | null;
  /** The price index. Missing if no rule follows inflation, and bills don't go up. */
  prices?: PriceIndex;
  /** True if bills and pay go up as usual. Missing if they stay the same. */
  billIncreases?: true;
  /** Missing if surprises are off. */
  surprises?: Surprises | undefined;
  /**
   * True if some surprises ask for a decision, and there are also accidents and home repairs. Missing in
   * households that turned on surprises before.
   */
  surpriseChoices?: true;
  /** True if some everyday purchases are returned, and some refunds don't arrive. Missing if not. */
  returns?: true;
  /** The everyday purchases that will be returned. Missing if there are none. */
  plannedReturns?: PlannedReturn[];
  /** The keys of the purchases in `plannedReturns` that the customer returned or disputed. */
  settledPurchases?: readonly string[];
  /** The insurance policies. Missing if the customer has none. */
  insurance?: Partial<Record<PolicyKind, PolicyState>>;
  /** The claims on car insurance. Missing if they don't raise the premium. */
  drivingRecord?: DrivingRecord;
  /** True if an HSA pays the customer's part of medical bills first. Missing if it doesn't. */
  hsaPaysFirst?: true;
  /** True if banks close on bank holidays. Missing if they close only on weekends. */
  bankHolidays?: true;
  /** The margin of transfers between currencies, in percent. The engine makes none, but keeps it. */
  exchangeMargin?: number;
  /** True if a job loss pays unemployment benefits. Missing if it doesn't. */
  unemployment?: true;
  /** The expected returns of funds from the next close on. Missing if they are conservative. */
  fundReturns?: 'historical';
  /** The customer's date of birth. Missing if it is unknown. */
  birthDate?: DayNumber;
  /** True if income limits contributions to a Roth IRA. Missing if it doesn't. */
  incomeLimits?: true;
  /**
   * The contributions to tax-advantaged accounts that don't come from paychecks, by year, in minor units.
   * Missing if there are no such accounts.
   */
  contributions?: Record<string, YearOfContributions>;
  /** The required distributions of this year. Only projections use them. */
  distributions?: DistributionState;
  /** Set if everyday purchases are held before they post. Missing if they post at once. */
  pending?: 'realistic';
  /** Open holds, oldest first. Missing if there are none. */
  holds?: HoldState[];
  shocks: ShockState[];
  /** The filed returns that aren't settled. Missing if there are none. */
  taxReturns?: TaxReturnState[];
  /** Missing if there are no disputes. */
  disputes?: DisputeState[];
  /** Missing if no refund is expected. */
  refunds?: RefundState[];
  /** The goals in the order in which they are funded. Missing if there are no goals. */
  goals?: GoalState[];
  /** Missing if no account holds funds. */
  funds?: FundsState;
  /** Set only during a scenario run. */
  play?: ScenarioRun;
  /** Changes from outside the engine since `at`, in chronological order. Balances don't include them yet. */
  changes: OutsideChange[];
};

export type Currency = string;

type ProductState = { id: string; name: string; currency: Currency; balance: number };

export type AccountState = ProductState & {
  type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT' | 'CD';
  /** Accrued interest or market gains that are not posted yet, in millionths of a minor unit. */
  accruedMicros: number;
  closed?: true;
  /** The customer's choice for payments above the available balance. Missing if the bank declines them. */
  overdraft?: OverdraftChoice;
  /** The payments that overdrew the account, and its fees. Missing if it isn't overdrawn. */
  overdrawn?: OverdrawnState;
  /** The business days of the last six months on which it was overdrawn. Missing if there are none. */
  overdraftDays?: OverdraftDay[];
  /** The day of the last overdraft transfer to this checking account. Missing if there was none. */
  coveredOn?: DayNumber;
  /** The account's plan. Missing if it has always been free. */
  planTerms?: PlanState;
  /** The record of the current month, on which the plan depends. Missing if nothing happened yet. */
  month?: AccountMonth;
  /** The tax treatment of an investment account. Missing if it has none. */
  taxTreatment?: TaxTreatment;
  /** The terms of a certificate of deposit. Set only for CDs. */
  certificate?: CertificateState;
};

/** A plan that is in effect since a day, and the one before. A missing plan is free. */
export type PlanState = { current?: AccountPlan; before?: AccountPlan; since: DayNumber };

export type AccountMonth = z.infer<typeof schema.accountMonth>;

/** The terms of a certificate of deposit. */
export type CertificateState = {
  termMonths: number;
  /** Percent per year, fixed for the term. */
  rate: number;
  /** The days of simple interest on the principal that an early withdrawal costs. */
  penaltyDays: number;
  /** The amount at the start of the term less early withdrawals, in minor units. */
  principal: number;
  startedOn: DayNumber;
  maturesOn: DayNumber;
  /** The number of times that the CD has renewed. */
  renewals: number;
  atMaturity: 'renew' | 'pay_out';
  /**
   * The account that receives the balance; null for the checking account with the highest balance, or without
   * a checking account, for a savings or investment account.
   */
  payoutAccountId: string | null;
  /** The account that receives each month's interest; null if it stays in the CD. */
  interestAccountId: string | null;
};

/**
 * The customer's overdraft choice: the bank transfers the missing amount from a savings account, or lets the
 * account go below zero, down to a limit in minor units. `cards` is true if that includes purchases.
 */
export type OverdraftChoice =
  | { kind: 'savings'; accountId: string }
  | { kind: 'covered'; product: OverdraftProduct; limit: number; cards?: true };

export type OverdrawnState = z.infer<typeof schema.overdrawn>;
export type OverdraftItem = OverdrawnState['items'][number];
export type OverdraftDay = z.infer<typeof schema.overdraftDay>;

/** A card with the balance owed, which is negative after an overpayment. */
export type CardState = ProductState & {
  limit: number;
  /** Percent per year. */
  apr: number;
  /** The due date of the first statement. Later statements are due on the same day of the month. */
  firstDue: DayNumber;
  /** The due date of the open statement. If there is none, the due date of the next statement. */
  due: DayNumber;
  /** If `retries` is set, a returned payment is tried again on the following days. */
  autopay: { accountId: string; pays: 'minimum' | 'statement' | number; retries?: true } | null;
  frozen?: true;
  controls?: CardControls;
  /** Set if the customer opted in to purchases above the limit. */
  overLimit?: true;
  /** The card's product in the catalog. Missing for a card that the customer added. */
  product?: CardProductId;
  /** The day on which a card with a product was opened. */
  opened?: DayNumber;
  /** The quarters whose rotating categories were activated, by their first day. Missing if there are none. */
  activated?: readonly string[];
  /** The security deposit that is held as collateral, and the account that it came from. */
  deposit?: { amount: number; accountId: string | null };
  cycle: CardCycle;
} & z.infer<typeof schema.cardProgress>;

export type CardCycle = z.infer<typeof schema.cycle>;

/** A debt with the balance owed, including posted interest and fees. */
export type DebtState = ProductState &
  Omit<z.infer<typeof schema.debtProgress>, 'insurance' | 'escrow'> & {
    product: 'loan' | 'mortgage';
    /** Percent per year. */
    rate: number;
    /** The level installment. */
    payment: number;
    /** In months. The last installment absorbs rounding differences. */
    term: number;
    autopay: { accountId: string; extra: number } | null;
    hardshipUntil?: DayNumber;
    /**
     * Set if the customer chose the day of the month. Weekends and bank holidays then move the collection.
     */
    paymentDay?: true;
    property?: { value: number };
    /** Private mortgage insurance. Missing if there is none, or after it ended. */
    insurance?: InsuranceState;
    /** Missing if there is no escrow, or after it was refunded. */
    escrow?: EscrowState;
    /** Missing if autopay pays once a month. */
    biweekly?: BiweeklyState;
    /** The terms of a home equity line of credit. Missing for other debts. */
    line?: LineTerms;
  };

/**
 * The terms of a home equity line of credit. Its minimum payment is the interest while the customer can draw,
 * and a level installment afterward. The rate is the prime rate plus the margin, and never above the cap.
 */
export type LineTerms = {
  /** The most that the customer can owe by drawing. */
  limit: number;
  /** The length of the draw period in months. */
  drawMonths: number;
  /** In percentage points. */
  margin: number;
  cap: number;
};

/** Mortgage insurance with its monthly premium and the home's original value. */
export type InsuranceState = NonNullable<z.infer<typeof schema.debtProgress>['insurance']> & {
  premium: number;
  value: number;
};

/** An escrow account. `tax` and `insurance` are the bills of the current year. */
export type EscrowState = NonNullable<z.infer<typeof schema.debtProgress>['escrow']> & {
  /** The ledger account of the money. */
  id: string;
  currency: Currency;
  /** The money in escrow. Below zero, the bank has advanced it. */
  balance: number;
  tax: number;
  insurance: number;
};

/** The half payments that the bank holds until the next full payment is due, and the day of the next one. */
export type BiweeklyState = { id: string; currency: Currency; balance: number; next: DayNumber };

export type VariableRate = NonNullable<DebtState['variable']>;

export type AutoDepositFrequency = z.infer<typeof depositFrequency>;
export type GoalFrequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY';
export type PaymentFrequency = z.infer<typeof paymentFrequency>;

/**
 * The schedule of a rule: its first local day and time, and its frequency. Occurrences are counted from the
 * first day.
 */
export type Recurrence<Frequency> = {
  frequency: Frequency;
  start: DayNumber;
  minutes: number;
  /** The number of the next occurrence, from 0. */
  next: number;
  /** The last day on which the rule applies. */
  end?: DayNumber;
  /** The total number of occurrences. */
  count?: number;
  paused?: true;
};

export type YearOfPay = z.infer<typeof schema.yearOfPay>;

export type PriceIndex = z.infer<typeof schema.priceIndex>;

/** The yearly adjustment of a rule's amount. */
export type YearlyAdjustment = {
  /** Percent per year, or inflation. */
  by: number | 'inflation';
  /**
   * `year` is the number of full years from the rule's first day to the last adjustment. `level` is the price
   * index at that time.
   */
  year: number;
  level: number;
};

/** The usual increases of a bill or of pay, with the next one. */
export type BillState = Omit<z.infer<typeof schema.bill>, 'start' | 'amount'>;

type RuleState = {
  id: string;
  name: string;
  accountId: string;
  category?: string;
  yearly?: YearlyAdjustment;
  /** Missing if the amount stays the same, or has a yearly adjustment. */
  bill?: BillState;
};

export type AutoDepositState = RuleState & {
  amount: number;
  /** True for a paycheck, which stops during a job loss. */
  isPay?: true;
  /**
   * The terms from which a paycheck is computed. `amount` is then the net pay of the next paycheck. Missing
   * if the amount is fixed.
   */
  pay?: PayTerms;
  /**
   * The instant at which the rule was created or resumed, if the household is simulated only until an earlier
   * instant.
   */
  since?: Instant;
  recurrence: Recurrence<AutoDepositFrequency>;
};

export type Payee =
  | { kind: 'outside'; name: string }
  /** With `fund`, the payment is invested in that fund when it arrives. */
  | { kind: 'account'; id: string; fund?: PricedFund }
  | { kind: 'card' | 'debt'; id: string };

export type PaymentRetry = z.infer<typeof schema.paymentRetry>;

export type ScheduledPaymentState = RuleState & {
  to: Payee;
  amount: number | 'statement' | 'minimum';
  /** The day to which an occurrence on a weekend or bank holiday moves. */
  weekend: 'stays' | 'before' | 'after';
  /** True if a payment to another bank is a same-day transfer, which costs a fee. */
  sameDay?: true;
  recurrence: Recurrence<PaymentFrequency>;
  /** Occurrences that the customer changed, by their planned day (`2026-10-14`). */
  changed: Record<string, { skip: true } | { amount: number }>;
  /** A failed occurrence. It is retried up to three times on the following days. */
  retry: PaymentRetry | null;
};

/** An insurance policy with its use. Amounts are in minor units. */
export type PolicyState = z.infer<typeof schema.policy>;

/** The required distributions of a year in a projection. Amounts are in minor units. */
export type DistributionState = {
  year: number;
  /** The amounts still required and withdrawn, of each 401(k) and of all traditional IRAs together (null). */
  plans: { accountId: string | null; left: number; taken: number }[];
  /** True after the projection has withdrawn what was still required. */
  settled?: true;
  /** The estimated income tax, and the day on which it is paid. Missing if there is none. */
  tax?: { on: DayNumber; amount: number };
};

export type DrivingRecord = z.infer<typeof schema.drivingRecord>;

export type SpendingProfile = z.infer<typeof schema.spendingProfile>;
export type Habit = z.infer<typeof schema.habit>;

/** A currency move changes the value of foreign currencies, but it doesn't change any balance. */
export type ShockKind = z.infer<typeof householdShock> | 'currency_move';

/** The kinds of shocks that are drawn only for households whose surprises ask for decisions. */
export type SurpriseKind = 'home_repair' | 'collision' | 'home_damage';

/** The frequency of surprises. */
export type Surprises = 'some' | 'many';

/** A planned or randomly drawn shock. News has no effect. */
export type ShockState = z.infer<typeof schema.shock> & { kind: ShockKind | 'news' };

/** A disputed purchase. It is provisionally credited until the day of the decision. */
export type DisputeState = {
  id: string;
  /** The card or account that paid for the purchase. */
  productId: string;
  /** The provisional credit in minor units. */
  amount: number;
  decideOn: DayNumber;
  /** The outcome. Missing if it is unknown or already decided. */
  outcome?: 'won' | 'lost';
  merchant?: string;
  category?: string;
  /**
   * The fraud shock that caused the disputed charge. It prevents the bank from crediting the charge twice.
   */
  shockId?: string;
  decided?: true;
  /** Missing for a card, which is credited when the dispute is opened. */
  claim?: ClaimState;
};

/** The credit of a dispute about a debit card purchase. */
export type ClaimState = {
  openedOn: DayNumber;
  /** The business days until the provisional credit. */
  creditDays: number;
  credited?: true;
  lost?: true;
  /** The part of the credit that was reversed, in minor units. */
  reversed: number;
};

/** An everyday purchase that will be returned. */
export type PlannedReturn = {
  /** The key of the event that charged the purchase. */
  key: string;
  productId: string;
  /** In minor units. */
  amount: number;
  merchant?: string | undefined;
  category?: string | undefined;
  /** The day of the return. */
  on: DayNumber;
};

/** The expected refund of a purchase that the customer returned. */
export type RefundState = {
  id: string;
  /** The account or card that paid for the purchase. */
  productId: string;
  /** In minor units. */
  amount: number;
  returnedOn: DayNumber;
  merchant?: string;
  category?: string;
  /** True if the refund was credited or failed. */
  ended?: true;
};

/** A filed tax return, and the account that pays or receives its balance. */
export type TaxReturnState = FiledReturn & { id: string; accountId: string | null; settled?: true };

/** A savings goal with its automatic contribution. */
export type GoalState = {
  id: string;
  name: string;
  accountId: string;
  target: number;
  /**
   * The part of the account's balance that is allocated to the goal. Null if the goal gets the remainder
   * after other goals.
   */
  portion: number | null;
  /** False if the goal is paused or completed. In that case, it gets no contributions and is not reported. */
  active: boolean;
  /** True if the engine has already reported that the goal was reached. */
  reached: boolean;
  /** The instant at which the goal was reached in this simulation; null if it wasn't reached. */
  reachedAt: Instant | null;
  contribution:
    | { kind: 'fixed'; fromAccountId: string; amount: number; recurrence: Recurrence<GoalFrequency> }
    | { kind: 'share_of_pay'; fromAccountId: string; percent: number }
    /** `pending` is the total of the day's round-ups. */
    | { kind: 'round_ups'; fromAccountId: string; pending: number }
    | null;
  /** The month (`2026-10`) in which insufficient funds were last reported. */
  skippedIn?: string;
};

export type PurchaseType = z.infer<typeof purchaseType>;

/**
 * Money that is set aside on an account or card. It isn't posted, but it can't be spent. Amounts are in minor
 * units.
 */
export type HoldState = {
  /** Identifies the hold across runs. */
  key: string;
  productId: string;
  kind: 'authorization' | 'deposit';
  /** Missing for deposits. */
  purchase?: PurchaseType;
  merchant?: string;
  category?: string;
  amount: number;
  /** The part of the amount that is still held. */
  remaining: number;
  /** The sum of the charges so far. */
  cleared: number;
  placedAt: Instant;
  expiresAt: Instant;
  /**
   * The remaining steps in chronological order: the charges that a merchant will send, or the parts of a
   * deposit that become available.
   */
  schedule: HoldStep[];
  /** The exception that delays a deposit. Missing if there is none. */
  exception?: HoldException;
  /** True until the customer gets the notice that an exception delays the deposit. */
  notice?: true;
};

export type HoldStep = z.infer<typeof schema.holdStep>;
export type HoldException = z.infer<typeof schema.holdException>;

/** A hold that has just changed, for the bank's records. */
export type HoldChange = Omit<HoldState, 'schedule' | 'exception' | 'notice'> & {
  status: 'open' | 'partially_cleared' | 'cleared' | 'reversed' | 'expired';
  /** The instant at which the hold ended; null while it is open. */
  endedAt: Instant | null;
};

export type OutsideChange = {
  at: Instant;
  productId: string;
  /** Positive in the customer's favor. */
  amount: number;
  kind: string;
  category?: string;
  /** The balance of a card to which a fee belongs. Missing for all other changes. */
  balance?: 'cash' | 'transfer';
  /** The import that was posted to a card, or undone. */
  imported?: ImportedChange;
};

/** The part of an imported file that a card's cycle distinguishes. */
export type ImportedChange = {
  id: string;
  /** The sum of its payments and credits. Negative if the import is undone. */
  payments: number;
  /** The instant of the import, even if this change undoes it. */
  at: Instant;
};

/** A posting to a product (by id) or a system account. In minor units, positive in the customer's favor. */
export type Line = { ledger: string; amount: number; currency: Currency };

/** An event in the simulation. If it has lines, it becomes an entry. Otherwise, it is only reported. */
export type EngineEvent = {
  /** Identifies the event across runs, so that it is posted once. */
  key: string;
  at: Instant;
  /** The instant at which the event was due, if that was earlier than `at`. */
  dueAt?: Instant;
  kind: string;
  description: string;
  merchant?: string;
  category?: string;
  /** The id of the rule, card, debt, or shock that the event refers to. */
  subject?: string;
  lines?: Line[];
  /** Values for digests and notifications: amounts in minor units, days, and percentages. */
  facts?: Record<string, number | string | boolean | null>;
};
