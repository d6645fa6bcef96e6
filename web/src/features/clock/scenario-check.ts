import type { HouseholdRow } from '@engine/household/row.ts';
import type { ScenarioLoss } from '@engine/scenarios/loss.ts';
import type { QueryClient } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import type { LeapWish } from './mutations';

const NOON_MINUTES = 12 * 60;

/** The effect of a fast-forward on the running scenario. `stopBefore` is null if no earlier day exists. */
export type ScenarioWarning = { loss: ScenarioLoss; stopBefore: LeapWish | null };

/**
 * Simulates the household to the target of a fast-forward and returns a warning when a payment fails and the scenario
 * is lost; null otherwise and outside of a scenario. Reads the household again, so that changes made just now count.
 */
export async function checkScenario(
  queryClient: QueryClient,
  wish: LeapWish,
): Promise<ScenarioWarning | null> {
  const query = clockQueries.household();
  const cached = queryClient.getQueryData(query.queryKey);
  if (cached !== undefined && !isInScenario(cached)) return null;
  const row = await queryClient.fetchQuery({ ...query, staleTime: 0 });
  if (!row || !isInScenario(row)) return null;
  const [{ findScenarioLoss }, { after }, { Zone }] = await Promise.all([
    import('@engine/scenarios/loss.ts'),
    import('@engine/calendar/duration.ts'),
    import('@engine/calendar/calendar.ts'),
  ]);
  const target = 'to' in wish ? Date.parse(wish.to) : after(row.now, wish.by, row.time_zone);
  const loss = findScenarioLoss(row, target);
  if (!loss) return null;
  const stop = new Zone(row.time_zone).at(loss.payment.on - 1, NOON_MINUTES);
  return { loss, stopBefore: stop > row.now ? { to: new Date(stop).toISOString() } : null };
}

const isInScenario = (row: HouseholdRow | null) => row?.memory.play?.outcome === null;
