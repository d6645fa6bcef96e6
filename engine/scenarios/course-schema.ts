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

/** Defines a scenario's events, objectives, and conditions. */

const DOLLARS = [
  /** The balance of one account. */
  'balance',
  /** The balance of all checking and savings accounts. */
  'cash',
  /** Cash, investments, and homes, minus debts. */
  'net_worth',
  /** The value of the investment accounts. */
  'invested',
  /** The amount owed on one card, loan, or mortgage, or on all of them. */
  'debt',
  /** The total interest, fees, or income since the scenario started. */
  'interest_paid',
  'fees_paid',
  'income',
  /**
   * The total since the scenario started, overall or in one category. Card payments and transfers are not
   * spending.
   */
  'spent',
] as const;
const PERCENT = [
  /** Credit utilization of one card or of all cards. */
  'utilization',
  /**
   * The share of income not spent since the scenario started. Interest and fees count as spending; principal
   * does not.
   */
  'savings_rate',
  /** The amount saved for a goal. */
  'goal',
  /** The owner's equity as a percentage of all home values; null if there is no home. */
  'home_equity',
] as const;
const COUNTS = [
  /** The number of months of average spending that the savings accounts cover. */
  'emergency_months',
  /** The highest number of consecutive statements of a card that were paid in full by the due date. */
  'full_payments',
  /** The number of late fees or failed payments since the scenario started. */
  'late_fees',
  'failed_payments',
  /** The number of days that the oldest unpaid installment or minimum payment is past due. */
  'days_late',
  /** The credit score, from 300 to 850. The bank's model computes it from the events of the scenario. */
  'credit_score',
] as const;

export const FIGURES = [...DOLLARS, ...PERCENT, ...COUNTS] as const;
export type Figure = (typeof FIGURES)[number];

/** Returns a figure's unit. */
export const getUnit = (figure: Figure): 'dollars' | 'percent' | 'count' => {
  if (DOLLARS.some((name) => name === figure)) return 'dollars';
  return PERCENT.some((name) => name === figure) ? 'percent' : 'count';
};

const measured = {
  figure: oneOf(FIGURES),
  /** The id of an account, card, loan, mortgage, or goal, or the category for `spent`. */
  of: title.optional(),
};

/** A figure with a minimum or maximum. */
const measure = z
  .strictObject({
    ...measured,
    atLeast: signedAmount.optional(),
    atMost: signedAmount.optional(),
    /**
     * The time at which the figure must be within its limits. `end` means the end of the day. `by` means the
     * end of any day up to this day. `always` means the end of every day up to this day.
     */
    when: oneOf(['end', 'by', 'always']),
    /** The day on which the objective is judged. Defaults to the last day. */
    day: dayOffset.optional(),
  })
  .refine(({ atLeast, atMost }) => (atLeast === undefined) !== (atMost === undefined), {
    path: ['atLeast'],
    error: 'either "atLeast" or "atMost"',
  });

const objective = z.strictObject({
  id: slug,
  text: longText,
  measure,
  /**
   * The customer wins the run if all required objectives are met. Each optional objective that is met adds a
   * star. Defaults to true.
   */
  required: z.boolean('true or false').optional(),
  /** The text for the debrief. */
  met: longText,
  missed: longText,
});

/**
 * A condition that loses the run. It applies if a figure has been below or above a limit for more than a
 * number of consecutive days.
 */
const losing = z
  .strictObject({
    id: slug,
    text: longText,
    ...measured,
    below: signedAmount.optional(),
    above: signedAmount.optional(),
    /** The number of consecutive days. Defaults to 0, which means that the run is lost immediately. */
    days: count(0, 365).optional(),
  })
  .refine(({ below, above }) => (below === undefined) !== (above === undefined), {
    path: ['below'],
    error: 'either "below" or "above"',
  });

/** The fields that events and checkpoints have in common: id, day, title, and text. */
const moment = { id: slug, day: dayOffset, title, text: longText };
const months = count(1, 120);
const income = oneOf(['Salary', 'Gift', 'Other income']);
const happen = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ ...moment, kind: z.literal(kind), ...fields });

const event = z.discriminatedUnion(
  'kind',
  [
    /** Stops one paycheck or all paychecks for a number of months. */
    happen('job loss', { income: slug.optional(), months }),
    /**
     * A bill that is paid from the given account or the usual account. If the account can't cover the bill,
     * it is charged to a card with available credit. If there is no such card, the payment fails.
     */
    happen('bill', { amount, payee: title, category: title, account: slug.optional() }),
    happen('windfall', { amount, from: title, category: income.optional(), account: slug.optional() }),
    /** The change in percentage points, for savings and adjustable-rate mortgages. */
    happen('rate change', { points: z.number().min(-20).max(20), months }),
    /** Percentage points per year above normal inflation. */
    happen('price rises', { points: z.number().min(-20).max(50), months }),
    /** The loss as a percentage of the investments' value. */
    happen('market fall', { percent }),
    /** A fraudulent charge. It is credited after ten days. */
    happen('card fraud', { amount, card: slug.optional() }),
    /** News that has no effect. */
    happen('news', {}),
  ],
  '"kind" as one of: job loss, bill, windfall, rate change, price rises, market fall, card fraud, news',
);

/**
 * A day on which the run pauses so that the customer can review it. The bank saves a checkpoint, to which the
 * customer can return.
 */
const checkpoint = z.strictObject({
  ...moment,
  hint: longText.optional(),
  lessons: list(slug, 4).optional(),
});

const recommend = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ day: dayOffset, kind: z.literal(kind), ...fields });

/** A recommended action. The debrief compares the run with a simulation of these actions. */
const move = z.discriminatedUnion(
  'kind',
  [
    recommend('pay more', { product: slug, monthly: amount }),
    recommend('pay once', { product: slug, amount, from: slug }),
    recommend('save', { from: slug, to: slug, amount, every: oneOf(['week', 'two weeks', 'month']) }),
    recommend('stop', { rule: slug }),
    recommend('change', { rule: slug, amount }),
    /** The down payment and the installments are paid from the account. */
    recommend('buy home', {
      ...{ from: slug, price: amount, down: amount, rate: percent, years: count(1, 50) },
      /** True if the mortgage has mortgage insurance. */
      pmi: z.literal(true, 'true').optional(),
    }),
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
    reference: z.strictObject({ text: longText, moves: list(move, 20) }).optional(),
  }),
};

export type ScenarioEvent = z.infer<typeof event>;
export type ScenarioCheckpoint = z.infer<typeof checkpoint>;
export type ScenarioMove = z.infer<typeof move>;
