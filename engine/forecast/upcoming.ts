import { DAY_MS, type Instant } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { stateOf } from '../household/state.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';

/** Something that is expected. Amounts in major units, in the customer's favor. */
export type Upcoming = {
  key: string;
  at: Instant;
  name: string;
  amount: number;
  currency: string;
  isPay: boolean;
  /** Set aside for a goal: it stays the customer's. */
  isGoal: boolean;
  /** The rule, card or debt behind it. */
  subject: string;
  /** The own account that it comes to or leaves. */
  account: string;
};

/** Kinds that rules and debts bring about; interest and the market come by themselves and are not marked. */
const EXPECTED = new Set([
  'auto_deposit',
  'payment',
  'transfer',
  'card_payment',
  'loan_payment',
  'mortgage_payment',
  'goal_contribution',
]);

/** The household with nothing but what is certain: no purchases, no luck. */
export function certainOnly(row: HouseholdRow): HouseholdState {
  return { ...stateOf(row), life: null, surprises: undefined };
}

/** What rules and due dates bring in the days ahead, found by living them. */
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

/** The side of an own account: what the customer sees come or go. */
function lineOf({ lines = [] }: EngineEvent, cash: Set<string>) {
  return lines.find(({ ledger }) => cash.has(ledger));
}
