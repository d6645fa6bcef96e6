import { z } from 'zod';
import { amountField } from '@/lib/fields';

const ROLLOVERS = ['none', 'surplus', 'both'] as const;

export const ROLLOVER_LABELS: Record<string, string> = {
  none: "Don't roll over",
  surplus: "Roll over what's left",
  both: "Roll over what's left and overspending",
};

export const budgetSchema = z.object({
  amount: amountField({ zero: true }),
  rollover: z.enum(ROLLOVERS),
  /** Empty for no limit. */
  cap: z.union([z.literal('').transform(() => null), amountField()]),
});

export type BudgetFields = z.input<typeof budgetSchema>;
export type BudgetValues = z.output<typeof budgetSchema>;

export const getRollover = (text: string): BudgetFields['rollover'] =>
  ROLLOVERS.find((rollover) => rollover === text) ?? 'none';
