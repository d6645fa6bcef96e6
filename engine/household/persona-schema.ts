import { z } from 'zod';
import { WEEKDAYS } from '../calendar/calendar.ts';
import { POLICY_KINDS } from '../insurance/terms.ts';
import { PLANNED_FUND_NAMES } from '../investments/planned-funds.ts';
import { TAX_TREATMENTS } from '../pay/tax-treatments.ts';
import { CARD_PRODUCT_IDS } from '../products/cards/card-catalog.ts';
import { rebalancing } from './schema/investments.ts';
import { certificate } from './schema/products.ts';

/**
 * Validates a persona's household plan in `content/personas`: products, rules, spending habits, and customer
 * actions. The plan uses names instead of ids. Amounts are in dollars and rates in percent per year. Months
 * and days count from the first day of the history, which is in month 0.
 */
const amount = z.number().min(0).max(100_000_000);
const name = z.string().min(1).max(80);
const month = z.int().min(0).max(600);
const dayOfMonth = z.int().min(1).max(31);
const daysAgo = z.int().min(0).max(10_000);
const time = z.string().regex(/^\d\d:\d\d$/);

const span = {
  /** The day of the month, for monthly rules. */
  day: dayOfMonth.optional(),
  /** The day of the week, for weekly rules. */
  weekday: z
    .enum(WEEKDAYS)
    .transform((weekday) => WEEKDAYS.indexOf(weekday))
    .optional(),
  fromMonth: month.optional(),
  /** The first month after the rule ends. */
  untilMonth: month.optional(),
  /** The yearly adjustment in percent. By default, pay and bills follow inflation. */
  yearly: z.union([z.number().positive().max(50), z.enum(['inflation', 'none'])]).optional(),
};

const debt = z.strictObject({
  product: z.enum(['loan', 'mortgage']),
  name,
  amount,
  rate: z.number().min(0).max(100),
  months: z.int().min(1),
  monthsBefore: z.int().min(0),
  dueDay: dayOfMonth,
  from: name,
  /** The purchase price of the home. */
  homePrice: amount.optional(),
  /** True if the mortgage has private mortgage insurance at the bank's price. */
  pmi: z.literal(true).optional(),
  /** The yearly bills that the bank pays from an escrow account. Missing if there is none. */
  escrow: z.strictObject({ tax: amount, insurance: amount }).optional(),
});

const card = z.strictObject({
  name,
  limit: amount,
  apr: z.number().min(0).max(100),
  balance: amount,
  pays: z.union([z.enum(['minimum', 'statement']), amount]),
  from: name,
  /** The day of the month on which statements are due, or the number of days until the next due date. */
  dueDay: dayOfMonth.optional(),
  dueInDays: z.int().min(0).max(30).optional(),
  /** The product of the catalog, and the number of months between its opening and the start of the history. */
  product: z.enum(CARD_PRODUCT_IDS).optional(),
  monthsBefore: z.int().min(0).optional(),
});

/** The terms from which a paycheck is computed. Amounts are per paycheck, except gross pay. */
const pay = z.strictObject({
  grossPerYear: amount,
  filingStatus: z.enum(['single', 'joint', 'head_of_household']),
  children: z.int().min(1).max(20).optional(),
  retirementPercent: z.number().min(0).max(100).default(0),
  /** The employer's match in percent of the contribution, up to a percentage of gross pay. */
  matchPercent: z.number().min(0).max(100).default(0),
  matchUpTo: z.number().min(0).max(100).default(0),
  health: amount.default(0),
  statePercent: z.number().min(0).max(10),
  /** The account that receives the 401(k) contributions. Missing if it is outside the bank. */
  retirementTo: name.optional(),
  /** The HSA contribution, and the account that receives it. */
  hsa: amount.default(0),
  hsaTo: name.optional(),
});

const percentage = z.int().min(0).max(100);
/** The funds of an investment account since the first day. The units were bought before it. */
const funds = z.strictObject({
  /** The target mix in percent. The rest is in the money market fund. */
  mix: z
    .strictObject({ usStocks: percentage, worldStocks: percentage, bonds: percentage })
    .partial()
    .refine((mix) => Object.values(mix).reduce((sum, part) => sum + part, 0) <= 100),
  rebalances: rebalancing.default('never'),
  monthsBefore: z.int().min(0).max(600).default(0),
  gain: z.number().gt(-100).max(1_000).default(0),
});

const insurance = z.strictObject({
  kind: z.enum(POLICY_KINDS),
  /** The scheduled payment of the premium. Missing if a paycheck or an escrow account pays it. */
  payment: name.optional(),
  deductible: amount,
  /** The customer's share above the deductible in percent, and the out-of-pocket maximum of a year. */
  coinsurance: z.number().min(0).max(100).default(0),
  limit: amount.optional(),
});

const habit = z.strictObject({
  name,
  merchants: z.array(name).min(1),
  category: name,
  from: amount,
  to: amount,
  hours: z.tuple([z.int().min(0).max(24), z.int().min(0).max(24)]).default([9, 20]),
  by: z.enum(['card', 'account']).default('card'),
  /** The factor for each month as a percentage of the average, January first. */
  seasons: z.array(z.number().min(0)).length(12).optional(),
  /**
   * The average number of purchases per month and the preferred days. Alternatively, `chances` sets the
   * probability for each weekday, in thousandths.
   */
  timesAMonth: z.number().positive().optional(),
  on: z.enum(['every day', 'workdays', 'evenings out', 'shopping days']).default('every day'),
  chances: z.array(z.int().min(0).max(1000)).length(7).optional(),
});

/** The time of an action: a day in the history, or a number of days before the end of the history. */
const when = {
  month: month.optional(),
  day: dayOfMonth.optional(),
  daysAgo: daysAgo.optional(),
  time: time.default('14:00'),
};
const act = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.strictObject({ type: z.literal(type), ...when, amount, ...fields });
const action = z.discriminatedUnion('type', [
  act('purchase', { with: name, merchant: name, category: name, description: name.optional() }),
  act('transfer', { from: name, to: name, description: name, category: name }),
  /** `rate` is the price of one unit of the target currency. */
  act('exchange', { from: name, to: name, rate: z.number().positive(), description: name }),
]);

const goal = z.strictObject({
  name,
  picture: z.string(),
  account: name,
  from: name,
  target: amount,
  targetInMonths: month.optional(),
  start: amount,
  monthsAgo: month,
  contribution: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('share_of_pay'), percent: z.number().positive().max(100) }),
    z.strictObject({ kind: z.literal('fixed'), amount, frequency: z.literal('MONTHLY'), day: dayOfMonth }),
  ]),
});

const rollover = z.enum(['none', 'surplus', 'both']);
const budget = z.strictObject({
  category: name,
  amount,
  rollover,
  rolloverCap: amount.optional(),
  before: z.strictObject({ amount, raisedMonthsAgo: month }).optional(),
});

const people = z.strictObject({
  account: name,
  contacts: z.record(z.string(), z.strictObject({ name, address: z.email(), favorite: z.boolean() })),
  payments: z.array(
    z.strictObject({
      daysAgo,
      who: z.string(),
      direction: z.enum(['in', 'out']),
      amount,
      note: name,
      category: name,
    }),
  ),
  requests: z.array(z.strictObject({ daysAgo, who: z.string(), amount, note: name })),
});

const applications = z.strictObject({
  applicant: name,
  annualIncome: amount,
  score: z.int(),
  utilization: z.number(),
  items: z.array(
    z.strictObject({
      type: z.enum(['PERSONAL', 'AUTO', 'HOME', 'EDUCATION']),
      amount,
      term: z.int().min(1),
      collateral: amount.optional(),
      purpose: z.string(),
      daysAgo,
      undecided: z.literal(true).optional(),
      /**
       * The status of an offer that has ended, and the number of days from the decision until the offer
       * ended.
       */
      ended: z.strictObject({ status: z.enum(['withdrawn', 'expired']), afterDays: daysAgo }).optional(),
    }),
  ),
});

export const personaPlan = z.strictObject({
  title: name,
  /** The persona's description, in two sentences. */
  description: z.string(),
  challenge: z.string(),
  begins: z.enum(['same day', 'first of month']).default('same day'),
  /** The age at the end of the last year of the history. Missing if no account has a tax treatment. */
  age: z.int().min(18).max(110).optional(),
  accounts: z.array(
    z.strictObject({
      name,
      type: z.enum(['CHECKING', 'SAVINGS', 'INVESTMENT', 'CD']),
      currency: z.string().length(3).default('USD'),
      balance: amount,
      /** The plan since the first day. Missing for the free plan. */
      plan: z.enum(['classic', 'goal_saver']).optional(),
      /** The tax treatment since the last day of the history. Its history has no withdrawals that are taxed. */
      taxTreatment: z.enum(TAX_TREATMENTS).optional(),
      /** The term of a CD that was opened on the first day and renews. */
      months: certificate.shape.term_months.optional(),
      /** The savings account that covers payments when this account is short. */
      coveredBy: name.optional(),
      funds: funds.optional(),
    }),
  ),
  cards: z.array(card),
  debts: z.array(debt),
  /** The amount is missing for a paycheck that is computed from gross pay. */
  deposits: z.array(
    z.strictObject({
      ...span,
      name,
      to: name,
      amount: amount.optional(),
      pay: pay.optional(),
      frequency: z.enum(['WEEKLY', 'MONTHLY']),
      category: z.enum(['Salary', 'Gift', 'Other income']),
      isPay: z.literal(true).optional(),
    }),
  ),
  /**
   * Freelance projects drawn from the seed. Each project has several monthly payments, and there are gaps
   * between projects.
   */
  projects: z
    .strictObject({
      to: name,
      clients: z.array(name).min(1),
      payments: z.tuple([z.int(), z.int()]),
      days: z.tuple([dayOfMonth, dayOfMonth]),
      amountSteps: z.tuple([z.int(), z.int()]),
      step: amount,
      gaps: z.array(z.int().min(0)).min(1),
      /** The number of months after the end of the history for which payments are already agreed on. */
      monthsAhead: month,
    })
    .optional(),
  /** The `to` field is the name of one of the customer's accounts or of an external payee. */
  payments: z.array(
    z.strictObject({
      ...span,
      name,
      from: name,
      to: name,
      amount,
      frequency: z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY']),
      category: name.optional(),
      /** The fund in which a payment to an account with funds is invested. */
      fund: z.enum(PLANNED_FUND_NAMES).optional(),
      /** The maximum difference between a past bill and `amount`. */
      varies: amount.optional(),
    }),
  ),
  insurance: z.array(insurance).default([]),
  spending: z.strictObject({
    account: name,
    card: name,
    floor: amount,
    inflation: z.number(),
    habits: z.array(habit),
  }),
  actions: z.array(action).default([]),
  /**
   * A duplicate charge that the customer disputes. The customer gets a provisional credit during the review
   * and then wins the dispute.
   */
  dispute: z
    .strictObject({
      card: name,
      chargedDaysAgo: daysAgo,
      openedDaysAgo: daysAgo,
      reviewDays: z.int().min(1),
      amount,
      merchant: name,
      category: name,
      reason: z.literal('duplicate'),
      description: z.string(),
      outcome: z.string(),
    })
    .optional(),
  virtualCards: z
    .array(
      z.strictObject({
        card: name,
        name,
        expiresInDays: z.int(),
        spendLimit: amount,
        merchant: name,
        createdDaysAgo: daysAgo,
      }),
    )
    .default([]),
  cardControls: z
    .array(z.strictObject({ card: name, kind: z.literal('transaction'), amount, createdDaysAgo: daysAgo }))
    .default([]),
  limitRequests: z
    .array(z.strictObject({ card: name, previous: amount, granted: amount, daysAgo, reason: z.string() }))
    .default([]),
  goals: z.array(goal).default([]),
  budgets: z.array(budget).default([]),
  people: people.optional(),
  applications: applications.optional(),
});

export type PersonaPlan = z.output<typeof personaPlan>;
export type PlannedAction = z.output<typeof action>;
