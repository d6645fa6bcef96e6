import { z } from 'zod';
import { CARD_PRODUCT_IDS } from '../../products/cards/card-catalog.ts';
import {
  amount,
  amountOrZero,
  anyDate,
  anyInstant,
  balance,
  category,
  count,
  currency,
  date,
  entryPosition,
  id,
  instant,
  json,
  name,
  percent,
  reasons,
} from './fields.ts';
import { checkKind, depositMethod, purchaseType } from './rules.ts';

/** The overdraft products that cover payments below zero. */
export const overdraftProduct = z.enum(['cushion', 'standard', 'old_school']);

/** Schemas for the household's products, refinance offers, and loan applications. */
export const account = z.object({
  id,
  name,
  type: z.enum(['CHECKING', 'SAVINGS', 'INVESTMENT', 'CD']),
  currency,
  created_at: instant,
  closed_at: instant.nullish(),
  account_number: z.string().nullish(),
  /** Missing if the bank declines payments above the available balance. */
  overdraft: z.enum(['savings', 'covered']).nullish(),
  overdraft_account_id: id.nullish(),
  overdraft_product: overdraftProduct.nullish(),
  /** True if the bank also covers withdrawals and purchases below zero. */
  overdraft_cards: z.boolean().nullish(),
  /** Missing if the account has never been allowed below zero. */
  overdraft_limit: z.number().min(0).max(500).nullish(),
  /** Missing for the free plan. */
  plan: z.enum(['classic', 'goal_saver']).nullish(),
  /** The plan in effect before `plan_since`. */
  plan_before: z.enum(['classic', 'goal_saver']).nullish(),
  plan_since: date.nullish(),
  /** The tax treatment of an investment account. Missing if it has none. */
  tax_treatment: z.enum(['401k', 'traditional_ira', 'roth_ira', 'hsa']).nullish(),
  tax_treatment_since: instant.nullish(),
});

/** The terms of a certificate of deposit. */
export const certificate = z.object({
  account_id: id,
  term_months: z.union([z.literal(3), z.literal(6), z.literal(12), z.literal(24), z.literal(60)]),
  rate: percent,
  penalty_days: z.int().min(0).max(3_660),
  principal: amountOrZero,
  started_on: date,
  matures_on: date,
  renewals: count.nullish(),
  at_maturity: z.enum(['renew', 'pay_out']),
  payout_account_id: id.nullish(),
  interest_account_id: id.nullish(),
});

export const card = z.object({
  id,
  name,
  credit_limit: amount,
  apr: percent,
  due_date: date,
  currency,
  created_at: instant,
  autopay: z.enum(['minimum', 'statement', 'fixed']).nullish(),
  autopay_account_id: id.nullish(),
  autopay_amount: amount.nullish(),
  autopay_retries: z.boolean().nullish(),
  frozen: z.boolean().nullish(),
  allows_recurring: z.boolean().nullish(),
  rewards_balance: balance.nullish(),
  card_number: z.string().nullish(),
  closed_at: instant.nullish(),
  /** The product in the catalog. Missing for a card that the customer added. */
  product: z.enum(CARD_PRODUCT_IDS).nullish(),
  opened_on: date.nullish(),
  /** The first days of the quarters whose rotating categories were activated. */
  activated_quarters: z.array(date).max(2_000).nullish(),
  /** The security deposit that the bank holds. Missing if there is none, or after it was returned. */
  security_deposit: amount.nullish(),
  deposit_account_id: id.nullish(),
  over_limit: z.boolean().nullish(),
});

const debt = {
  id,
  name,
  interest_rate: percent,
  monthly_payment: amountOrZero,
  start_date: date,
  next_due_date: date,
  currency,
  created_at: instant,
  autopay_account_id: id.nullish(),
  autopay_extra: balance.nullish(),
  past_due: balance.nullish(),
  days_past_due: count.nullish(),
  paused_until: date.nullish(),
  paused_on: date.nullish(),
  /** Missing if installments are due on the day of the month on which the debt started. */
  payment_day: z.int().min(1).max(28).nullish(),
  origination_fee: amount.nullish(),
  underwriting_fee: amount.nullish(),
};
export const loan = z.object({
  ...debt,
  /** The original amount. For a home equity line of credit, the credit limit. */
  amount,
  term: z.int().min(1).max(600),
  /** The terms of a home equity line of credit. Missing for other loans. */
  draw_months: z.int().min(1).max(600).nullish(),
  rate_margin: percent.nullish(),
  rate_cap: percent.nullish(),
  home_id: id.nullish(),
});
export const mortgage = z.object({
  ...debt,
  property_value: amount,
  down_payment: balance,
  term: z.int().min(1).max(50),
  current_value: balance.nullish(),
  rate_type: z.enum(['fixed', 'variable']).nullish(),
  rate_margin: z.number().min(0).max(20).nullish(),
  rate_reset_at: instant.nullish(),
  refinanced_at: instant.nullish(),
  points_fee: amount.nullish(),
  pmi_rate: z.number().gt(0).max(5).nullish(),
  pmi_ended_on: date.nullish(),
});

/**
 * Money that the bank holds for a mortgage or loan: escrow, with the bills of the current year, or the half
 * payments of a biweekly plan. A missing kind is escrow. Either the mortgage or the loan is set.
 */
export const debtReserve = z.object({
  id,
  mortgage_id: id.nullish(),
  loan_id: id.nullish(),
  name: z.string().min(1).max(100),
  currency,
  created_at: instant,
  kind: z.enum(['escrow', 'biweekly']).nullish(),
  next_deposit: amountOrZero.nullish(),
  property_tax: amountOrZero.nullish(),
  home_insurance: amountOrZero.nullish(),
  next_collection: date.nullish(),
  ended_on: date.nullish(),
});

export const page = z.object({
  id,
  product: z.enum(['account', 'card', 'loan', 'mortgage', 'reserve']),
  name: z.string().max(200),
  currency: currency.nullish(),
  created_at: instant,
  closed_at: instant.nullish(),
});

export const application = z.object({
  applicant_name: z.string().min(1).max(320),
  email: z.string().max(320).nullish(),
  status: z.enum([
    'draft',
    'submitted',
    'in_review',
    'approved',
    'countered',
    'declined',
    'accepted',
    'funded',
    'withdrawn',
    'expired',
  ]),
  /** The loan amount; zero for a draft. */
  loan_amount: amountOrZero,
  submitted_at: instant,
  loan_type: z.string().max(20),
  purpose: z.string().max(500).nullish(),
  term_months: z.int().min(1).max(600),
  annual_income: balance.nullish(),
  employment_status: z.string().max(20).nullish(),
  monthly_debt: balance,
  collateral_value: amount.nullish(),
  down_payment: balance.nullish(),
  form: json.nullish(),
  reviewed_at: instant.nullish(),
  decided_at: instant.nullish(),
  decision: json.nullish(),
  expires_at: instant.nullish(),
  accepted_at: instant.nullish(),
  ended_at: instant.nullish(),
  offer_index: z.int().min(0).max(9).nullish(),
  loan_id: id.nullish(),
  mortgage_id: id.nullish(),
  /** For a home equity line of credit: the home, and what was owed on its mortgage. */
  home_id: id.nullish(),
  lien: balance.nullish(),
});
export const cardApplication = z.object({
  id,
  product: z.enum(CARD_PRODUCT_IDS),
  outcome: z.enum(['approved', 'countered', 'declined']),
  card_id: id.nullish(),
  annual_income: balance,
  employment_status: z.string().max(20),
  monthly_debt: balance,
  decision: json,
  decided_at: instant,
});
/** Schemas for the records of credit cards. */
export const cardStatement = z.object({
  card_id: id,
  from_date: date,
  to_date: date,
  due_date: date,
  pay_by: date.nullish(),
  pending: amount.nullish(),
  opening_balance: balance,
  charges: balance,
  payments: balance,
  interest: balance,
  fees: balance,
  closing_balance: balance,
  minimum_payment: balance,
  rewards: balance,
  cash_balance: balance.nullish(),
  transfer_balance: balance.nullish(),
  /** The rate for purchases on the closing day, and the days on which it changes. */
  purchase_apr: percent.nullish(),
  intro_until: date.nullish(),
  penalty_from: date.nullish(),
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
  id,
  account_id: id.nullish(),
  card_id: id.nullish(),
  /** The position of the disputed entry in the file, counted from 1. */
  entry: entryPosition,
  charged_on: date,
  merchant: z.string().max(120).nullish(),
  category: name.nullish(),
  amount,
  currency,
  reason: z.enum(['fraud', 'not_received', 'duplicate', 'wrong_amount', 'credit_not_processed', 'other']),
  description: z.string().max(500).nullish(),
  status: z.enum(['in_review', 'won', 'lost', 'withdrawn']),
  opened_at: instant,
  decide_on: date,
  decided_at: instant.nullish(),
  outcome: z.string().max(500).nullish(),
  /** The business days until the provisional credit of an account; missing for a card. */
  credit_days: z.union([z.literal(10), z.literal(20)]).nullish(),
  credited_at: instant.nullish(),
  reversed: amountOrZero.nullish(),
});

export const refund = z.object({
  id,
  account_id: id.nullish(),
  card_id: id.nullish(),
  /** The position of the purchase in the file, counted from 1. */
  entry: entryPosition,
  purchased_on: date,
  merchant: z.string().max(120).nullish(),
  category: name.nullish(),
  amount,
  currency,
  status: z.enum(['expected', 'credited', 'canceled', 'failed', 'missing']),
  returned_at: instant,
  returned_on: date,
  ended_at: instant.nullish(),
  /** Missing for a return by the customer. */
  event_key: z.string().min(1).max(220).nullish(),
});

/** A hold on an account or card: an open one, or an ended one for a purchase. */
export const hold = z.object({
  id,
  account_id: id.nullish(),
  card_id: id.nullish(),
  kind: z.enum(['authorization', 'deposit']),
  purchase: purchaseType.nullish(),
  deposit: depositMethod.nullish(),
  check_kind: checkKind.nullish(),
  merchant: z.string().max(120).nullish(),
  ...category,
  amount,
  remaining_amount: amountOrZero,
  cleared_amount: amountOrZero.nullish(),
  final_amount: amount.nullish(),
  placed_at: instant,
  expires_at: instant,
  status: z.enum(['open', 'partially_cleared', 'cleared', 'reversed', 'expired']),
  ended_at: instant.nullish(),
  event_key: z.string().min(1).max(200),
});

/** A refinance offer. When the customer accepts the offer, the bank looks up the debts again. */
export const refinanceOffer = z.object({
  debt_ids: z.array(id).min(1).max(20),
  product: z.enum(['loan', 'mortgage']),
  term: z.int().min(1).max(600),
  currency,
  rate: percent,
  payoff: amountOrZero,
  fee: amountOrZero,
  amount: amountOrZero,
  monthly_payment: amountOrZero,
  total_interest: z.number().min(0).max(1e14),
  reasons,
  policy: z.string().max(40),
  offered_at: anyInstant,
  expires_on: anyDate,
  accepted_at: anyInstant.nullish(),
  debt_id: id.nullish(),
  points: z.number().min(0).max(4).nullish(),
  points_fee: amountOrZero.nullish(),
});
