import { z } from 'zod';
import { isZone } from './fields.ts';
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

const cycle = z.looseObject({
  from: day,
  balanceDays: z.number(),
  residualDays: z.number(),
  repaidDays: z.number().optional(),
  returnedFee: z.literal(true).optional(),
  revolving: z.boolean(),
  statement: z.looseObject({ balance: money, minimum: money, due: day, closedOn: day }).nullable(),
  paid: money,
  inFull: z.boolean().nullable(),
  fees: money,
  interest: money,
  cyclesSinceLateFee: whole.nullable(),
  rewardMillis: z.number(),
  opening: money,
  charges: money,
  number: whole.min(-10_000).max(10_000),
});

const debt = z.looseObject({
  start: day,
  next: whole.min(1).max(10_000),
  balanceDays: z.number(),
  countedTo: z.number(),
  ahead: money,
  arrears: z
    .array(z.looseObject({ due: day, amount: money, charged: z.literal(true).optional() }))
    .max(2_000),
  delinquent: z.union([z.literal(0), z.literal(30), z.literal(60), z.literal(90)]),
  variable: z
    .looseObject({
      margin: z.number().min(0).max(100),
      everyMonths: whole.min(1).max(600),
      capPerReset: z.number().min(0).max(100),
      capForLife: z.number().min(0).max(100),
      first: z.number().min(0).max(100),
    })
    .optional(),
});

const price = whole.min(0).max(2_000_000_000);
const habit = z
  .looseObject({
    name: z.string().max(200),
    merchants: z.array(z.string().max(120)).min(1).max(200),
    category: z.string().max(80),
    chances: z.array(whole.min(0).max(1_000)).length(7),
    seasons: z.array(z.number().min(0).max(10_000)).length(12).optional(),
    from: price,
    to: price,
    hours: z.tuple([days.from, days.to]),
    by: z.enum(['card', 'account']),
  })
  .refine(
    ({ from, to, hours }) => from <= to && hours[0] <= hours[1],
    'A spending habit ends before it starts.',
  );

const spendingProfile = z.looseObject({
  persona: z.string().max(80),
  habits: z.array(habit).max(200),
  accountId: id,
  cardId: id.nullable(),
  floor: money,
  priceLevel: z.number().min(0).max(1e12),
  inflation: z.number().min(-100).max(1_000),
  luck: z.boolean(),
});

const shock = z.looseObject({
  id,
  kind: z.string().max(40),
  on: day,
  size: z.number().min(-1e12).max(1e12),
  months: whole.min(1).max(600).optional(),
  productId: id.optional(),
  begun: z.literal(true).optional(),
  story: scenarioText.optional(),
});

export const carryover = z.looseObject({
  timeZone: z.string().max(64).refine(isZone, 'Unknown time zone.').optional(),
  handledUntil: z.number().min(-1e13).max(1e13).optional(),
  accrued: z.record(z.string(), z.number()).optional(),
  cards: z.record(z.string(), z.looseObject({ firstDue: day, due: day, cycle })).optional(),
  debts: z.record(z.string(), debt).optional(),
  retries: z
    .record(
      z.string(),
      z.looseObject({
        occurrence: whole.min(0),
        tries: whole.min(0).max(10),
        on: day,
        planned: day.optional(),
      }),
    )
    .optional(),
  shocks: z.array(shock).max(10_000).optional(),
  surprises: z.enum(['some', 'many']).optional(),
  goals: z
    .record(
      z.string(),
      z.looseObject({ pending: whole.min(0).max(1e12).optional(), skippedIn: z.string().max(10).optional() }),
    )
    .optional(),
  life: spendingProfile.nullable().optional(),
  adjustments: z
    .record(
      z.string(),
      z.looseObject({
        start: day,
        amount: money,
        year: whole.min(0).max(10_000),
        level: z.number().min(1).max(1e12),
      }),
    )
    .optional(),
  prices: z
    .looseObject({ level: z.number().min(1).max(1e12), inflation: z.number().min(-100).max(1_000) })
    .optional(),
  play: scenarioRunCarryover.optional(),
});
