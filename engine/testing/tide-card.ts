import { parseDay, Zone } from '../calendar/calendar.ts';
import { simulate } from '../simulation/simulate.ts';
import type { CardState, HouseholdState, OutsideChange } from '../simulation/state.ts';
import { card, household, start } from './households.ts';

const zone = new Zone('America/New_York');

/** Returns a change to the card from outside the engine, at noon. A negative amount is a charge. */
export const buildChange = (
  day: string,
  amount: number,
  kind = 'card_payment',
  category?: string,
): OutsideChange => ({
  at: zone.at(parseDay(day), 720),
  productId: 'tide',
  amount,
  kind: amount < 0 && kind === 'card_payment' ? 'card_charge' : kind,
  ...(category && { category }),
});

/**
 * Returns a household with a 24% APR card that was opened on January 10. The first due date is February 9, so
 * the statements close on January 15, February 12, March 15, and so on.
 */
export function tide(
  changes: OutsideChange[],
  parts: Partial<CardState> = {},
  rest: Partial<HouseholdState> = {},
): HouseholdState {
  return household({ on: '2026-01-10', cards: [card('tide', '2026-01-10', parts)], changes, ...rest });
}

/** Simulates a household until the start of a day in New York. */
export const simulateUntil = (state: HouseholdState, until: string) => simulate(state, start(until));

/** Returns the facts of the card statements until the start of a day. */
export const getStatements = (state: HouseholdState, until: string) =>
  simulateUntil(state, until)
    .events.filter(({ kind }) => kind === 'statement')
    .map(({ facts = {} }) => facts);
