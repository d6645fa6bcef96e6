import { z } from 'zod';
import { INCREASE_TYPES } from '../../bills/increase-terms.ts';
import {
  amount,
  amountOrZero,
  category,
  count,
  date,
  id,
  instant,
  name,
  percent,
  signedAmount,
} from './fields.ts';
import { pricedFund } from './investments.ts';

export const depositFrequency = z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY']);
export const paymentFrequency = z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY']);
/** The kinds of purchases. They decide how long a merchant's hold lasts and when it clears. */
export const purchaseType = z.enum(['store', 'online', 'subscription', 'restaurant', 'gas_pump', 'hotel']);
/**
 * The kinds of deposits that aren't available at once: a transfer from another bank, which can be a same-day
 * transfer, or a check.
 */
export const depositMethod = z.enum(['direct', 'same_day', 'check']);
export type DepositMethod = z.infer<typeof depositMethod>;
/** The speed of a payment to another bank, if it isn't the standard one. */
export const transferSpeed = z.literal('same_day');
/**
 * The reason to doubt a check: it was returned unpaid before, it is dated more than six months ago, or the
 * bank that has to pay it has suspended payments.
 */
export const checkKind = z.enum(['redeposited', 'stale', 'suspended_bank']);
export type CheckKind = z.infer<typeof checkKind>;
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
  'home_repair',
  'collision',
  'home_damage',
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
  yearly_adjustment: z.enum(['fixed', 'inflation', 'none', ...INCREASE_TYPES]).nullish(),
  yearly_percent: percent.nullish(),
  created_at: instant,
  updated_at: instant,
};
/** The details from which a paycheck is computed. Health and HSA amounts are per paycheck. */
export const payDetails = z.object({
  gross_per_year: amount,
  filing_status: z.enum(['single', 'joint', 'head_of_household']),
  retirement_percent: percent,
  match_percent: percent,
  match_up_to: percent,
  health: amountOrZero,
  hsa: amountOrZero,
  state_percent: percent,
  /** Missing if there are none. */
  children: z.int().min(0).max(20).nullish(),
  retirement_account_id: id.nullish(),
  hsa_account_id: id.nullish(),
});
export const payStub = z.object({
  id,
  auto_deposit_id: id.nullish(),
  account_id: id.nullish(),
  event_key: z.string().min(1).max(200),
  employer: name,
  pay_date: date,
  frequency: z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY']),
  filing_status: payDetails.shape.filing_status,
  gross: amount,
  retirement: amountOrZero,
  health: amountOrZero,
  hsa: amountOrZero,
  federal_tax: amountOrZero,
  social_security: amountOrZero,
  medicare: amountOrZero,
  state_tax: amountOrZero,
  net: amount,
  employer_match: amountOrZero,
  federal_wages: amountOrZero,
  social_security_wages: amountOrZero,
  medicare_wages: amountOrZero,
  children: payDetails.shape.children,
});
export const taxReturn = z.object({
  id,
  tax_year: z.int().min(1900).max(2200),
  filing_status: payDetails.shape.filing_status,
  wages: amountOrZero,
  interest: amountOrZero,
  withheld: amountOrZero,
  short_term_gain: signedAmount.nullish(),
  long_term_gain: signedAmount.nullish(),
  dividends: amountOrZero.nullish(),
  qualified_dividends: amountOrZero.nullish(),
  children: payDetails.shape.children,
  distributions: amountOrZero.nullish(),
  early_distributions: amountOrZero.nullish(),
  deductions: signedAmount.nullish(),
  unemployment: amountOrZero.nullish(),
  missed_distributions: amount.nullish(),
  corrected_distributions: amountOrZero.nullish(),
  is_senior: z.boolean().nullish(),
  inflation: z.number().min(-100).max(1_000),
  account_id: id.nullish(),
  filed_on: date,
});
export const autoDeposit = z.object({
  ...rule,
  amount,
  frequency: depositFrequency,
  is_pay: z.boolean().nullish(),
  pay_details: payDetails.nullish(),
  start_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/, 'Expected a time of day.'),
});
export const scheduledPayment = z.object({
  ...rule,
  payee: name.nullish(),
  to_account_id: id.nullish(),
  fund: pricedFund.nullish(),
  card_id: id.nullish(),
  loan_id: id.nullish(),
  mortgage_id: id.nullish(),
  amount: amount.nullish(),
  amount_kind: z.enum(['fixed', 'statement', 'minimum']),
  frequency: paymentFrequency,
  weekend: z.enum(['stays', 'before', 'after']),
  speed: transferSpeed.nullish(),
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
