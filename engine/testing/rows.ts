import type { Instant } from '../calendar/calendar.ts';
import type { HouseholdRow, ScheduledPaymentRow } from '../household/row.ts';

/** Returns a household in UTC without products, in the format that the bank returns. */
export const buildHouseholdRow = (parts: Partial<HouseholdRow> & { now: Instant }): HouseholdRow => ({
  id: '',
  time_zone: 'UTC',
  generation: 1,
  simulated_until: parts.now,
  rules_version: 1,
  last_entry: 0,
  seed: 1,
  carryover: {},
  changes: [],
  accounts: [],
  cards: [],
  debts: [],
  auto_deposits: [],
  scheduled_payments: [],
  shocks: [],
  ...parts,
});

/** Returns a monthly rent of $1,500.00 from the account `everyday`, in the format that the bank returns. */
export const buildRentRow = (parts: Partial<ScheduledPaymentRow> = {}): ScheduledPaymentRow => ({
  id: 'rent',
  name: 'Rent',
  account_id: 'everyday',
  payee: 'Landlord',
  to_account_id: null,
  card_id: null,
  debt_id: null,
  amount: 1_500_00,
  amount_kind: 'fixed',
  frequency: 'MONTHLY',
  category: 'Housing',
  start_date: '2026-01-20',
  end_date: null,
  occurrences: null,
  weekend: 'stays',
  paused: false,
  next: null,
  changed: {},
  ...parts,
});
