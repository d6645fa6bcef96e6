import type { HouseholdState } from './state.ts';

/** Returns a household without products, rules, or spending, simulated until an instant. */
export function createEmptyHousehold({
  seed,
  timeZone,
  at,
}: Pick<HouseholdState, 'seed' | 'timeZone' | 'at'>): HouseholdState {
  return {
    seed,
    timeZone,
    at,
    posted: at,
    accounts: [],
    cards: [],
    debts: [],
    autoDeposits: [],
    scheduledPayments: [],
    spendingProfile: null,
    shocks: [],
    changes: [],
  };
}
