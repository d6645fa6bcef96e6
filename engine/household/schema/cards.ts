import { z } from 'zod';
import {
  amount,
  amountOrZero,
  balance,
  category,
  currency,
  date,
  entryPosition,
  id,
  instant,
  json,
  name,
  reasons,
} from './fields.ts';

/** Schemas for the records of credit cards. */
export const cardStatement = z.object({
  card_id: id,
  from_date: date,
  to_date: date,
  due_date: date,
  opening_balance: balance,
  charges: balance,
  payments: balance,
  interest: balance,
  fees: balance,
  closing_balance: balance,
  minimum_payment: balance,
  rewards: balance,
});

const cardRecord = { id, card_id: id };
export const cardControl = z.object({
  ...cardRecord,
  kind: z.enum(['transaction', 'month']),
  ...category,
  amount: amountOrZero,
  created_at: instant,
});
export const virtualCard = z.object({
  ...cardRecord,
  name,
  card_number: z.string().nullish(),
  expires_on: date,
  spend_limit: amount.nullish(),
  spent: balance.nullish(),
  merchant: z.string().min(1).max(120).nullish(),
  single_use: z.boolean().nullish(),
  status: z.enum(['active', 'frozen', 'closed', 'used']),
  created_at: instant,
});
export const cardReplacement = z.object({
  ...cardRecord,
  old_last4: z.string().regex(/^\d{4}$/, 'Expected four digits.'),
  reason: z.enum(['lost', 'stolen', 'damaged']),
  replaced_at: instant,
});
export const limitRequest = z.object({
  ...cardRecord,
  requested: amount,
  granted: amount,
  previous: amount,
  currency,
  decision: z.enum(['approved', 'countered', 'declined']),
  reasons,
  facts: json,
  policy: z.string().max(40),
  decided_at: instant,
});
export const dispute = z.object({
  ...cardRecord,
  /** The position of the disputed entry in the file, counted from 1. */
  entry: entryPosition,
  charged_on: date,
  merchant: z.string().max(120).nullish(),
  category: name.nullish(),
  amount,
  currency,
  reason: z.enum(['fraud', 'not_received', 'duplicate', 'wrong_amount', 'other']),
  words: z.string().max(500).nullish(),
  status: z.enum(['in_review', 'won', 'lost', 'withdrawn']),
  opened_at: instant,
  decide_on: date,
  decided_at: instant.nullish(),
  outcome: z.string().max(500).nullish(),
});
