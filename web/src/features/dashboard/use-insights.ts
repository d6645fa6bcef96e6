import type { UpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { getDay } from '@/lib/dates';
import { dashboardQueries } from './queries';

const NOTHING_AHEAD: UpcomingUntilPayday = { payday: null, shortfalls: [] };

/** The texts of insights, loaded after the page is painted. */
const insightPart = lazyPart(async () => {
  await afterPaint();
  return import('@/entities/insight/insight-text');
});

/**
 * Returns the insights and the known payments until payday. `isReady` is false until all insights are known.
 * Otherwise, a more important insight could replace a visible one moments later.
 */
export function useInsights(customer: { now: string; time_zone: string }) {
  const stored = useQuery(dashboardQueries.insights());
  const household = useQuery(clockQueries.household());
  const projected = useLoaded(upcomingPart, Boolean(household.data));
  const texts = useLoaded(insightPart);
  const row = household.data;
  const untilPayday = useMemo(
    () => (row && projected ? projected.paydayOutlook(projected.stateOf(row), row.now) : NOTHING_AHEAD),
    [row, projected],
  );
  const isKnown = stored.data && texts && (row === null || (row !== undefined && projected !== undefined));
  const everything = isKnown
    ? ([
        stored.data.rows,
        untilPayday.shortfalls,
        stored.data.dismissed,
        getDay(customer.now, customer.time_zone),
      ] as const)
    : null;
  return {
    isReady: Boolean(isKnown) || stored.isError || household.isError || texts === null,
    insights: everything && texts ? texts.getInsights(...everything) : [],
    /** The number of insights, including those that the dashboard leaves out. */
    count: everything && texts ? texts.everyInsight(...everything).length : 0,
    untilPayday,
  };
}
