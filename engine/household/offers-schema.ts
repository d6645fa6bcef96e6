import { z } from 'zod';

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
const amount = z.number().min(0).max(999_999_999.99);

/** Validates a refinance offer in a file. Its debts are looked up again on acceptance. */
export const refinanceOffer = z.looseObject({
  debt_ids: z.array(id).min(1).max(20),
  product: z.enum(['loan', 'mortgage']),
  term: z.int().min(1).max(600),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Unknown currency.'),
  rate: z.number().min(0).max(100),
  payoff: amount,
  fee: amount,
  amount,
  monthly_payment: amount,
  total_interest: z.number().min(0).max(1e14),
  reasons: z.array(z.string().max(500)).max(20),
  policy: z.string().max(40),
  offered_at: z.iso.datetime({ offset: true }),
  expires_on: z.iso.date(),
  accepted_at: z.iso.datetime({ offset: true }).nullish(),
  debt_id: id.nullish(),
});
