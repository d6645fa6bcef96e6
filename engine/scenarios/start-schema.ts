import { z } from 'zod';
import {
  amount,
  amountOrNone,
  count,
  dayOfMonth,
  LONGEST_MONTHS,
  listOf,
  oneOf,
  percent,
  slug,
  title,
  words,
} from './values.ts';

/** What a life begins with, by names instead of ids. Amounts in major units of US dollars, rates in percent a year. */

/** Savings earn what the bank pays on its tiers, investments follow the market that the pack's seed draws. */
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
  /** What is owed on the first day. */
  balance: amountOrNone,
  /** The day of the month on which its statements fall due. */
  dueDay: dayOfMonth,
  /** What is drawn by itself on that day; absent when the player pays by hand. */
  autopay: z
    .strictObject({ from: slug, pays: oneOf(['minimum', 'statement']).or(amount) }, 'from and pays')
    .optional(),
});

const debt = {
  id: slug,
  name: title,
  /** What was lent at the beginning of the debt. */
  lent: amount,
  rate: percent,
  /** The day of the month on which its installments fall due. */
  dueDay: dayOfMonth,
  /** Installments paid before the life begins: the balance of the first day follows from them. Default none. */
  paid: count(0, 600).optional(),
  /** The account from which installments are drawn by themselves, with so much more each month; absent: by hand. */
  autopay: z.strictObject({ from: slug, extra: amount.optional() }, 'from, and extra or not').optional(),
};
const loan = z.strictObject({ ...debt, months: count(1, 600) });
const mortgage = z.strictObject({
  ...debt,
  years: count(1, 50),
  /** What the home cost: the rest was paid down. */
  price: amount,
});

/** Of the life's months, counted from 1: the rule acts from the first day of one to the last day of another. */
const span = {
  fromMonth: count(1, LONGEST_MONTHS).optional(),
  toMonth: count(1, LONGEST_MONTHS).optional(),
};
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
/** Of the month for what follows months (default 1), of the week for what follows weeks (default Friday). */
const occasion = { day: dayOfMonth.optional(), weekday: oneOf(WEEKDAYS).optional() };

/** Money that arrives by a rule. */
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

/** Money that leaves by a rule: to an own product by its id, or to a payee outside by name. */
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

/** Something that is bought without a rule: so many times a month on average, drawn from the seed. */
const habit = z
  .strictObject({
    name: title,
    merchants: listOf(title, 20).min(1, 'a list with one merchant at least'),
    category: title,
    timesAMonth: z.number('a number').min(0.1, 'a number from 0.1 to 30').max(30, 'a number from 0.1 to 30'),
    from: amount,
    to: amount,
    /** By the life's card as long as a third of its limit stays free, or from its account. */
    by: oneOf(['card', 'account']),
    on: oneOf(['every day', 'workdays', 'evenings out', 'shopping days']).optional(),
    /** Percent of the usual, from January on. */
    seasons: z
      .array(count(0, 1_000), 'twelve numbers of percent')
      .length(12, 'twelve numbers of percent, from January on')
      .optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'an amount that is not below "from"' });

const budget = z.strictObject({ category: title, amount });

const goal = z.strictObject({
  id: slug,
  name: title,
  target: amount,
  /** The account that is saved on, all of it. */
  account: slug,
  /** Of the life, counted from 1: its last day is the goal's. */
  month: count(1, LONGEST_MONTHS).optional(),
});

/** When the life begins: on the first day of the month after the customer's clock, or on a fixed day. */
const begins = z.union(
  [
    z.literal('next month'),
    /** The first of a month; a day that is past means the same one of the next possible year. */
    z.strictObject({ on: z.iso.date().endsWith('-01') }),
    /** The next beginning of such a month: 1 for January. */
    z.strictObject({ month: count(1, 12) }),
  ],
  '"next month", { "month": 1 to 12 } or { "on": the first day of a month, such as "2030-01-01" }',
);

export const packStart = z.strictObject({
  begins,
  /** Where the player stands, in two or three sentences. */
  you: words,
  accounts: listOf(account, 12).min(1, 'a list with one account at least'),
  cards: listOf(card, 8).default([]),
  loans: listOf(loan, 8).default([]),
  mortgages: listOf(mortgage, 2).default([]),
  incomes: listOf(income, 20).default([]),
  payments: listOf(payment, 40).default([]),
  /** Daily life: which account and card it is paid with, and what it leaves on the account. */
  daily: z
    .strictObject({
      account: slug,
      card: slug.optional(),
      floor: amountOrNone.optional(),
      habits: listOf(habit, 20).min(1, 'a list with one habit at least'),
    })
    .optional(),
  budgets: listOf(budget, 20).default([]),
  goals: listOf(goal, 10).default([]),
  /** By how much the prices of daily life rise in a year. */
  inflation: percent.optional(),
});

export type PackStart = z.infer<typeof packStart>;
export type PackHabit = z.infer<typeof habit>;
