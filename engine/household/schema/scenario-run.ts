import { z } from 'zod';
import { findProblems } from '../../scenarios/checks.ts';
import { FIGURES } from '../../scenarios/course-schema.ts';
import { scenario } from '../../scenarios/scenario.ts';

/** Validates the scenario run in a household file. Days count from 1970; amounts are minor units. */
const day = z.int().min(-30_000).max(90_000);
const value = z.number().min(-1e15).max(1e15);
const count = z.int().min(0).max(1_000_000);
const name = z.string().min(1).max(100);
const values = z.record(z.string().max(100), value);

/** A figure with a product or goal id of this household, or a category name. */
export const figureOf = z.object({ figure: z.enum(FIGURES), of: name.optional() });

export const runObjective = z.object({
  id: name,
  required: z.boolean(),
  ...figureOf.shape,
  atLeast: value.optional(),
  atMost: value.optional(),
  when: z.enum(['end', 'by', 'always']),
  day,
  standing: z.enum(['open', 'met', 'missed']),
  /** The day of the decision. */
  on: day.optional(),
  /** The figure at the end of the last judged day; null if it does not apply. */
  value: value.nullable(),
  /** The same at the end of each month, in step with `months`. */
  course: z.array(value.nullable()).max(200),
});

/** Sums since the scenario began. */
const totals = {
  income: value,
  /** Interest and fees too. */
  spent: value,
  interest: value,
  fees: value,
  lateFees: count,
  failedPayments: count,
};

/** The values at the end of a day. */
export const runPoint = z.object({
  day,
  cash: value,
  netWorth: value,
  debt: value,
  invested: value,
  /** Account balances, and the balances owed on cards and debts, by id. */
  balances: values,
  ...totals,
});

/** The record behind the credit score since the scenario began. */
const credit = z.object({
  /** Every card, loan and mortgage there was. `next` is the number of a debt's installment that falls due next. */
  lines: z.record(
    z.string().max(100),
    z.object({ kind: z.enum(['card', 'loan', 'mortgage']), opened: day, next: count.optional() }),
  ),
  /** Due dates: 0 days late where they were met. */
  dues: z.array(z.object({ line: name, on: day, daysLate: z.int().min(0).max(90) })).max(10_000),
  /** Each time the bank looked at an application for credit. */
  inquiries: z
    .array(z.object({ on: day, kind: z.enum(['PERSONAL', 'AUTO', 'HOME', 'EDUCATION', 'OTHER', 'CARD']) }))
    .max(10_000),
});

/**
 * The state of a scenario run in the engine: objectives, progress, and sums. Plain JSON in minor units and
 * percent, saved with the carryover so that it returns with a checkpoint.
 */
export const scenarioRunCarryover = z.object({
  /** The first and the last day. */
  begins: day,
  ends: day,
  /** The pack's names of products, rules and goals, and the ids they have in this household. */
  ids: z.record(z.string().max(40), name),
  objectives: z.array(runObjective).max(8),
  losing: z
    .array(
      z.object({
        id: name,
        ...figureOf.shape,
        below: value.optional(),
        above: value.optional(),
        /** The run is lost if the figure is crossed for more consecutive days than these. */
        days: count,
        crossedFor: count,
      }),
    )
    .max(6),
  /** `reached` holds the values at the start of the checkpoint's day; absent in the future. */
  checkpoints: z.array(z.object({ id: name, title: name, day, reached: runPoint.optional() })).max(40),
  /** `brought` sums manual deposits from outside the scenario. Positive amounts don't count. */
  totals: z.object({ ...totals, brought: value, categories: values }),
  cards: z.record(
    z.string().max(100),
    z.object({
      /** The day on which the last counted statement closed. */
      counted: day.nullable(),
      inRow: count,
      mostInRow: count,
      /** Since when a minimum has been due. */
      lateSince: day.nullable(),
    }),
  ),
  credit,
  /** Loans taken during the run. Their balance doesn't count as the customer's own money. */
  borrowed: z.array(name).max(1_000),
  /** The ends of months, the oldest first, and the last day of the play. */
  months: z.array(runPoint).max(200),
  /** The least cash there was at the end of a day. */
  lowest: z.object({ day, cash: value }).nullable(),
  /** The first days on which something went wrong or was achieved. */
  turns: z
    .array(
      z.object({
        day,
        kind: z.enum(['failed', 'late', 'paid_off', 'event', 'met', 'missed', 'crossed']),
        /** The name of the objective, condition, or event in the pack; else the product id. */
        subject: z.string().max(100),
        amount: value.optional(),
      }),
    )
    .max(200),
  /** `by` names the deciding condition or objective. */
  outcome: z.object({ state: z.enum(['won', 'lost']), on: day, by: name.optional() }).nullable(),
});

/** The other fields of the run in the file. */
export const scenarioRunRow = z.looseObject({
  pack: scenario.refine((pack) => findProblems(pack).length === 0, 'This scenario contradicts itself.'),
  began_at: z.iso.datetime({ offset: true }),
  checkpoint_before: z.uuid().nullish(),
  last_checkpoint: z.uuid().nullish(),
});

/** Texts of a shock that belongs to a scenario. */
export const scenarioText = z.object({
  id: name,
  words: z.string().min(1).max(2_000),
  payee: z.string().max(80).optional(),
  category: z.string().max(80).optional(),
});
