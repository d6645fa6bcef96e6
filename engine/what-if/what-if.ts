import type { z } from 'zod';
import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type { SpendingModel } from '../forecast/spending.ts';
import type { Rates } from '../money/exchange.ts';
import type { Minor } from '../money/minor.ts';
import type { Currency, HouseholdState } from '../simulation/state.ts';
import type { branch, decision } from './file.ts';
import { WhatIfSimulator } from './run.ts';

export type Decision = z.infer<typeof decision>;
type WithoutMoment<One> = One extends Decision ? Omit<One, 'id' | 'on'> : never;
export type DecisionKind = WithoutMoment<Decision>;
export type DebtStrategy = Extract<Decision, { kind: 'debt_strategy' }>['strategy'];

export type WhatIf = z.infer<typeof branch>;
export type WhatIfStart = NonNullable<WhatIf['from']>;

/** The values at the end of a day in one currency. Net worth = cash + investments + property − debt. */
export type ProjectionPoint = {
  day: DayNumber;
  netWorth: Minor;
  /** Checking and savings. */
  cash: Minor;
  /** The balances of loans, mortgages, and cards, positive. */
  debt: Minor;
  property: Minor;
  investments: Minor;
};

export type ProjectionEventKind =
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
export type ProjectionEvent = {
  day: DayNumber;
  words: string;
  amount?: number;
  subject?: string;
  kind: ProjectionEventKind;
};

export type Projection = {
  /** Today, then the end of each month, then the last day. */
  points: ProjectionPoint[];
  events: ProjectionEvent[];
  interestPaid: Minor;
  feesPaid: Minor;
  /** The day from which no loan, mortgage, or card balance remains; null if there is none. */
  debtFreeOn: DayNumber | null;
  firstFailure: DayNumber | null;
  lowestCash: { day: DayNumber; amount: Minor };
  currency: Currency;
  /** Currencies of further products that have no rate: the points leave them out. */
  leftOut: Currency[];
  /** The assumptions in sentences. */
  assumptions: string[];
  /** True when `onMonth` stopped it before the last day. */
  stopped: boolean;
};

export type WhatIfOptions = {
  /** Predicted spending for a household without a spending profile. */
  spending?: SpendingModel;
  /** The customer's current time, if the last step was earlier. */
  now?: Instant;
  /** Draws the spending of each day; without it each day spends the mean of the days like it. */
  seed?: number;
  /** The currency of the result; by default that of the first account. */
  currency?: Currency;
  /** Exchange rates. Products in a currency without a rate are left out. */
  rates?: Rates;
  /** Stops at the end of the month in which the last debt is repaid. */
  untilDebtFree?: boolean;
  /** Called at each month's end with the months done and the months in all. False stops. */
  onMonth?: (done: number, of: number) => boolean;
};

/**
 * A bank command that carries out a decision. `values` use the names and major units of the bank's tables.
 */
export type Command =
  | { verb: 'insert'; target: string; values: CommandValues; words: string }
  /** `id` identifies the row. */
  | { verb: 'update'; target: string; id: string; values: CommandValues; words: string }
  | { verb: 'rpc'; target: string; values: CommandValues; words: string }
  | { impossible: string };

export type CommandValues = Record<string, string | number | boolean | null>;

/**
 * Simulates a household until the end of a day, month by month, and applies each decision at the start of its
 * day; past ones at once. Without decisions the result equals `simulate`. Pure and deterministic. Throws
 * RangeError for a household without an account.
 */
export function simulateWhatIf(
  state: HouseholdState,
  decisions: readonly Decision[],
  to: DayNumber,
  options: WhatIfOptions = {},
): Projection {
  return new WhatIfSimulator(state, decisions, to, options).simulateToEnd();
}
