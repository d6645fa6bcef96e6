import { type DayNumber, type Instant, Zone } from '../../calendar/calendar.ts';
import type { AccountState, HouseholdState, OverdraftItem } from '../../simulation/state.ts';
import { getDecisionInstant, isFree, sumFees } from './overdraft.ts';
import { OVERDRAFT_PRODUCTS } from './overdraft-terms.ts';

/** The figures of an overdrawn account that its customer needs. Amounts are in minor units. */
export type OverdraftNotice = {
  /** The amount below zero; zero if the account isn't overdrawn anymore. */
  owed: number;
  /** The fees that the bank will charge if nothing changes. */
  fees: number;
  /** The balance that avoids the next fee, and until when; null if the fee can't be avoided. */
  avoidable: { balance: number; by: Instant } | null;
  /** The instant at which the bank charges the next fee; null if there is none. */
  chargesAt: Instant | null;
};

/** Returns the notice for an overdrawn account; null if it isn't overdrawn and no fee is pending. */
export function getOverdraftNotice(state: HouseholdState, account: AccountState): OverdraftNotice | null {
  const { balance, overdrawn = { items: [], fees: [] } } = account;
  const owed = Math.max(0, -balance);
  const current = balance + sumFees(overdrawn);
  const charged = capFees(
    overdrawn.items.filter((item) => !isFree({ ...item, endBalance: item.endBalance ?? current }, current)),
  );
  const [next] = charged;
  if (!next) return owed > 0 ? { owed, fees: 0, avoidable: null, chargesAt: null } : null;
  return {
    owed,
    fees: charged.reduce((sum, item) => sum + getFee(item), 0),
    avoidable: getAvoidable(state, account, next, current - balance),
    chargesAt: getDecisionInstant(state, account, next.day),
  };
}

const getFee = ({ product, returned }: OverdraftItem) =>
  OVERDRAFT_PRODUCTS[product][returned ? 'returnedFee' : 'fee'];

/** Keeps the first payments of each day, up to the product's most fees a day. */
function capFees(items: readonly OverdraftItem[]): OverdraftItem[] {
  const counts = new Map<DayNumber, number>();
  return items.filter(({ day, product }) => {
    const count = counts.get(day) ?? 0;
    counts.set(day, count + 1);
    return count < OVERDRAFT_PRODUCTS[product].feesPerDay;
  });
}

function getAvoidable(
  state: HouseholdState,
  account: AccountState,
  { product, returned, day, endBalance }: OverdraftItem,
  fees: number,
): OverdraftNotice['avoidable'] {
  const { freeBalance, hasGrace } = OVERDRAFT_PRODUCTS[product];
  const isOver = endBalance !== undefined && !hasGrace;
  if (returned || freeBalance === 0 || isOver) return null;
  const by = hasGrace ? getDecisionInstant(state, account, day) : new Zone(state.timeZone).getStart(day + 1);
  return { balance: freeBalance - fees, by };
}
