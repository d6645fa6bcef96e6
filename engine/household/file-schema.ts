import { z } from 'zod';
import { budget, budgetLimit, budgetMove, budgetSetting } from './budgets-schema.ts';
import { carryover, isZone } from './carryover.ts';
import { FILE_VERSION } from './file-upgrade.ts';
import { goal, goalMovement } from './goals-schema.ts';
import { fileImport, reconciliation } from './imports-schema.ts';
import { refinanceOffer } from './offers-schema.ts';
import { contact, peerPayment } from './people-schema.ts';
import { scenarioRunRow } from './scenario-run-schema.ts';
import { categorizationRule, transactionDetails } from './transactions-schema.ts';

/**
 * Validates the shape of a household file as written by `export_household`: amounts in major units, system
 * accounts and categories by name. The bank validates the ledger itself. Unknown fields are kept.
 */
const FIRST_YEAR = 1900;
const LAST_INSTANT = Date.UTC(2190, 0, 1);
const LONGEST_LAG_MS = 5 * 366 * 86_400_000;
const HIGHEST_AMOUNT = 999_999_999.99;
const HIGHEST_BALANCE = 999_999_999_999.99;
const MOST = { entries: 250_000, lines: 50, rows: 1_000, records: 100_000 };

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
const isReachable = (text: string) =>
  Date.parse(text) >= Date.UTC(FIRST_YEAR, 0, 1) && Date.parse(text) <= LAST_INSTANT;
const instant = z.iso.datetime({ offset: true }).refine(isReachable, 'This instant is out of range.');
const day = z.iso.date().refine(isReachable, 'This date is out of range.');
const name = z.string().min(1).max(80);
const currency = z.string().regex(/^[A-Z]{3}$/, 'Unknown currency.');
const amount = z.number().positive().max(HIGHEST_AMOUNT);
const balance = z.number().min(-HIGHEST_BALANCE).max(HIGHEST_BALANCE);
const percent = z.number().min(0).max(100);
const count = z.int().min(0).max(2_147_483_647);
const category = { category: name.nullish(), category_kind: z.enum(['spending', 'income']).nullish() };
const listOf = <Row extends z.ZodType>(row: Row, most = MOST.rows) => z.array(row).max(most).default([]);

const account = z.looseObject({
  id,
  name,
  type: z.enum(['CHECKING', 'SAVINGS', 'INVESTMENT']),
  currency,
  created_at: instant,
  closed_at: instant.nullish(),
  account_number: z.string().nullish(),
});

const card = z.looseObject({
  id,
  name,
  credit_limit: amount,
  apr: percent,
  due_date: day,
  currency,
  created_at: instant,
  autopay: z.enum(['minimum', 'statement', 'fixed']).nullish(),
  autopay_account_id: id.nullish(),
  autopay_amount: amount.nullish(),
  frozen: z.boolean().nullish(),
  rewards_balance: balance.nullish(),
  card_number: z.string().nullish(),
  closed_at: instant.nullish(),
});

const debt = {
  id,
  name,
  interest_rate: percent,
  monthly_payment: z.number().min(0).max(HIGHEST_AMOUNT),
  start_date: day,
  next_due_date: day,
  currency,
  created_at: instant,
  autopay_account_id: id.nullish(),
  autopay_extra: balance.nullish(),
  past_due: balance.nullish(),
  days_past_due: count.nullish(),
  paused_until: day.nullish(),
  paused_on: day.nullish(),
};
const loan = z.looseObject({ ...debt, amount, term: z.int().min(1).max(600) });
const mortgage = z.looseObject({
  ...debt,
  property_value: amount,
  down_payment: balance,
  term: z.int().min(1).max(50),
  current_value: balance.nullish(),
  rate_type: z.enum(['fixed', 'variable']).nullish(),
  rate_margin: z.number().min(0).max(20).nullish(),
  refinanced_at: instant.nullish(),
});

const page = z.looseObject({
  id,
  product: z.enum(['account', 'card', 'loan', 'mortgage']),
  name: z.string().max(200),
  currency: currency.nullish(),
  created_at: instant,
  closed_at: instant.nullish(),
});

const rule = {
  id,
  account_id: id,
  name,
  ...category,
  start_date: day,
  end_date: day.nullish(),
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
const autoDeposit = z.looseObject({
  ...rule,
  amount,
  frequency: z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']),
  is_pay: z.boolean().nullish(),
  start_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/, 'Expected a time of day.'),
});
const scheduledPayment = z.looseObject({
  ...rule,
  payee: name.nullish(),
  to_account_id: id.nullish(),
  card_id: id.nullish(),
  loan_id: id.nullish(),
  mortgage_id: id.nullish(),
  amount: amount.nullish(),
  amount_kind: z.enum(['fixed', 'statement', 'minimum']),
  frequency: z.enum(['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY']),
  weekend: z.enum(['stays', 'before', 'after']),
  retry_at: instant.nullish(),
});
const exception = z.looseObject({ id, payment_id: id, planned_date: day, amount: amount.nullish() });
const shock = z.looseObject({
  id,
  shock: z.enum([
    'job_loss',
    'rate_change',
    'medical_bill',
    'car_repair',
    'inflation',
    'market_fall',
    'windfall',
    'card_fraud',
  ]),
  on_date: day,
  size: z.number().min(-100).max(HIGHEST_AMOUNT),
  months: z.int().min(1).max(600).nullish(),
  product_id: id.nullish(),
  created_at: instant,
});

const words = {
  description: z.string().max(500).nullish(),
  merchant: z.string().max(120).nullish(),
  ...category,
};
const line = z.looseObject({
  /** A product id, or the name of a system account. */
  ledger: z.string().min(1).max(36),
  amount: z.number().min(-HIGHEST_AMOUNT).max(HIGHEST_AMOUNT),
  currency,
  /** The transaction that the customer sees. */
  shown: z
    .looseObject({
      ...words,
      type: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT']),
      date: instant,
      counter_account_id: id.nullish(),
      exchange_rate: z.number().min(0).max(1_000_000_000).nullish(),
    })
    .nullish(),
});
const entry = z.looseObject({
  ...words,
  at: instant,
  value_at: instant.nullish(),
  kind: z.string().regex(/^[a-z_]{1,40}$/, 'Unknown kind of entry.'),
  event_key: z.string().max(200).nullish(),
  lines: z.array(line).min(2).max(MOST.lines),
});

const application = z.looseObject({
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
  /** Zero for a draft. */
  loan_amount: amount.or(z.literal(0)),
  submitted_at: instant,
  loan_type: z.string().max(20),
  purpose: z.string().max(500).nullish(),
  term_months: z.int().min(1).max(600),
  annual_income: balance.nullish(),
  employment_status: z.string().max(20).nullish(),
  monthly_debt: balance,
  collateral_value: amount.nullish(),
  down_payment: balance.nullish(),
  form: z.record(z.string(), z.json()).nullish(),
  reviewed_at: instant.nullish(),
  decided_at: instant.nullish(),
  decision: z.record(z.string(), z.json()).nullish(),
  expires_at: instant.nullish(),
  accepted_at: instant.nullish(),
  ended_at: instant.nullish(),
  offer_index: z.int().min(0).max(9).nullish(),
  loan_id: id.nullish(),
  mortgage_id: id.nullish(),
});
const happening = z.looseObject({
  at: instant,
  due_at: instant.nullish(),
  kind: z.string().min(1).max(40),
  description: z.string().max(500),
  subject: z.string().max(100).nullish(),
  event_key: z.string().min(1).max(200),
  facts: z.record(z.string(), z.json()),
});
const statement = z.looseObject({
  card_id: id,
  from_date: day,
  to_date: day,
  due_date: day,
  opening_balance: balance,
  charges: balance,
  payments: balance,
  interest: balance,
  fees: balance,
  closing_balance: balance,
  minimum_payment: balance,
  rewards: balance,
});

const ofCard = { id, card_id: id };
const cardControl = z.looseObject({
  ...ofCard,
  kind: z.enum(['transaction', 'month']),
  ...category,
  amount: amount.or(z.literal(0)),
  created_at: instant,
});
const virtualCard = z.looseObject({
  ...ofCard,
  name,
  card_number: z.string().nullish(),
  expires_on: day,
  spend_limit: amount.nullish(),
  spent: balance.nullish(),
  merchant: z.string().min(1).max(120).nullish(),
  single_use: z.boolean().nullish(),
  status: z.enum(['active', 'frozen', 'closed', 'used']),
  created_at: instant,
});
const cardReplacement = z.looseObject({
  ...ofCard,
  old_last4: z.string().regex(/^\d{4}$/, 'Expected four digits.'),
  reason: z.enum(['lost', 'stolen', 'damaged']),
  replaced_at: instant,
});
const limitRequest = z.looseObject({
  ...ofCard,
  requested: amount,
  granted: amount,
  previous: amount,
  currency,
  decision: z.enum(['approved', 'countered', 'declined']),
  reasons: z.array(z.string().max(500)).max(20),
  facts: z.record(z.string(), z.json()),
  policy: z.string().max(40),
  decided_at: instant,
});
const dispute = z.looseObject({
  ...ofCard,
  /** The position of the disputed entry in the file, from 1. */
  entry: z.int().min(1).max(MOST.entries),
  charged_on: day,
  merchant: z.string().max(120).nullish(),
  category: name.nullish(),
  amount,
  currency,
  reason: z.enum(['fraud', 'not_received', 'duplicate', 'wrong_amount', 'other']),
  words: z.string().max(500).nullish(),
  status: z.enum(['in_review', 'won', 'lost', 'withdrawn']),
  opened_at: instant,
  decide_on: day,
  decided_at: instant.nullish(),
  outcome: z.string().max(500).nullish(),
});

export const householdFile = z
  .looseObject({
    version: z.literal(FILE_VERSION),
    exported_at: instant,
    /** The simulated time of the customer. */
    clock: instant,
    time_zone: z.string().min(1).max(64).refine(isZone, "We don't recognize that time zone."),
    base_currency: currency,
    categories: listOf(z.looseObject({ name, kind: z.enum(['spending', 'income']) })),
    accounts: listOf(account, 2_000),
    cards: listOf(card),
    loans: listOf(loan),
    mortgages: listOf(mortgage),
    pages: listOf(page, MOST.records),
    entries: listOf(entry, MOST.entries),
    auto_deposits: listOf(autoDeposit),
    scheduled_payments: listOf(scheduledPayment),
    exceptions: listOf(exception, MOST.records),
    shocks: listOf(shock),
    applications: listOf(application),
    household_events: listOf(happening, MOST.records),
    statements: listOf(statement, MOST.records),
    card_controls: listOf(cardControl, MOST.records),
    virtual_cards: listOf(virtualCard, MOST.records),
    card_replacements: listOf(cardReplacement, MOST.records),
    limit_requests: listOf(limitRequest, MOST.records),
    disputes: listOf(dispute, MOST.records),
    refinance_offers: listOf(refinanceOffer, MOST.records),
    goals: listOf(goal),
    imports: listOf(fileImport, MOST.records),
    reconciliations: listOf(reconciliation, MOST.records),
    goal_movements: listOf(goalMovement, MOST.records),
    contacts: listOf(contact),
    peer_payments: listOf(peerPayment, MOST.records),
    /** Absent in older files, which leave budgets unchanged. */
    budgets: z.array(budget).max(MOST.rows).optional(),
    budget_limits: listOf(budgetLimit, MOST.records),
    budget_moves: listOf(budgetMove, MOST.records),
    budget_settings: listOf(budgetSetting, 1),
    /** Absent in older files, which leave rules unchanged. */
    categorization_rules: z.array(categorizationRule).max(100).optional(),
    transaction_details: listOf(transactionDetails, MOST.entries),
    /** Present during a scenario run. */
    play: scenarioRunRow.optional(),
    /** For a household with products: the random seed and the engine's progress. */
    seed: count.optional(),
    simulated_until: instant.optional(),
    entries_seen: count.optional(),
    carryover: carryover.optional(),
  })
  .refine(({ clock, simulated_until }) => isSimulatedUntil(simulated_until ?? clock, clock), {
    path: ['simulated_until'],
    message: 'The simulated time is after the clock, or years behind it.',
  });

export type HouseholdFile = z.infer<typeof householdFile>;

function isSimulatedUntil(simulatedUntil: string, clock: string): boolean {
  const lag = Date.parse(clock) - Date.parse(simulatedUntil);
  return lag >= 0 && lag <= LONGEST_LAG_MS;
}
