import { z } from 'zod';

/** Contacts of a household's file, and its payments with people. Amounts in major units. */
const HIGHEST_AMOUNT = 999_999_999.99;

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
const instant = z.iso.datetime({ offset: true });
const amount = z.number().min(0.01).max(HIGHEST_AMOUNT);
const currency = z.string().regex(/^[A-Z]{3}$/, 'Unknown currency.');
const address = z
  .string()
  .max(320)
  .regex(/^[^@\s]+@[^@\s]+\.[^@\s.]+$/, 'Expected an email address.');
const name = z.string().min(1).max(80);

export const contact = z.looseObject({
  name,
  address,
  favorite: z.boolean().nullish(),
  blocked: z.boolean().nullish(),
  created_at: instant.nullish(),
});

export const peerPayment = z.looseObject({
  peer_transfer_id: id,
  kind: z.enum(['payment', 'request']),
  direction: z.enum(['in', 'out']),
  state: z.enum(['pending', 'completed', 'declined', 'canceled', 'expired', 'undone']),
  name: z.string().min(1).max(320),
  address: address.nullish(),
  amount,
  currency,
  account_id: id.nullish(),
  account_amount: amount.nullish(),
  account_currency: currency.nullish(),
  exchange_rate: z.number().positive().nullish(),
  note: z.string().max(140).nullish(),
  answer: z.string().max(140).nullish(),
  split_id: id.nullish(),
  at: instant,
  day: z.iso.date(),
  closed_at: instant.nullish(),
  expires_at: instant.nullish(),
  reminded_on: z.iso.date().nullish(),
});
