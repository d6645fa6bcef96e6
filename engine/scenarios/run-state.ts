import type { DayNumber } from '../calendar/calendar.ts';
import type { InquiryKind } from '../credit/facts.ts';
import type { Figure } from './course-schema.ts';

/**
 * A pack that is being played, as the engine carries it: what is asked, how it stands, and what it is judged by. Plain
 * JSON in minor units and percent; it is kept with the engine's memory, so it goes back with its household.
 */
export type Play = {
  /** The first and the last day. */
  begins: DayNumber;
  ends: DayNumber;
  /** The pack's names of products, rules and goals, and the ids they have in this household. */
  ids: Record<string, string>;
  objectives: PlayObjective[];
  losing: PlayLosing[];
  totals: PlayTotals;
  /** By card. */
  cards: Record<string, PlayCard>;
  credit: PlayCredit;
  /** Loans taken since the life began: what is owed on them is no money of one's own. */
  borrowed: string[];
  /** The ends of months, the oldest first, and the last day of the play. */
  months: PlayPoint[];
  checkpoints: PlayCheckpoint[];
  /** The least cash there was at the end of a day. */
  lowest: { day: DayNumber; cash: number } | null;
  /** The first days on which something went wrong or was achieved. */
  turns: PlayTurn[];
  outcome: PlayOutcome | null;
};

/** Which figure: of a product or goal by its id in this household, of a category by its name. */
export type FigureOf = { figure: Figure; of?: string };

export type PlayObjective = FigureOf & {
  id: string;
  required: boolean;
  atLeast?: number;
  atMost?: number;
  when: 'end' | 'by' | 'always';
  day: DayNumber;
  standing: 'open' | 'met' | 'missed';
  /** When that was settled. */
  on?: DayNumber;
  /** The figure at the end of the last day that was judged; null where there is none. */
  value: number | null;
  /** The same at the end of each month, in step with `months`. */
  course: (number | null)[];
};

export type PlayLosing = FigureOf & {
  id: string;
  below?: number;
  above?: number;
  /** It is lost when the figure crossed at the end of more days in a row than these. */
  days: number;
  crossedFor: number;
};

export type PlayTotals = {
  income: number;
  /** Interest and fees too. */
  spent: number;
  interest: number;
  fees: number;
  lateFees: number;
  failedPayments: number;
  /** Money from outside the story, put in by hand: above zero it does not count. */
  brought: number;
  categories: Record<string, number>;
};

/** What the credit score rests on, since the life began. */
export type PlayCredit = {
  /** Every card, loan and mortgage there was. `next` is the number of a debt's installment that falls due next. */
  lines: Record<string, { kind: 'card' | 'loan' | 'mortgage'; opened: DayNumber; next?: number }>;
  /** Due dates: 0 days late where they were met. */
  dues: { line: string; on: DayNumber; daysLate: number }[];
  /** Each time the bank looked at an application for credit. */
  inquiries: { on: DayNumber; kind: InquiryKind }[];
};

export type PlayCard = {
  /** The day on which the last counted statement closed. */
  counted: DayNumber | null;
  inRow: number;
  mostInRow: number;
  /** Since when a minimum has been due. */
  lateSince: DayNumber | null;
};

/** How things stood at the end of a day; sums are since the life began. */
export type PlayPoint = {
  day: DayNumber;
  cash: number;
  netWorth: number;
  debt: number;
  invested: number;
  /** Of accounts what is on them, of cards and debts what is owed, by id. */
  balances: Record<string, number>;
} & Omit<PlayTotals, 'brought' | 'categories'>;

/** A point of the story. `reached` is how things stood when its day began; absent while it lies ahead. */
export type PlayCheckpoint = { id: string; title: string; day: DayNumber; reached?: PlayPoint };

export type PlayTurn = {
  day: DayNumber;
  kind: 'failed' | 'late' | 'paid_off' | 'event' | 'met' | 'missed' | 'crossed';
  /** The pack's own name of the objective, condition or event; else the id of the product. */
  subject: string;
  amount?: number;
};

/** `by` is what decided: a condition that was crossed, or an objective that cannot be met any more. */
export type PlayOutcome = { state: 'won' | 'lost'; on: DayNumber; by?: string };

/** Required objectives make the play won: one star for it, one more for each other one that is met. */
export function starsOf({ outcome, objectives }: Pick<Play, 'outcome' | 'objectives'>): {
  stars: number;
  of: number;
} {
  const others = objectives.filter(({ required }) => !required);
  const met = others.filter(({ standing }) => standing === 'met').length;
  return { stars: outcome?.state === 'won' ? 1 + met : 0, of: 1 + others.length };
}
