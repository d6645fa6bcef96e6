import { z } from 'zod';
import {
  amount,
  amountOrNone,
  count,
  dayOfMonth,
  LONGEST_MONTHS,
  list,
  oneOf,
  percent,
  slug,
  title,
  words,
} from './values.ts';

/**
 * Defines the start of a scenario, with names instead of ids. Amounts in major units of US dollars, rates in
 * percent a year.
 */

/** Savings earn the bank's tiered rates, investments follow the market drawn from the seed. */
const account = z.strictObject({
  id: slug,
  name: title,
  type: oneOf(['CHECKING', 'SAVINGS', 'INVESTMENT']),
  balance: amountOrNone,
});

const card = z.strictObject({
  id: slug,
  name: title,
  limit: amount,
  apr: percent,
  /** The balance on the first day. */
  balance: amountOrNone,
  /** The day of the month on which its statements fall due. */
  dueDay: dayOfMonth,
  /** Autopay on that day; absent if the customer pays manually. */
  autopay: z
    .strictObject({ from: slug, pays: oneOf(['minimum', 'statement']).or(amount) }, '"from" and "pays"')
    .optional(),
});

const debt = {
  id: slug,
  name: title,
  /** The original amount. */
  lent: amount,
  rate: percent,
  /** The day of the month on which its installments fall due. */
  dueDay: dayOfMonth,
  /** Installments paid before the start; the opening balance follows from them. Default none. */
  paid: count(0, 600).optional(),
  /**
   * The account that pays installments automatically, with an extra amount each month; absent for manual
   * payment.
   */
  autopay: z
    .strictObject({ from: slug, extra: amount.optional() }, '"from", with an optional "extra"')
    .optional(),
};
const loan = z.strictObject({ ...debt, months: count(1, 600) });
const mortgage = z.strictObject({
  ...debt,
  years: count(1, 50),
  /** The purchase price of the home. */
  price: amount,
});

/**
 * Months of the scenario, counted from 1: the rule runs from the first day of one to the last day of another.
 */
const span = {
  fromMonth: count(1, LONGEST_MONTHS).optional(),
  toMonth: count(1, LONGEST_MONTHS).optional(),
};
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
/** The day of the month for monthly rules (default 1), the weekday for weekly rules (default Friday). */
const occasion = { day: dayOfMonth.optional(), weekday: oneOf(WEEKDAYS).optional() };

/** Recurring income. */
const income = z.strictObject({
  id: slug,
  name: title,
  to: slug,
  amount,
  every: oneOf(['week', 'month']),
  ...occasion,
  ...span,
  /** Pay stops while the job is lost; a gift or a pension does not. */
  isPay: z.boolean('true or false').optional(),
  category: oneOf(['Salary', 'Gift', 'Other income']).optional(),
});

/** A recurring payment to a product by its id, or to an outside payee by name. */
const payment = z.strictObject({
  id: slug,
  name: title,
  from: slug,
  to: z.union(
    [z.strictObject({ payee: title }), z.strictObject({ product: slug })],
    '{ "payee": a name } or { "product": the id of an account, card, loan or mortgage }',
  ),
  /** A card can also be paid its statement or its minimum. */
  amount: oneOf(['statement', 'minimum']).or(amount),
  every: oneOf(['week', 'two weeks', 'month', 'quarter', 'year']),
  ...occasion,
  ...span,
  category: title.optional(),
});

/** A spending habit: an average number of purchases a month, drawn from the seed. */
const habit = z
  .strictObject({
    name: title,
    merchants: list(title, 20).min(1, 'a list with at least one merchant'),
    category: title,
    timesAMonth: z.number('a number').min(0.1, 'a number from 0.1 to 30').max(30, 'a number from 0.1 to 30'),
    from: amount,
    to: amount,
    /** By card while a third of its limit is free, else from the account. */
    by: oneOf(['card', 'account']),
    on: oneOf(['every day', 'workdays', 'evenings out', 'shopping days']).optional(),
    /** Percent of the usual, from January on. */
    seasons: z
      .array(count(0, 1_000), 'twelve percentages')
      .length(12, 'twelve percentages, January first')
      .optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'an amount of at least "from"' });

const budget = z.strictObject({ category: title, amount });

const goal = z.strictObject({
  id: slug,
  name: title,
  target: amount,
  /** The savings account of the goal; the goal counts all of it. */
  account: slug,
  /** The month of the scenario, counted from 1, whose last day is the goal's target date. */
  month: count(1, LONGEST_MONTHS).optional(),
});

/** The first day: the first of the month after the customer's simulated day, or a fixed date. */
const begins = z.union(
  [
    z.literal('next month'),
    /** The first of a month. A past date moves to the next possible year. */
    z.strictObject({ on: z.iso.date().endsWith('-01') }),
    /** The next beginning of such a month: 1 for January. */
    z.strictObject({ month: count(1, 12) }),
  ],
  '"next month", { "month": 1 to 12 } or { "on": the first day of a month, such as "2030-01-01" }',
);

export const scenarioStart = z.strictObject({
  begins,
  /** The customer's situation in two or three sentences. */
  you: words,
  accounts: list(account, 12).min(1, 'a list with at least one account'),
  cards: list(card, 8).default([]),
  loans: list(loan, 8).default([]),
  mortgages: list(mortgage, 2).default([]),
  incomes: list(income, 20).default([]),
  payments: list(payment, 40).default([]),
  /** The account and card for daily spending, and the balance that it leaves. */
  daily: z
    .strictObject({
      account: slug,
      card: slug.optional(),
      floor: amountOrNone.optional(),
      habits: list(habit, 20).min(1, 'a list with at least one habit'),
    })
    .optional(),
  budgets: list(budget, 20).default([]),
  goals: list(goal, 10).default([]),
  /** The yearly inflation of daily spending. */
  inflation: percent.optional(),
});

export type ScenarioHabit = z.infer<typeof habit>;
