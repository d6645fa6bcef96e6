import type { DayNumber } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { ScenarioLoss } from '@engine/scenarios/loss.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import type { QueryClient } from '@tanstack/react-query';
import { clockQueries } from '@/entities/household/clock-queries';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

const NOON_MINUTES = 12 * 60;

/** The condition or objective that makes the customer lose the scenario, with its text. */
export type LossReason = { kind: 'condition' | 'objective'; text: string };

/** A warning that a fast-forward would end the running scenario. */
export type ScenarioWarning = {
  loss: ScenarioLoss;
  reason: LossReason;
  /** The last day on which the customer can prevent the loss; null if it is too late. */
  stopBefore: { on: DayNumber; target: FastForwardTarget } | null;
};

/**
 * Simulates the household to the target of a fast-forward. Returns a warning if the scenario would be lost
 * before the target; otherwise null. Reloads the household first, so that recent changes count.
 */
export async function checkScenario(
  queryClient: QueryClient,
  target: FastForwardTarget,
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
  const to = 'to' in target ? Date.parse(target.to) : after(row.now, target.by, row.time_zone);
  const loss = findScenarioLoss(row, to);
  if (!loss) return null;
  const zone = new Zone(row.time_zone);
  const stop = [loss.payment?.on ?? loss.since, loss.on]
    .map((day) => ({ on: day - 1, at: zone.at(day - 1, NOON_MINUTES) }))
    .find(({ at }) => at > row.now);
  return {
    loss,
    reason: await readReason(loss, queryClient),
    stopBefore: stop ? { on: stop.on, target: { to: new Date(stop.at).toISOString() } } : null,
  };
}

const isInScenario = (row: HouseholdRow | null) => row?.carryover.play?.outcome === null;

async function readReason(
  { on, play: scenarioRun }: ScenarioLoss,
  queryClient: QueryClient,
): Promise<LossReason> {
  const [pack, { describeRun: describe }] = await Promise.all([
    queryClient.fetchQuery({ ...scenarioQueries.currentPack(), staleTime: 0 }),
    import('./scenario-text'),
  ]);
  const { objectives, losing } = describe({ pack, course: scenarioRun }, on);
  const by = scenarioRun.outcome?.by;
  const decisive = losing.find(({ condition }) => condition.id === by);
  if (decisive) return { kind: 'condition', text: decisive.text };
  return {
    kind: 'objective',
    text: objectives.find(({ objective }) => objective.id === by)?.text ?? '',
  };
}

const scenarioQueries = {
  /** Reads the scenario as it was when the customer started it. */
  currentPack: () =>
    requestQuery(['scenarios', 'current pack'], "We couldn't load your scenario", async () => {
      const { data } = await supabase
        .from('scenario_runs')
        .select('pack')
        .eq('is_current', true)
        .single()
        .throwOnError();
      return data.pack as unknown as Scenario;
    }),
};
