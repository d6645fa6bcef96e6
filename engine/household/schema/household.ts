import { z } from 'zod';
import { DAY_MS } from '../../calendar/calendar.ts';
import { FILE_VERSION } from '../file-upgrade.ts';
import { carryover } from './carryover.ts';
import { count, currency, instant, isZone, name } from './fields.ts';
import { fundAccount, fundOrder, holding, lot } from './investments.ts';
import { contact, peerPayment } from './people.ts';
import { budget, budgetLimit, budgetMove, budgetSetting, goal, goalMovement } from './plans.ts';
import {
  account,
  application,
  card,
  cardApplication,
  cardControl,
  cardReplacement,
  cardStatement,
  certificate,
  debtReserve,
  dispute,
  hold,
  limitRequest,
  loan,
  mortgage,
  page,
  refinanceOffer,
  refund,
  virtualCard,
} from './products.ts';
import { autoDeposit, exception, payStub, scheduledPayment, shock, taxReturn } from './rules.ts';
import { scenarioRunRow } from './scenario-run.ts';
import {
  categorizationRule,
  entry,
  fileImport,
  householdEvent,
  reconciliation,
  transactionDetails,
} from './transactions.ts';

const LONGEST_LAG_MS = 5 * 366 * DAY_MS;
const MAX_ENTRIES = 250_000;
const MAX_RECORDS = 100_000;
const MAX_ROWS = 1_000;

/**
 * Validates a list, treating a missing list as empty. Keeps unknown fields, but the type includes only the
 * known fields.
 */
const list = <Row extends z.ZodObject>(row: Row, most = MAX_RECORDS) =>
  z.array(row.loose()).max(most).default([]) as unknown as z.ZodDefault<z.ZodArray<Row>>;
/** Validates an optional list. If the list is missing, the customer's existing rows are not changed. */
const optionalList = <Row extends z.ZodObject>(row: Row, most: number) =>
  z.array(row.loose()).max(most).optional() as unknown as z.ZodOptional<z.ZodArray<Row>>;

/**
 * The lists in a household file, one for each table. The file's schema, the rows that the engine reads, and
 * the types of generated households are derived from these lists. `bank.household_tables` has the same lists
 * and their columns.
 */
export const householdLists = {
  categories: list(z.object({ name, kind: z.enum(['spending', 'income']) }), MAX_ROWS),
  accounts: list(account, 2_000),
  certificates: list(certificate, 2_000),
  cards: list(card, MAX_ROWS),
  loans: list(loan, MAX_ROWS),
  mortgages: list(mortgage, MAX_ROWS),
  debt_reserves: list(debtReserve, MAX_ROWS),
  pages: list(page),
  entries: list(entry, MAX_ENTRIES),
  auto_deposits: list(autoDeposit, MAX_ROWS),
  scheduled_payments: list(scheduledPayment, MAX_ROWS),
  pay_stubs: list(payStub),
  tax_returns: list(taxReturn, MAX_ROWS),
  exceptions: list(exception),
  shocks: list(shock, MAX_ROWS),
  applications: list(application, MAX_ROWS),
  household_events: list(householdEvent),
  statements: list(cardStatement),
  card_controls: list(cardControl),
  virtual_cards: list(virtualCard),
  card_replacements: list(cardReplacement),
  card_applications: list(cardApplication, MAX_ROWS),
  limit_requests: list(limitRequest),
  disputes: list(dispute),
  refunds: list(refund),
  holds: list(hold),
  refinance_offers: list(refinanceOffer),
  goals: list(goal, MAX_ROWS),
  fund_accounts: list(fundAccount, 2_000),
  holdings: list(holding),
  lots: list(lot),
  fund_orders: list(fundOrder),
  imports: list(fileImport),
  reconciliations: list(reconciliation),
  goal_movements: list(goalMovement),
  contacts: list(contact, MAX_ROWS),
  peer_payments: list(peerPayment),
  budgets: optionalList(budget, MAX_ROWS),
  budget_limits: list(budgetLimit),
  budget_moves: list(budgetMove),
  budget_settings: list(budgetSetting, 1),
  categorization_rules: optionalList(categorizationRule, 100),
  transaction_details: list(transactionDetails, MAX_ENTRIES),
};

/**
 * Validates the structure of a household file written by `export_household`. Amounts are in major units;
 * system accounts and categories are identified by name. Keeps unknown fields. The bank validates the ledger
 * itself.
 */
export const householdFile = z
  .looseObject({
    version: z.literal(FILE_VERSION),
    exported_at: instant,
    /** The customer's simulated time. */
    clock: instant,
    time_zone: z.string().min(1).max(64).refine(isZone, "We don't recognize that time zone."),
    base_currency: currency,
    ...householdLists,
    /** Set only during a scenario run. */
    play: scenarioRunRow.optional(),
    /** The random seed and the engine's progress. Required if the household has products. */
    seed: count.optional(),
    simulated_until: instant.optional(),
    entries_seen: count.optional(),
    carryover: carryover.optional(),
  })
  .refine(({ clock, simulated_until }) => isSimulatedUntil(simulated_until ?? clock, clock), {
    path: ['simulated_until'],
    message: 'The simulated time is after the clock, or too far behind it.',
  });

export type HouseholdFile = z.infer<typeof householdFile>;

/** A row in one of a household file's lists. */
export type ListRow<List extends keyof HouseholdFile> =
  NonNullable<HouseholdFile[List]> extends (infer Row)[] ? Row : never;

function isSimulatedUntil(simulatedUntil: string, clock: string): boolean {
  const lag = Date.parse(clock) - Date.parse(simulatedUntil);
  return lag >= 0 && lag <= LONGEST_LAG_MS;
}
