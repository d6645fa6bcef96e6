import { type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { type Minor, markMinor } from '../money/minor.ts';
import { withoutSurprises } from '../simulation/shocks.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';

/** A balance large enough that no payment fails, so the projection shows how far the account falls short. */
const ENOUGH = 1_000_000_000_00;

/** The balance at the end of a day, in minor units. */
export type ProjectedBalance = { day: DayNumber; balance: Minor };

/**
 * Projects an account's balance from rules, due dates, and interest, without purchases and surprises. Returns
 * today's balance and the balance at the end of each later day with a change, in chronological order. A
 * checking account can fall below zero, because payments that would fail are counted.
 */
export function projectAccountBalance(
  household: HouseholdState,
  now: Instant,
  accountId: string,
  days: number,
): ProjectedBalance[] {
  const certain = { ...withoutSurprises(household), spendingProfile: null };
  const { state } = simulate(certain, Math.max(now, household.at), { record: false });
  const zone = new Zone(state.timeZone);
  const account = state.accounts.find(({ id }) => id === accountId);
  if (!account) return [];
  // Savings interest depends on the balance, so only checking accounts get a larger one.
  const added = account.type === 'CHECKING' ? ENOUGH : 0;
  const accounts = state.accounts.map((item) =>
    item.id === accountId ? { ...item, balance: item.balance + added } : item,
  );
  const today = zone.getDay(state.at);
  const { events } = simulate({ ...state, accounts }, zone.getEnd(today + days));
  const balances = new Map<DayNumber, number>([[today, account.balance]]);
  let balance: number = account.balance;
  for (const { at, lines = [] } of events) {
    const moved = lines.filter(({ ledger }) => ledger === accountId);
    if (moved.length === 0) continue;
    balance += moved.reduce((sum, { amount }) => sum + amount, 0);
    balances.set(zone.getDay(at), balance);
  }
  return [...balances].map(([day, amount]) => ({ day, balance: markMinor(amount) }));
}

/** Returns the day with the lowest balance, or the first of several; undefined if there are no days. */
export function getLowestBalance(days: readonly ProjectedBalance[]): ProjectedBalance | undefined {
  return days.reduce<ProjectedBalance | undefined>(
    (lowest, day) => (lowest && lowest.balance <= day.balance ? lowest : day),
    undefined,
  );
}
