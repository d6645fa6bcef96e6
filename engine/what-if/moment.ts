import type { DayNumber } from '../calendar/calendar.ts';
import type { AccountState, Currency, HouseholdState } from '../simulation/state.ts';
import { type Debt, getRule } from './household.ts';
import type { Decision, ProjectionEvent } from './what-if.ts';

/** The household after a decision, and the event to report. */
export type Applied = { state: HouseholdState; event: Omit<ProjectionEvent, 'day'> | null };

/** Thrown if a decision can't be applied. The household stays unchanged. */
export class Refused extends Error {}

export type Kind = Decision['kind'];
export type DecisionOf<K extends Kind> = Extract<Decision, { kind: K }>;

/** A decision at the time when it is applied. `state` is a copy, so it can be modified. */
export type Moment<K extends Kind = Kind> = {
  state: HouseholdState;
  decision: DecisionOf<K>;
  currency: Currency;
  today: DayNumber;
};

/** Returns an open account in the currency of the what-if. Throws `Refused` for any other account, and for CDs. */
export function requireAccount(
  { state, currency }: Pick<Moment, 'state' | 'currency'>,
  id: string,
): AccountState {
  const account = requireAnyAccount({ state, currency }, id);
  if (account.type === 'CD') throw new Refused(`money in ${account.name} stays there until it matures.`);
  return account;
}

/** Returns an open account in the currency of the what-if, which can be a CD. Throws `Refused` for any other. */
export function requireAnyAccount(
  { state, currency }: Pick<Moment, 'state' | 'currency'>,
  id: string,
): AccountState {
  const account = state.accounts.find((candidate) => candidate.id === id && !candidate.closed);
  if (!account) throw new Refused("we couldn't find that account.");
  if (account.currency !== currency) throw new Refused(`${account.name} is not in ${currency}.`);
  return account;
}

/** Returns a debt or card in the currency of the what-if. Throws `Refused` for any other. */
export function requireDebt(state: HouseholdState, id: string, currency: Currency): Debt {
  const debt = [...state.debts, ...state.cards].find((product) => product.id === id);
  if (!debt) throw new Refused("we couldn't find that debt.");
  if (debt.currency !== currency) throw new Refused(`${debt.name} is not in ${currency}.`);
  return debt;
}

/** Returns an auto deposit or scheduled payment. Throws `Refused` if there is none. */
export function requireRule(state: HouseholdState, id: string) {
  const rule = getRule(state, id);
  if (!rule) throw new Refused("we couldn't find that scheduled payment or deposit.");
  return rule;
}
