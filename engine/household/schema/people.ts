import { z } from 'zod';
import { amount, anyDate, anyInstant, currency, id, name } from './fields.ts';

/** Schemas for contacts and for payments between people. */
const address = z
  .string()
  .max(320)
  .regex(/^[^@\s]+@[^@\s]+\.[^@\s.]+$/, 'Expected an email address.');

export const contact = z.object({
  name,
  address,
  favorite: z.boolean().nullish(),
  blocked: z.boolean().nullish(),
  created_at: anyInstant.nullish(),
});

export const peerPayment = z.object({
  peer_transfer_id: id,
  kind: z.enum(['payment', 'request']),
  direction: z.enum(['in', 'out']),
  state: z.enum(['pending', 'completed', 'declined', 'canceled', 'expired', 'undone']),
  name: z.string().min(1).max(320),
  address: address.nullish(),
  amount: amount.min(0.01),
  currency,
  account_id: id.nullish(),
  account_amount: amount.min(0.01).nullish(),
  account_currency: currency.nullish(),
  exchange_rate: z.number().positive().nullish(),
  note: z.string().max(140).nullish(),
  answer: z.string().max(140).nullish(),
  split_id: id.nullish(),
  at: anyInstant,
  day: anyDate,
  closed_at: anyInstant.nullish(),
  expires_at: anyInstant.nullish(),
  reminded_on: anyDate.nullish(),
});
