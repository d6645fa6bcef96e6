import type { HouseholdFile, householdLists, ListRow } from './schema/household.ts';

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
export type HouseholdBudget = NewRow<'budgets', 'created_at' | 'updated_at'>;

type GeneratedLists = {
  accounts: ListRow<'accounts'>[];
  cards: ListRow<'cards'>[];
  loans: NewRow<'loans', 'monthly_payment'>[];
  mortgages: NewRow<'mortgages', 'name' | 'currency' | 'monthly_payment'>[];
  applications: ListRow<'applications'>[];
  /** The ledger entries in chronological order. Each entry sums to zero in each currency. */
  entries: (ListRow<'entries'> & { description: string })[];
  auto_deposits?: HouseholdDeposit[];
  scheduled_payments?: HouseholdPayment[];
  goals?: HouseholdGoal[];
  budgets?: HouseholdBudget[];
};

/** A generated household in the file format that `load_household` accepts. */
export type Household = GeneratedLists &
  Partial<Pick<HouseholdFile, OtherList | 'seed' | 'carryover' | 'simulated_until'>>;
type OtherList = Exclude<keyof typeof householdLists, keyof GeneratedLists>;
