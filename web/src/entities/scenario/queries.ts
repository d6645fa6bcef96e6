import type { ScenarioRun as Course } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { ListedScenarioRun, ScenarioRunRow, ScenarioRunState } from './scenario-run';

type Row = Database['public']['Tables']['scenario_runs']['Row'];

export const scenarioRunQueries = {
  /** Reads all runs, newest first. */
  runs: () =>
    requestQuery(
      ['scenarios', 'scenario_runs'],
      "We couldn't load your past runs",
      async (): Promise<ListedScenarioRun[]> => {
        const { data } = await supabase
          .from('scenario_runs')
          .select(
            'id, pack_id, title, state, is_current, begins:results->begins, ends:results->ends, outcome:results->outcome, objectives:results->objectives, saved:checkpoints!last_checkpoint(id, at)',
          )
          .order('created_at', { ascending: false })
          .throwOnError();
        return (data as unknown as (ListedScenarioRun & ListedScenarioRun['course'])[]).map(
          ({ begins, ends, outcome, objectives, ...scenarioRun }) => ({
            ...scenarioRun,
            course: { begins, ends, outcome, objectives },
          }),
        );
      },
    ),
  /** Reads a run with its scenario, or null if the id is unknown. */
  scenarioRun: (id: string) =>
    requestQuery(['scenarios', 'run', id], "We couldn't load the run", async () =>
      getScenarioRun(await selectRuns().eq('id', id).maybeSingle().throwOnError()),
    ),
  /** Reads the current household's run, even if it has ended. Returns null outside a scenario. */
  current: () =>
    requestQuery(['scenarios', 'current'], "We couldn't load your scenario", async () =>
      getScenarioRun(await selectRuns().eq('is_current', true).maybeSingle().throwOnError()),
    ),
};

const selectRuns = () => supabase.from('scenario_runs').select('*');

function getScenarioRun({ data }: { data: Row | null }): ScenarioRunRow | null {
  return (
    data && {
      ...data,
      state: data.state as ScenarioRunState,
      pack: data.pack as unknown as Scenario,
      course: data.results as unknown as Course,
    }
  );
}
