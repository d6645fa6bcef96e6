import type { HouseholdFile, ListRow } from './schema/household.ts';

/** A row of a list. The bank fills in its `Completed` fields when it loads the household. */
type NewRow<List extends keyof HouseholdFile, Completed extends keyof ListRow<List>> = Omit<
  ListRow<List>,
  Completed
> &
  Partial<Pick<ListRow<List>, Completed>>;

export type HouseholdDeposit = NewRow<'auto_deposits', 'id' | 'start_time' | 'created_at' | 'updated_at'>;
export type HouseholdPayment = NewRow<
  'scheduled_payments',
  'id' | 'amount_kind' | 'weekend' | 'created_at' | 'updated_at'
>;
export type HouseholdGoal = NewRow<'goals', 'status' | 'updated_at'>;
export type HouseholdGoalMovement = ListRow<'goal_movements'>;
export type HouseholdBudget = NewRow<'budgets', 'created_at' | 'updated_at'>;
export type HouseholdStatement = ListRow<'statements'>;
export type HouseholdEvent = ListRow<'household_events'>;
export type HouseholdEntry = ListRow<'entries'> & { description: string };
export type HouseholdPeerPayment = ListRow<'peer_payments'>;

/** A generated household in the file format that `load_household` accepts. */
export type Household = {
  accounts: ListRow<'accounts'>[];
  cards: ListRow<'cards'>[];
  loans: NewRow<'loans', 'monthly_payment'>[];
  mortgages: NewRow<'mortgages', 'name' | 'currency' | 'monthly_payment'>[];
  applications: ListRow<'applications'>[];
  /** The ledger entries in chronological order. Each entry sums to zero in each currency. */
  entries: HouseholdEntry[];
  auto_deposits?: HouseholdDeposit[];
  scheduled_payments?: HouseholdPayment[];
  goals?: HouseholdGoal[];
  budgets?: HouseholdBudget[];
} & Partial<
  Pick<
    HouseholdFile,
    | 'statements'
    | 'household_events'
    | 'virtual_cards'
    | 'card_controls'
    | 'limit_requests'
    | 'disputes'
    | 'goal_movements'
    | 'contacts'
    | 'peer_payments'
    | 'budget_limits'
    | 'seed'
    | 'carryover'
    | 'simulated_until'
  >
>;
