import type { z } from 'zod';
import type { DayNumber, Instant } from '../calendar/calendar.ts';
import type { SpendingModel } from '../forecast/spending.ts';
import type { Rates } from '../money/exchange.ts';
import type { Minor } from '../money/minor.ts';
import type { Currency, HouseholdState } from '../simulation/state.ts';
import type { ProjectionEventKind } from './comparison.ts';
import type { Coverage } from './coverage-decisions.ts';
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
  /** The balance of checking and savings accounts. */
  cash: Minor;
  /** The total balance of loans, mortgages, and cards, as a positive amount. */
  debt: Minor;
  property: Minor;
  investments: Minor;
};

/** An event in a projection. `subject` is the id of the event's debt, account, rule, shock, or decision. */
export type ProjectionEvent = {
  day: DayNumber;
  text: string;
  amount?: number;
  subject?: string;
  kind: ProjectionEventKind;
};

export type Projection = {
  /** The values today, at the end of each month, and on the last day. */
  points: ProjectionPoint[];
  events: ProjectionEvent[];
  interestPaid: Minor;
  feesPaid: Minor;
  /** The premiums of insurance that aren't deducted from paychecks or paid by escrow. */
  premiumsPaid: Minor;
  /** The insurance on the last day. */
  coverage: Coverage;
  /** The first day from which no loan, mortgage, or card balance remains; null if there is no such day. */
  debtFreeOn: DayNumber | null;
  firstFailure: DayNumber | null;
  lowestCash: { day: DayNumber; amount: Minor };
  currency: Currency;
  /** Currencies that have no exchange rate. Their products are excluded from the points. */
  leftOut: Currency[];
  /** The assumptions as sentences. */
  assumptions: string[];
  /** True if `onMonth` stopped the simulation before the last day. */
  stopped: boolean;
};

export type WhatIfOptions = {
  /** Predicts spending for a household that has no spending profile. */
  spending?: SpendingModel;
  /** The customer's current time if it is later than the last step. */
  now?: Instant;
  /**
   * The seed for drawing each day's spending. If it is missing, each day has the mean spending of comparable
   * days.
   */
  seed?: number;
  /** The currency of the result. Defaults to the first account's currency. */
  currency?: Currency;
  /** Exchange rates. Products in currencies that have no rate are excluded. */
  rates?: Rates;
  /** Stops at the end of the month in which the last debt is paid off. */
  untilDebtFree?: boolean;
  /**
   * Called at the end of each month with the number of completed months and the total number of months. The
   * simulation stops if the callback returns false.
   */
  onMonth?: (done: number, of: number) => boolean;
};

/**
 * A bank command that carries out a decision. `values` are in major units, with the column names of the
 * bank's tables.
 */
export type Command =
  | { verb: 'insert'; target: string; values: CommandValues; text: string }
  /** Updates the row with this `id`. */
  | { verb: 'update'; target: string; id: string; values: CommandValues; text: string }
  | { verb: 'rpc'; target: string; values: CommandValues; text: string }
  | { impossible: string };

export type CommandValues = Record<string, string | number | boolean | null>;

/**
 * Simulates a household month by month until the end of a day. Applies each decision at the start of its day,
 * and past decisions immediately. If there are no decisions, the result equals that of `simulate`. Pure and
 * deterministic. Throws RangeError if the household has no account.
 */
export function simulateWhatIf(
  state: HouseholdState,
  decisions: readonly Decision[],
  to: DayNumber,
  options: WhatIfOptions = {},
): Projection {
  return new WhatIfSimulator(state, decisions, to, options).simulateToEnd();
}
