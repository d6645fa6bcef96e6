import { type DayNumber, Zone } from '../calendar/calendar.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';

/** The certain part of what comes: rules, debts and what is owed already, without any purchase. */
export type KnownFuture = {
  days: DayNumber[];
  /** The balance at the end of each of the days, by account. Minor units. */
  balances: Map<string, number[]>;
  /** The first day on which an account could not pay what was due, by account. */
  shortOn: Map<string, DayNumber>;
};

/** Kinds of events that say that an account had too little. */
const REFUSED = new Set(['payment_retry', 'payment_failed']);

/** Lives the household without its habits to the end of a day, and keeps the accounts' balances at the end of each. */
export function knownFuture(
  state: HouseholdState,
  to: DayNumber,
  accountIds: readonly string[],
): KnownFuture {
  const zone = new Zone(state.timeZone);
  const days: DayNumber[] = [];
  const balances = new Map<string, number[]>(accountIds.map((id) => [id, []]));
  const { events } = simulate({ ...state, life: null, surprises: undefined }, zone.startOf(to + 1), {
    onDayEnd: (day, { accounts }) => {
      days.push(day);
      for (const { id, balance } of accounts) balances.get(id)?.push(balance);
    },
  });
  return { days, balances, shortOn: shortfalls(events, state, zone) };
}

function shortfalls(events: EngineEvent[], state: HouseholdState, zone: Zone): Map<string, DayNumber> {
  const payers = new Map<string, string>([
    ...state.scheduledPayments.map(({ id, accountId }): [string, string] => [id, accountId]),
    ...[...state.cards, ...state.debts].flatMap(({ id, autopay }): [string, string][] =>
      autopay ? [[id, autopay.accountId]] : [],
    ),
  ]);
  const shortOn = new Map<string, DayNumber>();
  for (const { kind, subject, at, facts } of events) {
    const payer = payers.get(subject ?? '');
    if (!REFUSED.has(kind) || payer === undefined || facts?.['reason'] === 'closed') continue;
    if (!shortOn.has(payer)) shortOn.set(payer, zone.dayOf(at));
  }
  return shortOn;
}
