import { z } from 'zod';
import { amount, category, count, date, id, instant, name, percent, signedAmount } from './fields.ts';

export const depositFrequency = z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']);
export const paymentFrequency = z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY']);
/** The kinds of shocks that can be planned for a single household. */
export const householdShock = z.enum([
  'job_loss',
  'rate_change',
  'medical_bill',
  'car_repair',
  'inflation',
  'market_fall',
  'windfall',
  'card_fraud',
]);

/** Schemas for recurring deposits, scheduled payments, and planned shocks. */
const rule = {
  id,
  account_id: id,
  name,
  ...category,
  start_date: date,
  end_date: date.nullish(),
  occurrences: z.int().min(1).max(100_000).nullish(),
  paused: z.boolean().nullish(),
  next_occurrence: count.nullish(),
  next_at: instant.nullish(),
  resumed_at: instant.nullish(),
  yearly_adjustment: z.enum(['fixed', 'inflation']).nullish(),
  yearly_percent: percent.nullish(),
  created_at: instant,
  updated_at: instant,
};
export const autoDeposit = z.object({
  ...rule,
  amount,
  frequency: depositFrequency,
  is_pay: z.boolean().nullish(),
  start_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/, 'Expected a time of day.'),
});
export const scheduledPayment = z.object({
  ...rule,
  payee: name.nullish(),
  to_account_id: id.nullish(),
  card_id: id.nullish(),
  loan_id: id.nullish(),
  mortgage_id: id.nullish(),
  amount: amount.nullish(),
  amount_kind: z.enum(['fixed', 'statement', 'minimum']),
  frequency: paymentFrequency,
  weekend: z.enum(['stays', 'before', 'after']),
  retry_at: instant.nullish(),
});
export const exception = z.object({ id, payment_id: id, planned_date: date, amount: amount.nullish() });
export const shock = z.object({
  id,
  shock: householdShock,
  on_date: date,
  size: signedAmount.min(-100),
  months: z.int().min(1).max(600).nullish(),
  product_id: id.nullish(),
  created_at: instant,
});
