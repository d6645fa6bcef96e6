import { stateOf } from '@engine/household-state.ts';
import { paydayOutlook } from '@engine/payday.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/features/clock/queries';
import { dashboardQueries } from '@/features/dashboard/queries';
import { customerQueries } from '@/features/settings/queries';
import { dayOf } from '@/lib/dates';
import { everyInsight, type Insight } from '@/lib/insight-words';

/** Everything that the customer's own data says now and was not put away; undefined while it is read. */
export function useInsights(): readonly Insight[] | undefined {
  const found = useQuery(dashboardQueries.insights()).data;
  const household = useQuery(clockQueries.household()).data;
  const me = useQuery(customerQueries.me()).data;
  return useMemo(() => {
    if (!found || household === undefined || !me) return undefined;
    const shortfalls = household ? paydayOutlook(stateOf(household), household.now).shortfalls : [];
    return everyInsight(found.rows, shortfalls, found.dismissed, dayOf(me.now, me.time_zone));
  }, [found, household, me]);
}
