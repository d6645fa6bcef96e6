import { getUpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { everyInsight, type Insight } from '@/entities/insight/insight-text';
import { dashboardQueries } from '@/features/dashboard/queries';
import { customerQueries } from '@/features/settings/queries';
import { getDay } from '@/lib/dates';

/** Everything that the customer's own data says now and was not put away; undefined while it is read. */
export function useInsights(): readonly Insight[] | undefined {
  const found = useQuery(dashboardQueries.insights()).data;
  const household = useQuery(clockQueries.household()).data;
  const me = useQuery(customerQueries.me()).data;
  return useMemo(() => {
    if (!found || household === undefined || !me) return undefined;
    const shortfalls = household
      ? getUpcomingUntilPayday(buildHouseholdState(household), household.now).shortfalls
      : [];
    return everyInsight(found.rows, shortfalls, found.dismissed, getDay(me.now, me.time_zone));
  }, [found, household, me]);
}
