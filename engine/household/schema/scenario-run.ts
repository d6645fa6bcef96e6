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
const figure = { figure: z.enum(FIGURES), of: name.optional() };

const totals = {
  income: value,
  spent: value,
  interest: value,
  fees: value,
  lateFees: count,
  failedPayments: count,
};
const point = z.object({
  day,
  cash: value,
  netWorth: value,
  debt: value,
  invested: value,
  balances: values,
  ...totals,
});

/** The engine state of the run. */
export const scenarioRunCarryover = z.object({
  begins: day,
  ends: day,
  ids: z.record(z.string().max(40), name),
  objectives: z
    .array(
      z.object({
        id: name,
        required: z.boolean(),
        ...figure,
        atLeast: value.optional(),
        atMost: value.optional(),
        when: z.enum(['end', 'by', 'always']),
        day,
        standing: z.enum(['open', 'met', 'missed']),
        on: day.optional(),
        value: value.nullable(),
        course: z.array(value.nullable()).max(200),
      }),
    )
    .max(8),
  losing: z
    .array(
      z.object({
        id: name,
        ...figure,
        below: value.optional(),
        above: value.optional(),
        days: count,
        crossedFor: count,
      }),
    )
    .max(6),
  checkpoints: z.array(z.object({ id: name, title: name, day, reached: point.optional() })).max(40),
  totals: z.object({ ...totals, brought: value, categories: values }),
  cards: z.record(
    z.string().max(100),
    z.object({ counted: day.nullable(), inRow: count, mostInRow: count, lateSince: day.nullable() }),
  ),
  credit: z.object({
    lines: z.record(
      z.string().max(100),
      z.object({ kind: z.enum(['card', 'loan', 'mortgage']), opened: day, next: count.optional() }),
    ),
    dues: z.array(z.object({ line: name, on: day, daysLate: z.int().min(0).max(90) })).max(10_000),
    inquiries: z
      .array(z.object({ on: day, kind: z.enum(['PERSONAL', 'AUTO', 'HOME', 'EDUCATION', 'OTHER', 'CARD']) }))
      .max(10_000),
  }),
  borrowed: z.array(name).max(1_000),
  months: z.array(point).max(200),
  lowest: z.object({ day, cash: value }).nullable(),
  turns: z
    .array(
      z.object({
        day,
        kind: z.enum(['failed', 'late', 'paid_off', 'event', 'met', 'missed', 'crossed']),
        subject: z.string().max(100),
        amount: value.optional(),
      }),
    )
    .max(200),
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
