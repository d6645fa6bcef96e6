import { z } from 'zod';
import { INCREASE_TYPES } from '../../bills/increase-terms.ts';
import { extensible, isZone } from './fields.ts';
import { overdraftProduct } from './products.ts';
import { scenarioRunCarryover, scenarioText } from './scenario-run.ts';

/**
 * Validates the engine's carryover in a household file. Keeps unknown fields. Days count from 1970; amounts
 * are in minor units.
 */
const day = z.int().min(-30_000).max(90_000);
const whole = z.int();
const money = z.number().min(-1e15).max(1e15);
const id = z.string().min(1).max(100);
const days = { from: z.int().min(0).max(24), to: z.int().min(0).max(24) };

/** A card's billing cycle. */
export const cycle = extensible({
  /** The day after the last statement closed, or the day the card was opened. */
  from: day,
  /**
   * The sum of the end-of-day balances in this cycle, that is, the average daily balance times the number of
   * days.
   */
  balanceDays: z.number(),
  /** The sum of the end-of-day balances until the day on which the last statement was paid in full. */
  residualDays: z.number(),
  /**
   * The balance-days of the amount that was repaid by the due date. They bear no interest in a grace period
   * (12 CFR 1026.54(a)(1)(ii)).
   */
  repaidDays: z.number().optional(),
  /** True if a returned payment has incurred a fee since that statement closed. */
  returnedFee: z.literal(true).optional(),
  /** A returned autopay that will be tried again. `tries` is the number of this attempt after the first. */
  retry: extensible({ tries: whole.min(1).max(10), on: day }).optional(),
  /** The number of cycles in a row that ended above the limit with a fee. Missing if there are none. */
  overLimitFees: whole.min(1).max(10_000).optional(),
  /** The part of this cycle's fees that the bank has waived. */
  waived: money.optional(),
  /**
   * The balances with their own rate. Missing if the card has only purchases. `owed` is part of the card's
   * balance. `rateDays` is the sum of the end-of-day balances times the rate, in thousandths of a percent.
   * `until` is the last day of a promotional rate.
   */
  balances: z
    .array(
      extensible({
        kind: z.enum(['cash', 'transfer']),
        owed: money,
        apr: z.number().min(0).max(100),
        until: day.optional(),
        rateDays: z.number(),
      }),
    )
    .max(2)
    .optional(),
  /**
   * The sums of the purchase balances times the rate of each day, in thousandths of a percent: of all days,
   * of the days until the last statement was paid in full, and of the amount that was repaid. Missing if
   * every day has the card's own rate.
   */
  rates: extensible({ balance: z.number(), residual: z.number(), repaid: z.number() }).optional(),
  /**
   * The balances and rates at the end of the days on which one of them changed. Missing if the card has only
   * purchases at its own rate.
   */
  daily: z
    .array(
      extensible({
        day,
        kind: z.enum(['purchases', 'cash', 'transfer']),
        owed: money,
        apr: z.number().min(0).max(100),
        /** True if the last statement wasn't paid in full at the end of the day. */
        open: z.literal(true).optional(),
      }),
    )
    .max(100_000)
    .optional(),
  /** The repaid parts of the last statement by day. Recorded only together with `daily`. */
  repaid: z
    .array(extensible({ day, amount: money }))
    .max(100_000)
    .optional(),
  /**
   * True if the previous cycle bore interest, so that residual interest is due even after payment in full.
   */
  revolving: z.boolean(),
  /** The last statement; null before the first one closes. */
  statement: extensible({
    balance: money,
    minimum: money,
    due: day,
    closedOn: day,
    /** The last day on which a payment is on time, if banks are closed on the due date. */
    payBy: day.optional(),
    /** The part that can stay unpaid without losing the grace period, because its rate is promotional. */
    promotional: money.optional(),
  }).nullable(),
  /** Payments and credits since the last statement closed. */
  paid: money,
  /** True if the last statement was paid in full by its due date; null until that date. */
  inFull: z.boolean().nullable(),
  fees: money,
  interest: money,
  /**
   * The number of cycles since the last late fee, which decides whether the higher fee applies; null if there
   * was no late fee.
   */
  cyclesSinceLateFee: whole.nullable(),
  /** Rewards earned in this cycle, in thousandths of a minor unit. */
  rewardMillis: z.number(),
  opening: money,
  charges: money,
  /** The number of the statement that ends this cycle. The statement due on `firstDue` is number 0. */
  number: whole.min(-10_000).max(10_000),
  /**
   * Lets the cycle undo an import as if it had never been posted. Missing if nothing was imported in this
   * cycle.
   */
  imports: extensible({
    /** The day of the first import. */
    from: day,
    /** The cycle's sums before the first import. */
    balanceDays: z.number(),
    residualDays: z.number(),
    repaidDays: z.number(),
    paid: money,
    /** The balance and the payments at the end of each day since then. */
    days: z.array(z.tuple([money, money])).max(2_000),
    /** The payments since then, each with the number of days in this cycle for which it was owed. */
    payments: z
      .array(extensible({ amount: money, days: z.number(), id: z.string().max(100).optional() }))
      .max(100_000),
  }).optional(),
});

/** The state of a card with a product, besides its billing cycle. */
export const cardProgress = extensible({
  /**
   * The purchases in the rotating categories of a quarter, less refunds, and the bonus that they have earned,
   * in thousandths of a minor unit.
   */
  quarter: extensible({ start: day, spent: money, bonus: z.number() }).optional(),
  /**
   * The unpaid parts of late minimum payments, oldest first. If a penalty rate was announced, `from` is its
   * first day and `onTime` the number of payments in a row that were on time since then.
   */
  penalty: extensible({
    missed: z.array(extensible({ due: day, left: money })).max(2_000),
    from: day.optional(),
    onTime: whole.min(0).max(1_000).optional(),
  }).optional(),
  /** The number of payments in a row that were on time, for a secured card. */
  onTime: whole.min(0).max(10_000).optional(),
});

/** The state of a loan or mortgage. */
export const debtProgress = extensible({
  start: day,
  /** The number of the next installment, counted from 1. */
  next: whole.min(1).max(10_000),
  /**
   * The sum of balances times days (30 per month) since the last due date. Interest is computed from this
   * sum. It excludes the days since the balance last changed.
   */
  balanceDays: z.number(),
  countedTo: z.number(),
  /**
   * The amount paid since the last due date. If there is no autopay, it counts toward the next installment.
   */
  ahead: money,
  /** Past-due installments, oldest first. */
  arrears: z.array(extensible({ due: day, amount: money, charged: z.literal(true).optional() })).max(2_000),
  /** The worst mark of the current delinquency: 0, 30, 60, or 90 days. */
  delinquent: z.union([z.literal(0), z.literal(30), z.literal(60), z.literal(90)]),
  /**
   * The terms of an adjustable-rate mortgage. The rate is an index plus a margin, and resets periodically
   * within caps. All values are in percentage points.
   */
  variable: extensible({
    margin: z.number().min(0).max(100),
    everyMonths: whole.min(1).max(600),
    /**
     * The largest rate change at one reset, and the largest difference from the initial rate over the term.
     */
    capPerReset: z.number().min(0).max(100),
    capForLife: z.number().min(0).max(100),
    first: z.number().min(0).max(100),
  }).optional(),
  /**
   * The interest of the days by which a chosen payment day makes this period longer than a month. It is due
   * in addition to the installment.
   */
  oddInterest: money.optional(),
  /** The schedule of mortgage insurance. Missing if there is none. */
  insurance: extensible({
    /** The original loan, its rate, and its term, of which `scheduled` is the balance by the contract. */
    borrowed: money,
    rate: z.number().min(0).max(100),
    term: whole.min(1).max(600),
    scheduled: money,
    level: money,
    /** True if the insurance would have ended, but a payment was past due. */
    isWaiting: z.literal(true).optional(),
    /** The first day on which no premium is due, after a past-due mortgage became current. */
    endsOn: day.optional(),
  }).optional(),
  /** The progress of an escrow account. Missing if there is none. */
  escrow: extensible({
    /** The first month of the current escrow year, counted from year 0. */
    from: whole.min(0).max(40_000),
    /** The monthly amount of this year, without the shortage or credit that is spread over it. */
    payment: money,
    spread: money,
    /** The number of deposits that were due in this year. */
    deposits: whole.min(0).max(100),
    /** The home's value on which the property tax is based. */
    assessed: money,
    /** The day of the payoff, while the balance isn't refunded yet. */
    paidOff: day.optional(),
  }).optional(),
});

/** The record of a month, on which an account's plan depends. Amounts are in minor units. */
export const accountMonth = extensible({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Pay and other electronic credits. */
  credits: money,
  /** The day on which these credits waived the fee. Missing if they haven't. */
  creditsMetOn: day.optional(),
  /** The lowest balance at the end of a day. Missing before the first day ends. */
  lowest: money.optional(),
  /** The sum of all checking and savings balances at the end of each day. */
  combined: z.number(),
  /** The number of days that have ended. */
  days: whole.min(0).max(31),
  withdrawals: whole.min(0),
});

/** An overdrawn account. */
export const overdrawn = extensible({
  /** The payments for which the bank hasn't decided on a fee. */
  items: z
    .array(
      extensible({
        key: z.string().max(200),
        name: z.string().max(500),
        day,
        product: overdraftProduct,
        amount: money,
        /** True if the bank returned the payment. */
        returned: z.literal(true).optional(),
        /** The balance at the end of the day, without the bank's fees. Missing until then. */
        endBalance: money.optional(),
      }),
    )
    .max(10_000),
  /** The bank's fees in the last 60 days. */
  fees: z.array(extensible({ day, amount: money })).max(10_000),
  /** The first day at whose end the account was below zero. */
  since: day.optional(),
  /** The days of the payments for which the bank decides or has decided on a fee, by event key. */
  presented: z.record(z.string(), day).optional(),
});

const fundPrice = whole.min(1).max(1_000_000_000_000);
const price = whole.min(0).max(2_000_000_000);
export const habit = extensible({
  name: z.string().max(200),
  merchants: z.array(z.string().max(120)).min(1).max(200),
  category: z.string().max(80),
  /** The chance of a purchase on each weekday in thousandths, Sunday first. */
  chances: z.array(whole.min(0).max(1_000)).length(7),
  /** The chance of a purchase in each month as a percentage of the usual chance, January first. */
  seasons: z.array(z.number().min(0).max(10_000)).length(12).optional(),
  from: price,
  to: price,
  /** The range of hours in which the purchase is made. */
  hours: z.tuple([days.from, days.to]),
  by: z.enum(['card', 'account']),
}).refine(
  ({ from, to, hours }) => from <= to && hours[0] <= hours[1],
  'A spending habit has a reversed range of prices or hours.',
);

/** Everyday purchases, which have no scheduled payment. */
export const spendingProfile = extensible({
  persona: z.string().max(80),
  habits: z.array(habit).max(200),
  /**
   * The account and card for purchases. The card is used while at least a third of its limit is available.
   */
  accountId: id,
  cardId: id.nullable(),
  /** The minimum balance that remains after optional purchases. */
  floor: money,
  /** The price level in millionths of the initial level. Inflation raises it each month. */
  priceLevel: z.number().min(0).max(1e12),
  /** The inflation rate in percent per year. */
  inflation: z.number().min(-100).max(1_000),
  /** True if random shocks are drawn in addition to planned shocks. */
  luck: z.boolean(),
});

/** An insurance policy. */
export const policy = extensible({
  /** The scheduled payment of the premium. Missing if it is deducted from a paycheck. */
  paymentId: id.optional(),
  /** The first day of the coverage. */
  since: day,
  deductible: money.min(0),
  /** The customer's part above the deductible, in percent. */
  coinsurance: z.number().min(0).max(100),
  /** The most that the customer pays in a calendar year. Missing if the deductible counts for each claim. */
  limit: money.min(0).optional(),
  /** The customer's part of the bills of a calendar year. Missing before the first claim. */
  used: extensible({
    year: whole.min(1900).max(2300),
    deductible: money.min(0),
    paid: money.min(0),
  }).optional(),
  /** The day since which the premium is unpaid. Missing if it is paid. */
  unpaidSince: day.optional(),
  /** True if the payment was paused or deleted, and the engine hasn't sent the warning yet. */
  warningDue: z.literal(true).optional(),
  /** The day on which the coverage ended, because the premium wasn't paid. */
  endedOn: day.optional(),
});

/** The claims that raise a driver's premium. */
export const drivingRecord = extensible({
  /**
   * The renewals with which the surcharge starts and ends. `charged` is true from the first one on. Missing if
   * there is no surcharge.
   */
  surcharge: extensible({ from: day, until: day, charged: z.literal(true).optional() }).optional(),
});

/** A shock to a household, either planned or drawn from the seed. */
export const shock = extensible({
  id,
  kind: z.string().max(40),
  on: day,
  /**
   * The size of the shock. It is in minor units for bills, windfalls, and fraud, and in percentage points for
   * rates and inflation. For a market fall or a currency change, it is in percent.
   */
  size: z.number().min(-1e12).max(1e12),
  months: whole.min(1).max(600).optional(),
  /**
   * The id of the affected product, if it is not the usual account. For a job loss, the id of the paycheck
   * that stops.
   */
  productId: id.optional(),
  begun: z.literal(true).optional(),
  /** The decision that a surprise asks for. Missing if it asks for none. Amounts are in minor units. */
  choice: extensible({
    /** The item that broke, such as `Water heater`, and what its bills are called. */
    name: z.string().max(80),
    bills: extensible({ repair: z.string().max(120), replace: z.string().max(120) }),
    category: z.string().max(80),
    /** The currency of the costs. Missing before the surprise happens. */
    currency: z.string().length(3).optional(),
    repair: money.min(1),
    replace: money.min(1),
    /** The cost of an urgent replacement, if the item breaks after waiting. */
    late: money.min(1),
    /** The last day of the decision. 0 before the surprise happens. */
    until: day,
    chosen: z.enum(['repair', 'replace', 'wait']).optional(),
    settled: z.literal(true).optional(),
  }).optional(),
  /**
   * The insurer's part of a bill, in minor units, and the day on which it arrives. Missing if there is none.
   */
  claim: extensible({
    name: z.string().max(80),
    amount: money.min(1),
    on: day,
    paid: z.literal(true).optional(),
  }).optional(),
  /**
   * The weekly unemployment benefit of a job loss, and the number of weeks paid. `since` is the first day of the
   * earlier job loss whose benefits it continues, and whose weeks count as paid. Missing if there is none.
   */
  benefit: extensible({
    weekly: money.min(0),
    accountId: id,
    paid: whole.min(0).max(26),
    since: day.optional(),
    /**
     * The day until which a later job loss continues these benefits, and their weekly amount after this one
     * ends. Missing if there is none.
     */
    continued: z.object({ until: day, weekly: money.min(0) }).optional(),
  }).optional(),
  /** The texts of a scenario event, which stays hidden until it occurs. */
  story: scenarioText.optional(),
});

/**
 * A failed payment that will be retried. `planned` is the day of the occurrence. If the rule's schedule
 * changes, the day no longer matches, and the retry is dropped.
 */
export const paymentRetry = extensible({
  occurrence: whole.min(0),
  tries: whole.min(0).max(10),
  on: day,
  planned: day.optional(),
});

/** The saved increases of a rule. If its `start` or `amount` differs from the rule's, the customer changed the rule. */
export const bill = extensible({
  type: z.enum(INCREASE_TYPES),
  start: day,
  amount: money,
  /** The calendar year in which the customer changed the amount, and in which it doesn't go up. */
  changedIn: whole.min(1900).max(2300).optional(),
  /** The announced amount, and the day of its first payment. */
  next: extensible({ amount: money, on: day }).optional(),
  /**
   * For a utility: the average bill, the price index when the customer entered it, and the number of the
   * occurrence that the amount is for. Missing before the engine has seen the rule.
   */
  utility: extensible({
    usual: money,
    level: z.number().min(1).max(1e12),
    occurrence: whole.min(0).optional(),
  }).optional(),
  /** For pay: the number of full years from the rule's first day to the last raise. */
  raised: whole.min(0).max(10_000).optional(),
});

/** The price level in millionths of the initial level, and its yearly growth in percent. */
export const priceIndex = extensible({
  level: z.number().min(1).max(1e12),
  inflation: z.number().min(-100).max(1_000),
});

/** The pay of employers so far in a calendar year, by the id of the paycheck's rule. */
export const yearOfPay = extensible({
  year: whole.min(1900).max(2300),
  paychecks: z.record(
    z.string(),
    extensible({ ficaWages: money.min(0), retirement: money.min(0), hsa: money.min(0) }),
  ),
});

/** A charge that a merchant will send, or a part of a deposit that becomes available. */
export const holdStep = z.strictObject({
  at: whole.min(0).max(1e14),
  amount: whole.min(0).max(1e14),
  /** The amount of a deposit that can be withdrawn in cash from then on. Missing if it is the same. */
  cash: whole.min(0).max(1e14).optional(),
  /** The fee for a same-day transfer, which is charged then. Missing if there is none. */
  fee: whole.min(1).max(1e9).optional(),
});

/** The reasons for a longer hold on a deposit: the exceptions of 12 CFR 229.13. */
export const holdException = z.enum([
  'new_account',
  'large_deposit',
  'redeposited',
  'repeated_overdrafts',
  'stale',
  'suspended_bank',
]);

/** A business day on which an account was overdrawn, and the largest overdraft of that day. */
export const overdraftDay = extensible({ day, amount: money.min(0) });

/**
 * The part of the engine's state that is saved between steps because it isn't stored in any other table.
 */
export const carryover = extensible({
  /** The time zone that the last simulation used. */
  timeZone: z.string().max(64).refine(isZone, 'Unknown time zone.').optional(),
  /**
   * The local time up to which the household is already simulated. Set only if a change of the time zone
   * moved the local time back.
   */
  handledUntil: z.number().min(-1e13).max(1e13).optional(),
  accrued: z.record(z.string(), z.number()).optional(),
  /**
   * The day of an overdraft transfer, by checking account. Earlier versions used the savings account. Missing
   * if there was none today.
   */
  covered: z.record(z.string(), day).optional(),
  /** This month's figures for account plans, by account. Missing if no account has a plan. */
  months: z.record(z.string(), accountMonth).optional(),
  /** The payments that overdrew an account, by account. Missing if no account is overdrawn. */
  overdrawn: z.record(z.string(), overdrawn).optional(),
  cards: z
    .record(z.string(), extensible({ firstDue: day, due: day, cycle, ...cardProgress.shape }))
    .optional(),
  debts: z.record(z.string(), debtProgress).optional(),
  retries: z.record(z.string(), paymentRetry).optional(),
  /** The planned day of the last occurrence, by rule id, if it was processed before that day. */
  early: z.record(z.string(), day).optional(),
  shocks: z.array(shock).max(10_000).optional(),
  /** Missing if surprises are off. */
  surprises: z.enum(['some', 'many']).optional(),
  /** Missing if surprises ask for no decisions. */
  surpriseChoices: z.literal(true).optional(),
  /** Missing if no purchases are returned, and all refunds arrive. */
  returns: z.literal(true).optional(),
  plannedReturns: z
    .array(
      extensible({
        key: z.string().min(1).max(200),
        productId: id,
        amount: money,
        merchant: z.string().max(120).optional(),
        category: z.string().max(120).optional(),
        on: day,
      }),
    )
    .max(1_000)
    .optional(),
  /** Missing if the customer has no insurance. */
  insurance: extensible({
    health: policy.optional(),
    car: policy.optional(),
    home: policy.optional(),
    renters: policy.optional(),
  }).optional(),
  /** Missing if claims don't raise the premium of car insurance. */
  drivingRecord: drivingRecord.optional(),
  /** Missing if an HSA doesn't pay medical bills first. */
  hsaPaysFirst: z.literal(true).optional(),
  /** Missing if banks close only on weekends. */
  bankHolidays: z.literal(true).optional(),
  /** The margin of transfers between currencies, in percent. Missing if there is none. */
  exchangeMargin: z.number().min(0).max(10).optional(),
  /** Missing if a job loss pays no unemployment benefits. */
  unemployment: z.literal(true).optional(),
  /** The customer's date of birth (`1968-03-14`). Missing if the customer hasn't entered it. */
  birthDate: z.iso.date().optional(),
  /** Missing if contributions to a Roth IRA don't depend on income. */
  incomeLimits: z.literal(true).optional(),
  /** Missing if the expected returns of funds are conservative. */
  fundReturns: z.literal('historical').optional(),
  /** Missing if everyday purchases post at once. */
  pending: z.literal('realistic').optional(),
  /** The remaining steps of a hold, by key. Missing if there are no open holds. */
  holds: z.record(z.string(), z.array(holdStep).max(100)).optional(),
  /** The exception that delays a deposit, by key of its hold. Missing if there is none. */
  holdExceptions: z.record(z.string(), holdException).optional(),
  /**
   * By account, the business days of the last six months on which it was overdrawn. Missing if there are
   * none, or if deposits are available at once.
   */
  overdraftDays: z.record(z.string(), z.array(overdraftDay).max(400)).optional(),
  /**
   * By goal id, the round-up cents collected today and the month in which insufficient funds were last
   * reported. Missing if there are no such values.
   */
  goals: z
    .record(
      z.string(),
      extensible({ pending: whole.min(0).max(1e12).optional(), skippedIn: z.string().max(10).optional() }),
    )
    .optional(),
  life: spendingProfile.nullable().optional(),
  /** Each rule's last yearly adjustment: its year, amount, and price index. */
  adjustments: z
    .record(
      z.string(),
      extensible({
        start: day,
        amount: money,
        year: whole.min(0).max(10_000),
        level: z.number().min(1).max(1e12),
      }),
    )
    .optional(),
  /** Missing if bills and pay stay the same. */
  billIncreases: z.literal(true).optional(),
  /** The usual increases of rules, by rule id. Missing if no rule has any. */
  bills: z.record(z.string(), bill).optional(),
  /** Missing if no paycheck has been computed from gross pay. */
  pay: yearOfPay.optional(),
  /** The price index; missing if no rule follows inflation, and bills don't go up. */
  prices: priceIndex.optional(),
  /**
   * The funds' market: the last day in the prices, the prices in ten-thousandths, and by account the money
   * market's accrued yield in millionths of a minor unit and the year of the last rebalancing. Missing if no
   * account holds funds.
   */
  funds: extensible({
    day,
    prices: extensible({ US_STOCKS: fundPrice, WORLD_STOCKS: fundPrice, BONDS: fundPrice }),
    accounts: z.record(
      z.string(),
      extensible({ yieldMicros: z.number(), rebalancedIn: whole.min(1900).max(2200) }),
    ),
  }).optional(),
  /** Set only during a scenario run. */
  play: scenarioRunCarryover.optional(),
});
