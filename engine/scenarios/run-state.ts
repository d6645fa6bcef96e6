import type { DayNumber } from '../calendar/calendar.ts';
import type { InquiryKind } from '../credit/facts.ts';
import type { Figure } from './course-schema.ts';

/** Runs are evaluated in one currency. Other currencies are left out. */
export const RUN_CURRENCY = 'USD';

/**
 * The state of a scenario run in the engine: objectives, progress, and sums. Plain JSON in minor units and
 * percent, saved with the carryover so that it returns with a checkpoint.
 */
export type ScenarioRun = {
  /** The first and the last day. */
  begins: DayNumber;
  ends: DayNumber;
  /** The pack's names of products, rules and goals, and the ids they have in this household. */
  ids: Record<string, string>;
  objectives: RunObjective[];
  losing: RunLosing[];
  totals: RunTotals;
  /** By card. */
  cards: Record<string, RunCard>;
  credit: RunCredit;
  /** Loans taken during the run. Their balance doesn't count as the customer's own money. */
  borrowed: string[];
  /** The ends of months, the oldest first, and the last day of the play. */
  months: RunPoint[];
  checkpoints: RunCheckpoint[];
  /** The least cash there was at the end of a day. */
  lowest: { day: DayNumber; cash: number } | null;
  /** The first days on which something went wrong or was achieved. */
  turns: RunTurn[];
  outcome: RunOutcome | null;
};

/** A figure with a product or goal id of this household, or a category name. */
export type FigureOf = { figure: Figure; of?: string };

export type RunObjective = FigureOf & {
  id: string;
  required: boolean;
  atLeast?: number;
  atMost?: number;
  when: 'end' | 'by' | 'always';
  day: DayNumber;
  standing: 'open' | 'met' | 'missed';
  /** The day of the decision. */
  on?: DayNumber;
  /** The figure at the end of the last judged day; null if it does not apply. */
  value: number | null;
  /** The same at the end of each month, in step with `months`. */
  course: (number | null)[];
};

export type RunLosing = FigureOf & {
  id: string;
  below?: number;
  above?: number;
  /** The run is lost if the figure is crossed for more consecutive days than these. */
  days: number;
  crossedFor: number;
};

export type RunTotals = {
  income: number;
  /** Interest and fees too. */
  spent: number;
  interest: number;
  fees: number;
  lateFees: number;
  failedPayments: number;
  /** Manual deposits from outside the scenario. Positive amounts don't count. */
  brought: number;
  categories: Record<string, number>;
};

/** The record behind the credit score since the scenario began. */
export type RunCredit = {
  /** Every card, loan and mortgage there was. `next` is the number of a debt's installment that falls due next. */
  lines: Record<string, { kind: 'card' | 'loan' | 'mortgage'; opened: DayNumber; next?: number }>;
  /** Due dates: 0 days late where they were met. */
  dues: { line: string; on: DayNumber; daysLate: number }[];
  /** Each time the bank looked at an application for credit. */
  inquiries: { on: DayNumber; kind: InquiryKind }[];
};

export type RunCard = {
  /** The day on which the last counted statement closed. */
  counted: DayNumber | null;
  inRow: number;
  mostInRow: number;
  /** Since when a minimum has been due. */
  lateSince: DayNumber | null;
};

/** The values at the end of a day. Sums start with the scenario. */
export type RunPoint = {
  day: DayNumber;
  cash: number;
  netWorth: number;
  debt: number;
  invested: number;
  /** Account balances, and the balances owed on cards and debts, by id. */
  balances: Record<string, number>;
} & Omit<RunTotals, 'brought' | 'categories'>;

/** A checkpoint of the run. `reached` holds the values at the start of its day; absent in the future. */
export type RunCheckpoint = { id: string; title: string; day: DayNumber; reached?: RunPoint };

export type RunTurn = {
  day: DayNumber;
  kind: 'failed' | 'late' | 'paid_off' | 'event' | 'met' | 'missed' | 'crossed';
  /** The name of the objective, condition, or event in the pack; else the product id. */
  subject: string;
  amount?: number;
};

/** `by` names the deciding condition or objective. */
export type RunOutcome = { state: 'won' | 'lost'; on: DayNumber; by?: string };

/** Counts the stars: one for all required objectives, one more for each optional one that is met. */
export function getStars({ outcome, objectives }: Pick<ScenarioRun, 'outcome' | 'objectives'>): {
  stars: number;
  of: number;
} {
  const others = objectives.filter(({ required }) => !required);
  const met = others.filter(({ standing: status }) => status === 'met').length;
  return { stars: outcome?.state === 'won' ? 1 + met : 0, of: 1 + others.length };
}
