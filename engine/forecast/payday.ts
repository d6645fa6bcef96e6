import { type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { withoutSurprises } from '../simulation/shocks.ts';
import { simulate } from '../simulation/simulate.ts';
import type { AccountState, EngineEvent, HouseholdState } from '../simulation/state.ts';

/**
 * The number of days to search for a payday, long enough for a monthly paycheck. If there is no payday, the
 * known payments of all these days are checked.
 */
const MAX_DAYS = 35;
/** A balance large enough that no payment fails, so the simulation shows the full amount needed. */
const ENOUGH = 1_000_000_000_00;

/**
 * A checking account that can't cover its known payments before the next payday. Amounts are in minor units.
 */
export type Shortfall = {
  accountId: string;
  name: string;
  currency: string;
  /** The first day that ends with a negative balance. */
  day: DayNumber;
  /** The amount missing on the worst day before payday. */
  missing: number;
  payday: DayNumber | null;
  /** The known transactions until the worst day, in chronological order. */
  rows: { day: DayNumber; text: string; amount: number }[];
};

/** The next payday, and the checking accounts that will fall short before it. */
export type UpcomingUntilPayday = ReturnType<typeof getUpcomingUntilPayday>;

/**
 * Finds the checking accounts that will fall short before the next payday, earliest first. Counts only
 * payments that are certain: rules, installments, and automatic statement payments. Purchases and goal
 * contributions don't count.
 */
export function getUpcomingUntilPayday(household: HouseholdState, now: Instant) {
  const zone = new Zone(household.timeZone);
  const { state } = simulate(
    { ...withoutSurprises(household), spendingProfile: null, goals: [] },
    Math.max(now, household.at),
    { record: false },
  );
  const today = zone.getDay(state.at);
  const isChecking = ({ type, closed }: AccountState) => type === 'CHECKING' && !closed;
  const accounts = state.accounts.map((account) =>
    isChecking(account) ? { ...account, balance: account.balance + ENOUGH } : account,
  );
  const { events } = simulate({ ...state, accounts }, zone.getStart(today + MAX_DAYS));
  const pay = new Set(state.autoDeposits.filter(({ isPay }) => isPay).map(({ id }) => id));
  const paydays = events.filter(({ kind, subject }) => kind === 'auto_deposit' && pay.has(subject ?? ''));
  const payday = paydays.map(({ at }) => zone.getDay(at)).find((day) => day > today) ?? null;
  const before = payday ?? today + MAX_DAYS;
  const shortfalls = state.accounts
    .filter(isChecking)
    .flatMap((account) => getShortfall(account, events, { zone, before, payday }))
    .sort((left, right) => left.day - right.day);
  return { payday, shortfalls };
}

function getShortfall(
  { id, name, currency, balance }: AccountState,
  events: readonly EngineEvent[],
  { zone, before, payday }: { zone: Zone; before: DayNumber; payday: DayNumber | null },
): Shortfall[] {
  const rows = events.flatMap(({ at, description, lines = [] }) => {
    const line = lines.find(({ ledger }) => ledger === id);
    return line && zone.getDay(at) < before
      ? [{ day: zone.getDay(at), text: description, amount: line.amount }]
      : [];
  });
  let left = balance;
  let lowest = 0;
  let day: DayNumber | null = null;
  let until = 0;
  for (const [index, row] of rows.entries()) {
    left += row.amount;
    // Checks only the balance at the end of a day. A payment that failed in the morning is retried, so money
    // that arrives in the afternoon can still cover it.
    if (left >= 0 || rows[index + 1]?.day === row.day) continue;
    day ??= row.day;
    if (left < lowest) {
      lowest = left;
      until = index + 1;
    }
  }
  if (day === null) return [];
  return [{ accountId: id, name, currency, day, missing: 0 - lowest, payday, rows: rows.slice(0, until) }];
}
