import { z } from 'zod';
import { WEEKDAYS } from '../calendar/calendar.ts';
import {
  amount,
  amountOrNone,
  count,
  dayOfMonth,
  LONGEST_MONTHS,
  list,
  oneOf,
  paragraph,
  percent,
  slug,
  title,
} from './values.ts';

/**
 * Defines the start of a scenario, which uses names instead of ids. Amounts are in US dollars, rates in
 * percent per year.
 */

/**
 * A deposit or investment account. Savings earn the bank's tiered rates, and investments follow the market,
 * which is drawn from the seed.
 */
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
  /** The day of the month on which its statements are due. */
  dueDay: dayOfMonth,
  /** Autopay on the due date. Missing if the customer pays manually. */
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
  /** The day of the month on which its installments are due. */
  dueDay: dayOfMonth,
  /**
   * The number of installments paid before the start, which determines the opening balance. Defaults to 0.
   */
  paid: count(0, 600).optional(),
  /** The account for autopay, and an extra amount each month. Missing if the customer pays manually. */
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
 * The months of the scenario in which a rule applies, counted from 1: from the first day of `fromMonth` to
 * the last day of `toMonth`.
 */
const span = {
  fromMonth: count(1, LONGEST_MONTHS).optional(),
  toMonth: count(1, LONGEST_MONTHS).optional(),
};
/**
 * The day on which a rule repeats: a day of the month for monthly rules (default 1), or a weekday for weekly
 * rules (default Friday).
 */
const occasion = { day: dayOfMonth.optional(), weekday: oneOf(WEEKDAYS).optional() };

const income = z.strictObject({
  id: slug,
  name: title,
  to: slug,
  amount,
  every: oneOf(['week', 'month']),
  ...occasion,
  ...span,
  /** True for pay, which stops during a job loss. Gifts and pensions continue. */
  isPay: z.boolean('true or false').optional(),
  category: oneOf(['Salary', 'Gift', 'Other income']).optional(),
});

/** A recurring payment to a product by its id, or to an external payee by name. */
const payment = z.strictObject({
  id: slug,
  name: title,
  from: slug,
  to: z.union(
    [z.strictObject({ payee: title }), z.strictObject({ product: slug })],
    '{ "payee": a name } or { "product": the id of an account, card, loan, or mortgage }',
  ),
  /** An amount. For a card, it can also be the statement balance or the minimum payment. */
  amount: oneOf(['statement', 'minimum']).or(amount),
  every: oneOf(['week', 'two weeks', 'month', 'quarter', 'year']),
  ...occasion,
  ...span,
  category: title.optional(),
});

/**
 * A spending habit, with the average number of purchases per month. The purchases are drawn from the seed.
 */
const habit = z
  .strictObject({
    name: title,
    merchants: list(title, 20).min(1, 'a list with at least one merchant'),
    category: title,
    timesAMonth: z.number('a number').min(0.1, 'a number from 0.1 to 30').max(30, 'a number from 0.1 to 30'),
    from: amount,
    to: amount,
    /** The card is used while at least a third of its limit is available; otherwise, the account is used. */
    by: oneOf(['card', 'account']),
    on: oneOf(['every day', 'workdays', 'evenings out', 'shopping days']).optional(),
    /** The number of purchases in each month as a percentage of the usual number, January first. */
    seasons: z
      .array(count(0, 1_000), 'twelve percentages')
      .length(12, 'twelve percentages, January first')
      .optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'an amount no lower than "from"' });

const budget = z.strictObject({ category: title, amount });

const goal = z.strictObject({
  id: slug,
  name: title,
  target: amount,
  /** The goal's savings account. Its whole balance counts toward the goal. */
  account: slug,
  /** The month of the scenario, counted from 1. Its last day is the goal's target date. */
  month: count(1, LONGEST_MONTHS).optional(),
});

/**
 * The first day of the scenario: the first of the month after the customer's simulated day, or a fixed date.
 */
const begins = z.union(
  [
    z.literal('next month'),
    /**
     * The first day of a month. If this date is in the past, the scenario starts on the same date in the next
     * possible year.
     */
    z.strictObject({ on: z.iso.date().endsWith('-01') }),
    /** The next month with this number. 1 is January. */
    z.strictObject({ month: count(1, 12) }),
  ],
  '"next month", { "month": 1 to 12 }, or { "on": the first day of a month, such as "2030-01-01" }',
);

export const scenarioStart = z.strictObject({
  begins,
  /** The customer's situation in two or three sentences. */
  you: paragraph,
  accounts: list(account, 12).min(1, 'a list with at least one account'),
  cards: list(card, 8).default([]),
  loans: list(loan, 8).default([]),
  mortgages: list(mortgage, 2).default([]),
  incomes: list(income, 20).default([]),
  payments: list(payment, 40).default([]),
  /**
   * The account and card for daily spending, and the minimum balance that daily spending leaves in the
   * account.
   */
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
  /** The yearly inflation of daily spending, in percent. */
  inflation: percent.optional(),
});

export type ScenarioHabit = z.infer<typeof habit>;
