import { z } from 'zod';
import { findProblems } from '../../scenarios/checks.ts';
import { FIGURES } from '../../scenarios/course-schema.ts';
import { scenario } from '../../scenarios/scenario.ts';

/** Validates the scenario run in a household file. Days count from 1970; amounts are in minor units. */
const day = z.int().min(-30_000).max(90_000);
const value = z.number().min(-1e15).max(1e15);
const count = z.int().min(0).max(1_000_000);
const name = z.string().min(1).max(100);
const values = z.record(z.string().max(100), value);

/**
 * A figure and its subject. `of` is the id of a product or goal in this household, or the name of a category.
 */
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
  /** The day on which the objective was decided. */
  on: day.optional(),
  /** The figure at the end of the last judged day; null if the figure does not apply. */
  value: value.nullable(),
  /** The figure at the end of each month, with the same indexes as `months`. */
  course: z.array(value.nullable()).max(200),
});

/** Totals since the scenario started. */
const totals = {
  income: value,
  /** The total spending, including interest and fees. */
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
  /** Account balances, and the amounts owed on cards and debts, by id. */
  balances: values,
  ...totals,
});

/** The credit record since the scenario started. */
const credit = z.object({
  /** All cards, loans, and mortgages, open or closed. `next` is the number of a debt's next installment. */
  lines: z.record(
    z.string().max(100),
    z.object({ kind: z.enum(['card', 'loan', 'mortgage']), opened: day, next: count.optional() }),
  ),
  /** Past due dates. `daysLate` is 0 for payments on time. */
  dues: z.array(z.object({ line: name, on: day, daysLate: z.int().min(0).max(90) })).max(10_000),
  inquiries: z
    .array(z.object({ on: day, kind: z.enum(['PERSONAL', 'AUTO', 'HOME', 'EDUCATION', 'OTHER', 'CARD']) }))
    .max(10_000),
});

/**
 * The state of a scenario run in the engine: objectives, progress, and totals. It is plain JSON in minor
 * units and percent. It is saved with the carryover, so that a checkpoint restores it.
 */
export const scenarioRunCarryover = z.object({
  /** The first and the last day of the run. */
  begins: day,
  ends: day,
  /** The ids of products, rules, and goals in this household, by their names in the pack. */
  ids: z.record(z.string().max(40), name),
  objectives: z.array(runObjective).max(8),
  losing: z
    .array(
      z.object({
        id: name,
        ...figureOf.shape,
        below: value.optional(),
        above: value.optional(),
        /**
         * The run is lost when the figure has crossed its limit for more than this number of consecutive
         * days.
         */
        days: count,
        crossedFor: count,
      }),
    )
    .max(6),
  /** `reached` contains the values at the start of the checkpoint's day. It is missing before that day. */
  checkpoints: z.array(z.object({ id: name, title: name, day, reached: runPoint.optional() })).max(40),
  /**
   * `brought` is the total of manual deposits from outside the scenario. A positive total doesn't count
   * toward objectives.
   */
  totals: z.object({ ...totals, brought: value, categories: values }),
  cards: z.record(
    z.string().max(100),
    z.object({
      /** The closing day of the last statement that was counted. */
      counted: day.nullable(),
      inRow: count,
      mostInRow: count,
      /** The day since which a minimum payment has been past due. */
      lateSince: day.nullable(),
    }),
  ),
  credit,
  /** Loans opened during the run. Borrowed money doesn't count toward objectives. */
  borrowed: z.array(name).max(1_000),
  /** The values at the end of each month and on the last day of the run, in chronological order. */
  months: z.array(runPoint).max(200),
  /** The lowest end-of-day cash so far. */
  lowest: z.object({ day, cash: value }).nullable(),
  /** The first occurrence of each failure or achievement. */
  turns: z
    .array(
      z.object({
        day,
        kind: z.enum(['failed', 'late', 'paid_off', 'event', 'met', 'missed', 'crossed']),
        /**
         * The id of the objective, condition, or event in the pack, or the product id for all other kinds.
         */
        subject: z.string().max(100),
        amount: value.optional(),
      }),
    )
    .max(200),
  /** `by` is the id of the condition or objective that decided the run. */
  outcome: z.object({ state: z.enum(['won', 'lost']), on: day, by: name.optional() }).nullable(),
});

/** The fields of a scenario run in the file, apart from its carryover. */
export const scenarioRunRow = z.looseObject({
  pack: scenario.refine(
    (pack) => findProblems(pack).length === 0,
    'This scenario has inconsistent settings.',
  ),
  began_at: z.iso.datetime({ offset: true }),
  checkpoint_before: z.uuid().nullish(),
  last_checkpoint: z.uuid().nullish(),
});

/** The texts of a scenario's shock. */
export const scenarioText = z.object({
  id: name,
  text: z.string().min(1).max(2_000),
  payee: z.string().max(80).optional(),
  category: z.string().max(80).optional(),
});
