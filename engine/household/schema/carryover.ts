import { z } from 'zod';
import { extensible, isZone } from './fields.ts';
import { scenarioRunCarryover, scenarioText } from './scenario-run.ts';

/**
 * Validates the engine carryover in a household file. Unknown fields are kept. Days count from 1970; amounts
 * are minor units.
 */
const day = z.int().min(-30_000).max(90_000);
const whole = z.int();
const money = z.number().min(-1e15).max(1e15);
const id = z.string().min(1).max(100);
const days = { from: z.int().min(0).max(24), to: z.int().min(0).max(24) };

/** A billing cycle of a card. */
export const cycle = extensible({
  /** The day after the last statement closed, or the day the card was opened. */
  from: day,
  /** Sum of the balances at the ends of the cycle's days: the average daily balance times its days. */
  balanceDays: z.number(),
  /** The same, up to the day on which the last statement was paid in full. */
  residualDays: z.number(),
  /**
   * Balance-days of the part repaid by the due date. They bear no interest in a grace period (12 CFR
   * 1026.54(a)(1)(ii)).
   */
  repaidDays: z.number().optional(),
  /** True if a returned payment was charged a fee since that statement closed. */
  returnedFee: z.literal(true).optional(),
  /** True if the previous cycle bore interest, so that residual interest is due even after full payment. */
  revolving: z.boolean(),
  /** Null before the first statement. */
  statement: extensible({ balance: money, minimum: money, due: day, closedOn: day }).nullable(),
  /** Payments and credits since that statement closed. */
  paid: money,
  /** True if that statement was paid in full by its due date; null before the date. */
  inFull: z.boolean().nullable(),
  fees: money,
  interest: money,
  /** Cycles since the last late fee, for the higher repeated fee; null if there was none. */
  cyclesSinceLateFee: whole.nullable(),
  /** Rewards earned in this cycle: thousandths of a minor unit. */
  rewardMillis: z.number(),
  opening: money,
  charges: money,
  /** The number of the statement that ends this cycle: 0 for the one due on `firstDue`. */
  number: whole.min(-10_000).max(10_000),
});

/** The progress of a loan or mortgage. */
export const debtProgress = extensible({
  start: day,
  /** The number of the installment that falls due next, from 1. */
  next: whole.min(1).max(10_000),
  /**
   * Balances times days (30 a month) since the last due date, excluding the current balance: the basis of
   * interest.
   */
  balanceDays: z.number(),
  countedTo: z.number(),
  /** Paid since the last due date: counts toward the next installment where no autopay is set. */
  ahead: money,
  /** Installments that fell due and are not paid yet, oldest first. */
  arrears: z.array(extensible({ due: day, amount: money, charged: z.literal(true).optional() })).max(2_000),
  /** The worst mark of the present delinquency: 0, 30, 60 or 90 days. */
  delinquent: z.union([z.literal(0), z.literal(30), z.literal(60), z.literal(90)]),
  /** An adjustable mortgage: index + margin, reset every so many months within caps. Percent points. */
  variable: extensible({
    margin: z.number().min(0).max(100),
    everyMonths: whole.min(1).max(600),
    /** The most one reset may change the rate, and the most it may ever differ from the first rate. */
    capPerReset: z.number().min(0).max(100),
    capForLife: z.number().min(0).max(100),
    first: z.number().min(0).max(100),
  }).optional(),
});

const price = whole.min(0).max(2_000_000_000);
export const habit = extensible({
  name: z.string().max(200),
  merchants: z.array(z.string().max(120)).min(1).max(200),
  category: z.string().max(80),
  /** Thousandths, for each day of the week from Sunday on. */
  chances: z.array(whole.min(0).max(1_000)).length(7),
  /** Percent of the usual chance, for each month from January on. */
  seasons: z.array(z.number().min(0).max(10_000)).length(12).optional(),
  from: price,
  to: price,
  /** The range of hours in which the purchase happens. */
  hours: z.tuple([days.from, days.to]),
  by: z.enum(['card', 'account']),
}).refine(
  ({ from, to, hours }) => from <= to && hours[0] <= hours[1],
  'A spending habit ends before it starts.',
);

/** Everyday purchases, as opposed to scheduled payments. */
export const spendingProfile = extensible({
  persona: z.string().max(80),
  habits: z.array(habit).max(200),
  /** Purchases use the card while a third of its limit is free, else the account. */
  accountId: id,
  cardId: id.nullable(),
  /** The balance that optional purchases must leave. */
  floor: money,
  /** The price level in millionths of the start. Inflation raises it monthly. */
  priceLevel: z.number().min(0).max(1e12),
  /** Percent a year. */
  inflation: z.number().min(-100).max(1_000),
  /** True if random shocks are drawn in addition to planned ones. */
  luck: z.boolean(),
});

/** Something that happens to a household: planned, or drawn from the seed. */
export const shock = extensible({
  id,
  kind: z.string().max(40),
  on: day,
  /**
   * Minor units for bills, windfalls and fraud; percentage points for rates and inflation; percent for a market
   * fall and a currency move.
   */
  size: z.number().min(-1e12).max(1e12),
  months: whole.min(1).max(600).optional(),
  /** The affected product, if it is not the usual account; for a lost job, the paycheck that stops. */
  productId: id.optional(),
  begun: z.literal(true).optional(),
  /** Texts of a scenario event, which is hidden until it begins. */
  story: scenarioText.optional(),
});

/** A failed payment. `planned` is the day of the occurrence. It differs once the rule has new days. */
export const paymentRetry = extensible({
  occurrence: whole.min(0),
  tries: whole.min(0).max(10),
  on: day,
  planned: day.optional(),
});

/** The price level in millionths of the start, and its yearly growth in percent. */
export const priceIndex = extensible({
  level: z.number().min(1).max(1e12),
  inflation: z.number().min(-100).max(1_000),
});

/** The engine state between two steps that no table of the bank contains. */
export const carryover = extensible({
  /** The time zone in which the household was simulated. */
  timeZone: z.string().max(64).refine(isZone, 'Unknown time zone.').optional(),
  /** Present only after a time zone change turned the local clock back. */
  handledUntil: z.number().min(-1e13).max(1e13).optional(),
  accrued: z.record(z.string(), z.number()).optional(),
  cards: z.record(z.string(), extensible({ firstDue: day, due: day, cycle })).optional(),
  debts: z.record(z.string(), debtProgress).optional(),
  retries: z.record(z.string(), paymentRetry).optional(),
  shocks: z.array(shock).max(10_000).optional(),
  /** Absent when surprises are off. */
  surprises: z.enum(['some', 'many']).optional(),
  /** The pending cents of the day, and the month in which a lack of money was last reported. Absent if empty. */
  goals: z
    .record(
      z.string(),
      extensible({ pending: whole.min(0).max(1e12).optional(), skippedIn: z.string().max(10).optional() }),
    )
    .optional(),
  life: spendingProfile.nullable().optional(),
  /** The last yearly adjustment of each rule: its year, amount, and price index. */
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
  /** Absent if no rule follows inflation. */
  prices: priceIndex.optional(),
  /** Present only during a scenario run. */
  play: scenarioRunCarryover.optional(),
});
