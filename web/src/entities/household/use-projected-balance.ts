import { dayText } from '@engine/calendar/calendar.ts';
import { fromMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLoaded } from '@/lib/bundle/use-loaded';
import type { DayValue } from '@/ui/charts/scales';
import { clockQueries } from './clock-queries';
import { upcomingPart } from './upcoming-part';

/**
 * Returns an account's balance from today to a later day, in major units, from known payments and deposits.
 * Returns null while it loads.
 */
export function useProjectedBalance(accountId: string, days: number): DayValue[] | null {
  const household = useQuery(clockQueries.household()).data ?? null;
  const projected = useLoaded(upcomingPart, Boolean(household));
  return useMemo(() => {
    if (!household || !projected) return null;
    const state = projected.stateOf(household);
    const points = projected.projectAccountBalance(state, household.now, accountId, days);
    return points.map(({ day, balance }) => ({ day: dayText(day), value: fromMinor(balance) }));
  }, [household, projected, accountId, days]);
}
