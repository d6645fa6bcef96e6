import { z } from 'zod';

/** Validates the goals of a household file and their contributions. Amounts in major units. */
const HIGHEST_AMOUNT = 999_999_999.99;
const HIGHEST_BALANCE = 999_999_999_999.99;

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
const instant = z.iso.datetime({ offset: true });
const amount = z.number().min(0.01).max(HIGHEST_AMOUNT);

export const goal = z.looseObject({
  id,
  name: z.string().min(1).max(80),
  target: amount,
  target_date: z.iso.date().nullish(),
  picture: z.string().max(20).nullish(),
  account_id: id,
  portion: z.number().min(0).max(HIGHEST_BALANCE).nullish(),
  contribution: z.enum(['fixed', 'share_of_pay', 'round_ups']).nullish(),
  contribution_amount: amount.nullish(),
  contribution_percent: z.number().positive().max(100).nullish(),
  frequency: z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY']).nullish(),
  start_date: z.iso.date().nullish(),
  from_account_id: id.nullish(),
  priority: z.int().min(-2_147_483_647).max(2_147_483_647),
  status: z.enum(['active', 'paused', 'completed', 'archived']),
  next_occurrence: z.int().min(0).max(2_147_483_647).nullish(),
  next_at: instant.nullish(),
  reached_at: instant.nullish(),
  created_at: instant,
  updated_at: instant,
  completed_at: instant.nullish(),
});

export const goalMovement = z.looseObject({
  goal_id: id,
  at: instant,
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
  amount: z.number().min(-HIGHEST_BALANCE).max(HIGHEST_BALANCE),
  saved_after: z.number().min(0).max(HIGHEST_BALANCE).nullish(),
  account_id: id.nullish(),
});
