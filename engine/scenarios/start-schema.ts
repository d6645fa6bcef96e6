import { z } from 'zod';
import { WEEKDAYS } from '../calendar/calendar.ts';
import { POLICY_KINDS } from '../insurance/terms.ts';
import { PLANNED_FUND_NAMES } from '../investments/planned-funds.ts';
import { FILING_STATUSES } from '../pay/tax-tables.ts';
import { TAX_TREATMENTS } from '../pay/tax-treatments.ts';
import { CARD_PRODUCT_IDS } from '../products/cards/card-catalog.ts';
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

const part = count(0, 100);
const mix = z.strictObject(
  { usStocks: part.optional(), worldStocks: part.optional(), bonds: part.optional() },
  '"usStocks", "worldStocks", and "bonds" in percent; the rest is in the money market fund',
);
/** The funds of an investment account. Their units were bought before the first day. */
const funds = z.strictObject({
  /** The target mix in whole percent. The rest is in the money market fund, which pays for withdrawals. */
  mix,
  rebalances: oneOf(['never', 'yearly', 'drift']).default('never'),
  monthsBefore: count(0, 600).default(0),
  /** The gain since the purchase in percent. It is negative for a loss. */
  gain: z
    .number('a percentage')
    .min(-90, 'a percentage from -90 to 1,000')
    .max(1_000, 'a percentage from -90 to 1,000')
    .default(0),
});

/**
 * A deposit or investment account. Savings earn the bank's tiered rates, and investments follow the market,
 * which is drawn from the seed.
 */
const account = z.strictObject({
  id: slug,
  name: title,
  type: oneOf(['CHECKING', 'SAVINGS', 'INVESTMENT', 'CD']),
  balance: amountOrNone,
  /** The monthly plan of a checking or savings account. Missing for the free plan. */
  plan: oneOf(['classic', 'goal_saver']).optional(),
  /**
   * The coverage of a payment above the balance: by a savings account, or by the bank with an overdraft
   * product. Missing if the bank declines the payment.
   */
  overdraft: z
    .union(
      [
        z.strictObject({ savings: slug }),
        z.strictObject({
          product: oneOf(['cushion', 'standard', 'old_school']),
          purchases: z.boolean('true or false').optional(),
        }),
      ],
      '{ "savings": the id of an account } or { "product": an overdraft product }',
    )
    .optional(),
  /** The term in months of a CD, which starts on the first day at that day's rate and renews. */
  months: z.literal([3, 6, 12, 24, 60], 'one of: 3, 6, 12, 24, 60').optional(),
  /** The funds of an investment account. Without them, it follows one market. */
  funds: funds.optional(),
  /** The tax treatment of an investment account. It needs the customer's age. */
  taxTreatment: oneOf(TAX_TREATMENTS).optional(),
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
  /** The card in the bank's catalog, with its rewards and fees. Missing for a card without a product. */
  product: oneOf(CARD_PRODUCT_IDS).optional(),
  /** The number of months from the opening of a card of the catalog to the first day. Defaults to 0. */
  monthsBefore: count(0, 600).optional(),
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
  /** True for private mortgage insurance at the bank's price, until the law ends it. */
  pmi: z.literal(true, 'true').optional(),
  /** The yearly bills that the bank pays from an escrow account, into which each installment pays. */
  escrow: z.strictObject({ tax: amountOrNone, insurance: amountOrNone }, '"tax" and "insurance"').optional(),
  /** The price of points when the mortgage was opened. It counts toward the APR. */
  points: amount.optional(),
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

/** The terms from which a paycheck is computed. Amounts are per paycheck, except gross pay. */
const pay = z.strictObject({
  grossPerYear: amount,
  filingStatus: oneOf(FILING_STATUSES).default('single'),
  children: count(1, 20).optional(),
  /** The contribution to a 401(k), and the employer's match of it up to a percentage of gross pay. */
  retirementPercent: percent.default(0),
  matchPercent: percent.default(0),
  matchUpTo: percent.default(0),
  /** The premium for health insurance, and the HSA contribution. */
  health: amountOrNone.default(0),
  hsa: amountOrNone.default(0),
  statePercent: percent.default(0),
  /** The accounts that receive the contributions. Missing if they are outside the bank. */
  retirementTo: slug.optional(),
  hsaTo: slug.optional(),
});

/** The yearly change of an amount. Missing for none, or for the usual one if `increases` is true. */
const yearly = percent.or(oneOf(['inflation', 'none'])).optional();

const income = z.strictObject({
  id: slug,
  name: title,
  to: slug,
  /** The amount that arrives. Missing if `pay` has the terms from which it is computed. */
  amount: amount.optional(),
  pay: pay.optional(),
  yearly,
  every: oneOf(['week', 'two weeks', 'month']),
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
  /** The fund in which a payment to an account with funds is invested. */
  fund: oneOf(PLANNED_FUND_NAMES).optional(),
  yearly,
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

/** An insurance policy in force since the first day. */
const insurance = z.strictObject({
  kind: oneOf(POLICY_KINDS),
  /** The payment of the premium. Missing if a paycheck or an escrow account pays it. */
  payment: slug.optional(),
  deductible: amountOrNone,
  /** The customer's share above the deductible in percent, and the out-of-pocket maximum of a year. */
  coinsurance: percent.default(0),
  limit: amount.optional(),
});

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
  /** The customer's age on the first day. Needed for accounts with a tax treatment. */
  age: count(18, 110).optional(),
  insurance: list(insurance, POLICY_KINDS.length).optional(),
  /** True if rent, insurance, subscriptions, phone, utilities, and pay go up as they usually do. */
  increases: z.literal(true, 'true').optional(),
  /** True if a job loss pays unemployment benefits: half of gross pay for up to 26 weeks. */
  unemployment: z.literal(true, 'true').optional(),
});

export type ScenarioHabit = z.infer<typeof habit>;
export type ScenarioIncome = z.infer<typeof income>;
