import { z } from 'zod';
import { amountField, nameField, percentField } from '@/lib/fields';

export const cardSchema = z.object({
  name: nameField,
  creditLimit: amountField({ label: 'a limit' }),
  apr: percentField,
  /** `yyyy-MM-dd`, or empty for thirty days from today. */
  dueDate: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/, 'Enter a day.'),
});

export type CardFields = z.input<typeof cardSchema>;
export type CardDetails = z.output<typeof cardSchema>;
export type Card = {
  id: string;
  name: string;
  credit_limit: number;
  balance: number;
  apr: number;
  due_date: string;
  currency: string;
  card_number: string;
};

export const chargeSchema = z.object({
  amount: amountField(),
  merchant: z.string().trim().min(1, 'Say where it is spent.').max(80, 'Use at most 80 characters.'),
  category: z.string(),
});
