import { useQuery } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { dashboardQueries } from './queries';

/** The insights, loaded after the page is painted. */
const insightsPart = lazyPart(async () => {
  await afterPaint();
  return import('./insights');
});

/**
 * Returns the insights' component once it is loaded. `isKnown` is true once the number of insights is known,
 * so that content below them isn't pushed down.
 */
export function useInsightsPart() {
  const part = useLoaded(insightsPart);
  const stored = useQuery(dashboardQueries.insights());
  const household = useQuery(clockQueries.household());
  const projected = useLoaded(upcomingPart, Boolean(household.data));
  const isProjected = household.data === null || (Boolean(household.data) && projected !== undefined);
  const hasFailed = stored.isError || household.isError || part === null;
  return { part, isKnown: hasFailed || (part !== undefined && Boolean(stored.data) && isProjected) };
}
