import { z } from 'zod';
import {
  amount,
  count,
  dayOffset,
  list,
  longText,
  oneOf,
  percent,
  signedAmount,
  slug,
  title,
} from './values.ts';

/** Defines the events of a scenario, its objectives, and its conditions. */

const DOLLARS = [
  /** Of one account. */
  'balance',
  /** Checking and savings together. */
  'cash',
  /** Cash, investments and homes, less what is owed. */
  'net_worth',
  /** The value of the investment accounts. */
  'invested',
  /** The balance owed on all cards, loans, and mortgages, or on one of them. */
  'debt',
  /** Since the scenario began. */
  'interest_paid',
  'fees_paid',
  'income',
  /** Since the scenario began, in total or in one category. Card payments and transfers are not spending. */
  'spent',
] as const;
const PERCENT = [
  /** Of the limits of all cards, or of one. */
  'utilization',
  /**
   * The share of income that was not spent since the scenario began. Interest and fees count as spending,
   * principal does not.
   */
  'savings_rate',
  /** The saved amount of a goal. */
  'goal',
  /** The owner's share of all home values; null without a home. */
  'home_equity',
] as const;
const COUNTS = [
  /** Months of spending, as it was on average, that the savings accounts cover. */
  'emergency_months',
  /** The most statements of a card in a row that were paid in full by their day. */
  'full_payments',
  /** Since the scenario began. */
  'late_fees',
  'failed_payments',
  /** The age of the oldest unpaid installment or minimum payment. */
  'days_late',
  /** 300 to 850, from the bank's model and the scenario's events. */
  'credit_score',
] as const;

export const FIGURES = [...DOLLARS, ...PERCENT, ...COUNTS] as const;
export type Figure = (typeof FIGURES)[number];

/** Returns the unit of a figure. */
export const getUnit = (figure: Figure): 'dollars' | 'percent' | 'count' => {
  if (DOLLARS.some((name) => name === figure)) return 'dollars';
  return PERCENT.some((name) => name === figure) ? 'percent' : 'count';
};

const measured = {
  figure: oneOf(FIGURES),
  /** The account, card, loan, mortgage, or goal, or the category for `spent`. */
  of: title.optional(),
};

/** A figure and its minimum or maximum. */
const measure = z
  .strictObject({
    ...measured,
    atLeast: signedAmount.optional(),
    atMost: signedAmount.optional(),
    /**
     * `end`: at the end of the day. `by`: at the end of any day up to it. `always`: at the end of each day up to it.
     */
    when: oneOf(['end', 'by', 'always']),
    /** The day of the check; by default the last day. */
    day: dayOffset.optional(),
  })
  .refine(({ atLeast, atMost }) => (atLeast === undefined) !== (atMost === undefined), {
    path: ['atLeast'],
    error: 'either "atLeast" or "atMost"',
  });

const objective = z.strictObject({
  id: slug,
  words: longText,
  measure,
  /** A run is won when all required objectives are met; each other one adds a star. Default true. */
  required: z.boolean('true or false').optional(),
  /** The text for the debrief. */
  met: longText,
  missed: longText,
});

/** Ends the play as lost when a figure has been below or above a value at the end of more than so many days in a row. */
const losing = z
  .strictObject({
    id: slug,
    words: longText,
    ...measured,
    below: signedAmount.optional(),
    above: signedAmount.optional(),
    /** Default 0: at once. */
    days: count(0, 365).optional(),
  })
  .refine(({ below, above }) => (below === undefined) !== (above === undefined), {
    path: ['below'],
    error: 'either "below" or "above"',
  });

/** An event with its day and text. */
const moment = { id: slug, day: dayOffset, title, words: longText };
const months = count(1, 120);
const income = oneOf(['Salary', 'Gift', 'Other income']);
const happen = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ ...moment, kind: z.literal(kind), ...fields });

const event = z.discriminatedUnion(
  'kind',
  [
    /** One paycheck, or all of them, stop for some months. */
    happen('job loss', { income: slug.optional(), months }),
    /**
     * Paid from the usual or the named account, else by a card with available credit; else the payment fails.
     */
    happen('bill', { amount, payee: title, category: title, account: slug.optional() }),
    happen('windfall', { amount, from: title, category: income.optional(), account: slug.optional() }),
    /** Percent points, on savings and adjustable mortgages. */
    happen('rate change', { points: z.number().min(-20).max(20), months }),
    /** Percentage points a year above normal inflation. */
    happen('price rises', { points: z.number().min(-20).max(50), months }),
    /** Percent of the value of investments. */
    happen('market fall', { percent }),
    /** A fraudulent charge, credited after ten days. */
    happen('card fraud', { amount, card: slug.optional() }),
    /** News without an effect. */
    happen('news', {}),
  ],
  '"kind" as one of: job loss, bill, windfall, rate change, price rises, market fall, card fraud, news',
);

/** A pause at which the customer reviews the run. The bank saves a checkpoint to return to. */
const checkpoint = z.strictObject({
  ...moment,
  hint: longText.optional(),
  lessons: list(slug, 4).optional(),
});

const recommend = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ day: dayOffset, kind: z.literal(kind), ...fields });

/** A recommended action. The debrief compares the run with these. */
const move = z.discriminatedUnion(
  'kind',
  [
    recommend('pay more', { product: slug, monthly: amount }),
    recommend('pay once', { product: slug, amount, from: slug }),
    recommend('save', { from: slug, to: slug, amount, every: oneOf(['week', 'two weeks', 'month']) }),
    recommend('stop', { rule: slug }),
    recommend('change', { rule: slug, amount }),
    /** The down payment leaves the account, and the installments are drawn from it. */
    recommend('buy home', { from: slug, price: amount, down: amount, rate: percent, years: count(1, 50) }),
  ],
  '"kind" as one of: pay more, pay once, save, stop, change, buy home',
);

export const scenarioCourse = {
  events: list(event, 60).default([]),
  checkpoints: list(checkpoint, 40).default([]),
  objectives: list(objective, 8).min(1, 'a list with at least one objective'),
  losing: list(losing, 6).default([]),
  debrief: z.strictObject({
    won: list(longText, 6).min(1, 'a list with at least one paragraph'),
    lost: list(longText, 6).min(1, 'a list with at least one paragraph'),
    /** A suggestion for the next run. */
    next: longText.optional(),
    reference: z.strictObject({ words: longText, moves: list(move, 20) }).optional(),
  }),
};

export type ScenarioEvent = z.infer<typeof event>;
export type ScenarioCheckpoint = z.infer<typeof checkpoint>;
export type ScenarioMove = z.infer<typeof move>;
