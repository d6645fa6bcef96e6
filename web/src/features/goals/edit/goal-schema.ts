import { fromMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { amountField, dayField, nameField, validateAmount } from '@/lib/fields';
import { parseAmount } from '@/lib/money';

const MOST_PERCENT = 100;

const fields = z.object({
  name: nameField,
  picture: z.string(),
  /** A photo as a data URL; empty if there is none. */
  photo: z.string(),
  target: amountField(),
  /** Empty if there is no target date. */
  targetDate: dayField,
  accountId: z.string().min(1, 'Choose an account.'),
  holds: z.enum(['part', 'whole']),
  /** The initial amount of a new goal; empty if there is none. */
  portion: z.string(),
  by: z.enum(['none', 'fixed', 'share_of_pay', 'round_ups']),
  amount: z.string(),
  frequency: z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY']),
  startDate: dayField,
  percent: z.string().trim(),
  fromAccountId: z.string(),
});

/** Runs these checks even if other fields are invalid. */
const always = { when: () => true };

/** Validates the form and returns the goal's row without its unused columns. */
export const goalSchema = fields
  .refine(({ portion }) => portion === '' || parseAmount(portion) !== null, {
    path: ['portion'],
    error: ({ input }) => validateAmount((input as { portion: string }).portion, { zero: true }),
    ...always,
  })
  .refine(({ by, amount }) => by !== 'fixed' || validateAmount(amount) === undefined, {
    path: ['amount'],
    error: ({ input }) => validateAmount((input as { amount: string }).amount),
    ...always,
  })
  .refine(({ by, percent }) => by !== 'share_of_pay' || isShare(percent), {
    path: ['percent'],
    message: 'Enter a percentage above 0 and up to 100.',
    ...always,
  })
  .refine(({ by, fromAccountId }) => by === 'none' || fromAccountId !== '', {
    path: ['fromAccountId'],
    message: 'Choose an account.',
    ...always,
  })
  .refine(({ by, fromAccountId, accountId }) => by === 'none' || fromAccountId !== accountId, {
    path: ['fromAccountId'],
    message: "Choose an account other than the goal's.",
    ...always,
  })
  .transform((typed) => ({
    name: typed.name,
    picture: typed.picture,
    photo: typed.photo || null,
    target: typed.target,
    target_date: typed.targetDate || null,
    account_id: typed.accountId,
    portion: typed.holds === 'whole' ? null : getMajor(typed.portion),
    contribution: typed.by === 'none' ? null : typed.by,
    contribution_amount: typed.by === 'fixed' ? getMajor(typed.amount) : null,
    contribution_percent: typed.by === 'share_of_pay' ? Number(typed.percent) : null,
    frequency: typed.by === 'fixed' ? typed.frequency : null,
    start_date: (typed.by === 'fixed' && typed.startDate) || null,
    from_account_id: typed.by === 'none' ? null : typed.fromAccountId,
  }));

export type GoalFields = z.input<typeof goalSchema>;
/** A goal's row, with amounts in major units. */
export type GoalDetails = z.output<typeof goalSchema>;

function isShare(percent: string): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(percent) && Number(percent) > 0 && Number(percent) <= MOST_PERCENT;
}

/** Parses an amount in major units; zero if it is empty. */
export function getMajor(text: string): number {
  const amount = parseAmount(text);
  return amount === null ? 0 : fromMinor(amount);
}
