import { DAYS_WITHOUT_PAYDAY, type SafeToSpend, safeToSpend } from '@engine/budgets.ts';
import { type Upcoming, upcomingOf } from '@engine/upcoming.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Account, accountQueries, isUsable } from '@/features/accounts/queries';
import { clockQueries } from '@/features/clock/queries';
import { dayOf, daysBetween } from '@/lib/dates';
import { addMinor, toMinor } from '@/lib/money';

/** From here on the bank warns of a low balance: what is safe to spend stays above it. */
const MINIMUM = toMinor(100);
/** Somebody who is paid monthly has a payday within these. */
const DAYS_AHEAD = Math.max(DAYS_WITHOUT_PAYDAY, 35);

export type Safe = SafeToSpend & {
  /** What is known to leave before the payday, the next first. */
  dues: readonly Upcoming[];
  currency: string;
};

/** What may be spent a day until the next payday, from the checking accounts; null without one. */
export function useSafeToSpend(currency: string, customer: { now: string; time_zone: string }): Safe | null {
  const accounts = useQuery(accountQueries.list()).data;
  const household = useQuery(clockQueries.household()).data;
  const upcoming = useMemo(() => (household ? upcomingOf(household, DAYS_AHEAD) : []), [household]);
  const checking = accounts?.filter((account) => isChecking(account, currency)) ?? [];
  if (checking.length === 0) return null;
  const own = new Set(checking.map(({ id }) => id));
  const today = dayOf(customer.now, customer.time_zone);
  const inDays = ({ at }: Upcoming) => daysBetween(today, dayOf(new Date(at), customer.time_zone));
  const dues = upcoming.filter(({ account }) => own.has(account));
  const safe = safeToSpend({
    cash: addMinor(...checking.map(({ balance }) => toMinor(balance))),
    known: dues.map((due) => ({
      inDays: inDays(due),
      amount: toMinor(due.amount),
      isPay: due.isPay,
      isGoal: due.isGoal,
    })),
    minimum: MINIMUM,
  });
  return {
    ...safe,
    currency,
    dues: dues.filter((due) => due.amount < 0 && inDays(due) < safe.days),
  };
}

const isChecking = (account: Account, currency: string) =>
  isUsable(account) && account.type === 'CHECKING' && account.currency === currency;
