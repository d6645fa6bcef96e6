import { z } from 'zod';
import {
  amount,
  amountOrZero,
  anyDate,
  anyInstant,
  balance,
  balanceOrZero,
  count,
  currency,
  id,
  name,
  percent,
} from './fields.ts';

/** Schemas for goals and budgets. A month is represented by its first day. */
export const goal = z.object({
  id,
  name,
  target: amount.min(0.01),
  target_date: anyDate.nullish(),
  picture: z.string().max(20).nullish(),
  /** A JPEG image as a data URL. */
  photo: z
    .string()
    .max(60_000)
    .regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/)
    .nullish(),
  account_id: id,
  portion: balanceOrZero.nullish(),
  contribution: z.enum(['fixed', 'share_of_pay', 'round_ups']).nullish(),
  contribution_amount: amount.min(0.01).nullish(),
  contribution_percent: percent.positive().nullish(),
  frequency: z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY']).nullish(),
  start_date: anyDate.nullish(),
  from_account_id: id.nullish(),
  priority: z.int().min(-2_147_483_647).max(2_147_483_647),
  status: z.enum(['active', 'paused', 'completed', 'archived']),
  next_occurrence: count.nullish(),
  next_at: anyInstant.nullish(),
  reached_at: anyInstant.nullish(),
  created_at: anyInstant,
  updated_at: anyInstant,
  completed_at: anyInstant.nullish(),
});

export const goalMovement = z.object({
  goal_id: id,
  at: anyInstant,
  kind: z.enum([
    'start',
    'contribution',
    'fixed',
    'share_of_pay',
    'round_ups',
    'set_aside',
    'released',
    'taken',
  ]),
  amount: balance,
  saved_after: balanceOrZero.nullish(),
  account_id: id.nullish(),
});

const month = anyDate.endsWith('-01', 'Expected the first day of a month.');
const limit = {
  category: name,
  currency,
  rollover: z.enum(['none', 'surplus', 'both']),
  rollover_cap: amountOrZero.nullish(),
};

export const budget = z.object({
  ...limit,
  amount: amountOrZero,
  starts_on: month,
  created_at: anyInstant,
  updated_at: anyInstant,
});

/** A category's limit, starting with a given month. The amount is null if the budget was removed. */
export const budgetLimit = z.object({ ...limit, month, amount: amountOrZero.nullish() });

export const budgetMove = z.object({
  month,
  from_category: name.nullish(),
  to_category: name.nullish(),
  currency,
  amount,
  at: anyInstant,
});

export const budgetSetting = z.object({ mode: z.enum(['limits', 'envelopes']), since: month });
