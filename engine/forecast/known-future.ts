import { type DayNumber, Zone } from '../calendar/calendar.ts';
import { getHoldings, type Holding } from '../insights/net-worth.ts';
import { withoutSurprises } from '../simulation/shocks.ts';
import { simulate } from '../simulation/simulate.ts';
import type { EngineEvent, HouseholdState } from '../simulation/state.ts';

/** The part of the future that is certain: rules, debts, and open balances. Excludes purchases. */
export type KnownFuture = ReturnType<typeof knownFuture>;

/** Event kinds that report insufficient funds. */
const REFUSED = new Set(['payment_retry', 'payment_failed']);

/**
 * Simulates the household until the end of a day, excluding purchases, and returns the daily balances of its
 * accounts. `hasHoldings` adds the daily assets and debts, which only a net worth forecast needs.
 */
export function knownFuture(state: HouseholdState, to: DayNumber, { hasHoldings = false } = {}) {
  const zone = new Zone(state.timeZone);
  const days: DayNumber[] = [];
  const holdings: Holding[][] | null = hasHoldings ? [] : null;
  const balances = new Map<string, number[]>(state.accounts.map(({ id }) => [id, []]));
  const { events } = simulate({ ...withoutSurprises(state), spendingProfile: null }, zone.getStart(to + 1), {
    takesDistributions: true,
    onDayEnd: (day, household) => {
      days.push(day);
      holdings?.push(getHoldings(household));
      for (const { id, balance } of household.accounts) balances.get(id)?.push(balance);
    },
  });
  return { days, balances, holdings, shortOn: shortfalls(events, state, zone) };
}

/** Maps each account that can't cover a payment to the first day on which that happens. */
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
    if (!shortOn.has(payer)) shortOn.set(payer, zone.getDay(at));
  }
  return shortOn;
}
