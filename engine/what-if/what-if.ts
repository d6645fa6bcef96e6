import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type { SpendingModel } from '../forecast/spending.ts';
import type { Rates } from '../money/exchange.ts';
import type {
  AutoDepositFrequency,
  Currency,
  HouseholdState,
  PaymentFrequency,
  ShockKind,
} from '../simulation/state.ts';
import { BranchLife } from './run.ts';

/** Something the customer might do, from a day on. Amounts in minor units, rates in percent a year. */
export type Decision = { id: string; on: DayNumber } & DecisionKind;

export type DecisionKind =
  /** Beside the installment, each month. A card has no installment: this is paid on it each month. */
  | { kind: 'extra_payment'; debtId: string; monthly: number }
  /** Autopay from the household's usual account: a debt's monthly payment, a card's statement balance. */
  | { kind: 'pay_on_time'; debtId: string }
  | { kind: 'lump_payment'; debtId: string; amount: number; accountId: string }
  | {
      kind: 'new_bill';
      name: string;
      accountId: string;
      amount: number;
      frequency: PaymentFrequency;
      until?: DayNumber;
      category?: string;
    }
  | {
      kind: 'new_income';
      name: string;
      accountId: string;
      amount: number;
      frequency: AutoDepositFrequency;
      until?: DayNumber;
    }
  /** A regular transfer between own accounts. */
  | { kind: 'save'; from: string; to: string; amount: number; frequency: PaymentFrequency }
  | { kind: 'stop_rule'; ruleId: string }
  | { kind: 'change_rule'; ruleId: string; amount: number }
  | { kind: 'purchase'; name: string; accountId: string; amount: number }
  | {
      kind: 'buy_home';
      name: string;
      accountId: string;
      price: number;
      downPayment: number;
      rate: number;
      years: number;
    }
  | { kind: 'take_loan'; name: string; accountId: string; amount: number; rate: number; months: number }
  /** `size` as in `ShockState`: minor units for bills, windfalls and fraud; percent points or percent for the others. */
  | { kind: 'shock'; shock: ShockKind; size: number; months?: number }
  /**
   * `monthly` is a budget beyond all monthly payments and minimums. Autopay makes those for every debt that has no
   * payment set up. The budget goes wholly to the first debt that is left.
   */
  | {
      kind: 'debt_strategy';
      strategy: DebtStrategy;
      /** Ids of debts and cards, for `custom`; those it does not name come after them, the smallest first. */
      order?: string[];
      monthly: number;
      accountId: string;
    };

/** Smallest balance first, highest rate first, or in the customer's own order. */
export type DebtStrategy = 'snowball' | 'avalanche' | 'custom';

export type Branch = {
  id: string;
  name: string;
  decisions: Decision[];
  /** Where it begins, when that is not today. */
  from?: BranchBeginning | undefined;
};

/** A checkpoint of the customer's: what it was called and the day it was for them. */
export type BranchBeginning = { checkpointId: string; name: string; day: DayNumber };

/** How the household stands at the end of a day, in one currency. Net worth = cash + investments + property − debt. */
export type LifePoint = {
  day: DayNumber;
  netWorth: number;
  /** Checking and savings. */
  cash: number;
  /** Loans, mortgages and cards: what is owed, above zero. */
  debt: number;
  property: number;
  investments: number;
};

export type LifeEventKind =
  | 'debt_gone'
  | 'home_bought'
  | 'loan_taken'
  | 'purchase'
  | 'account_short'
  | 'payment_failed'
  | 'payment_not_needed'
  | 'delinquent'
  | 'job_lost'
  | 'job_found'
  | 'shock'
  | 'rate_reset'
  /** A decision that could not be carried out: nothing of it was done. */
  | 'refused';

/** Something worth telling. `subject` is the debt, account, rule, shock or decision it is about. */
export type LifeEvent = {
  day: DayNumber;
  words: string;
  amount?: number;
  subject?: string;
  kind: LifeEventKind;
};

export type Life = {
  /** Today, then the end of each month, then the last day. */
  points: LifePoint[];
  events: LifeEvent[];
  interestPaid: number;
  feesPaid: number;
  /** The day from which nothing is owed on loans, mortgages and cards that carry a balance; null when that never comes. */
  debtFreeOn: DayNumber | null;
  firstFailure: DayNumber | null;
  lowestCash: { day: DayNumber; amount: number };
  currency: Currency;
  /** Currencies of further products that have no rate: the points leave them out. */
  leftOut: Currency[];
  /** What the picture rests on, in sentences. */
  assumptions: string[];
  /** True when `onMonth` stopped it before the last day. */
  stopped: boolean;
};

export type LiveOptions = {
  /** How the customer spends, where the household has no habits of its own. */
  spending?: SpendingModel;
  /** What time it is for the customer, where the household was lived up to an earlier instant. */
  now?: Instant;
  /** Draws the spending of each day; without it each day spends the mean of the days like it. */
  seed?: number;
  /** In which currency all is told; that of the first account when it is not said. */
  currency?: Currency;
  /** What others are worth in it; products in a currency without a rate are left out. */
  rates?: Rates;
  /** Stops at the end of the month in which the last debt is repaid. */
  untilDebtFree?: boolean;
  /** Called at each month's end with the months done and the months in all. False stops. */
  onMonth?: (done: number, of: number) => boolean;
};

/** What applying a decision does to the real household. `values` bear the names and major units of the bank's tables. */
export type Command =
  | { verb: 'insert'; target: string; values: CommandValues; words: string }
  /** `id` says which row. */
  | { verb: 'update'; target: string; id: string; values: CommandValues; words: string }
  | { verb: 'rpc'; target: string; values: CommandValues; words: string }
  | { impossible: string };

export type CommandValues = Record<string, string | number | boolean | null>;

/**
 * Lives a household from where it stands to the end of a day, month by month, and carries out each decision at the
 * start of its day; those that lie back are carried out at once. Without decisions it is the life that `simulate`
 * gives. Pure and deterministic. Throws RangeError for a household without an account.
 */
export function liveBranch(
  state: HouseholdState,
  decisions: readonly Decision[],
  to: DayNumber,
  options: LiveOptions = {},
): Life {
  return new BranchLife(state, decisions, to, options).live();
}
