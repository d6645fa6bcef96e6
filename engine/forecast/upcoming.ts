import { DAY_MS, type Instant } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { stateOf } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';

/** An upcoming payment or income. Amounts in major units, positive in the customer's favor. */
export type Upcoming = {
  key: string;
  at: Instant;
  name: string;
  amount: number;
  currency: string;
  isPay: boolean;
  /** True for a goal contribution, which remains the customer's money. */
  isGoal: boolean;
  /** The rule, card, or debt that causes it. */
  subject: string;
  /** The customer's account that it credits or debits. */
  account: string;
};

/** Event kinds that rules and debts cause. Interest and market changes are not listed as upcoming. */
const EXPECTED = new Set([
  'auto_deposit',
  'payment',
  'transfer',
  'card_payment',
  'loan_payment',
  'mortgage_payment',
  'goal_contribution',
]);

/** Returns the household with certain events only: no purchases and no surprises. */
export function certainOnly(row: HouseholdRow): HouseholdState {
  return { ...stateOf(row), life: null, surprises: undefined };
}

/** Returns the upcoming events of rules and due dates by simulating them. */
export function upcomingOf(row: HouseholdRow, days: number): Upcoming[] {
  const state = certainOnly(row);
  const { events } = simulate(state, row.now + days * DAY_MS);
  const pay = new Set(state.autoDeposits.filter(({ isPay }) => isPay).map(({ id }) => id));
  const cash = new Set(state.accounts.map(({ id }) => id));
  return events
    .filter((event) => event.at > row.now && EXPECTED.has(event.kind))
    .flatMap((event) => {
      const line = lineOf(event, cash);
      if (!line) return [];
      return [
        {
          key: event.key,
          at: event.at,
          name: event.description,
          amount: line.amount / 100,
          currency: line.currency,
          isPay: pay.has(event.subject ?? ''),
          isGoal: event.kind === 'goal_contribution',
          subject: event.subject ?? '',
          account: line.ledger,
        },
      ];
    });
}

/** Returns the line of the customer's own account in an event. */
function lineOf({ lines = [] }: EngineEvent, cash: Set<string>) {
  return lines.find(({ ledger }) => cash.has(ledger));
}
