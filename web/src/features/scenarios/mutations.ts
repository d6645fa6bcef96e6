import type { Scenario } from '@engine/scenarios/scenario.ts';
import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';

export const scenarioMutations = {
  /** Saves the current household as a checkpoint and replaces it with the scenario's household. */
  begin: requestMutation(
    "We couldn't start the scenario",
    ({ pack, timeZone }: { pack: Scenario; timeZone: string }) =>
      callServer<{ id: string }>('start-scenario', { pack, time_zone: timeZone }),
  ),
  /** Returns to a checkpoint from before or within the scenario. Saves the current household first. */
  returnTo: requestMutation("We couldn't restore the checkpoint", (checkpointId: string) =>
    callServer<{ now: string }>('restore', { checkpoint_id: checkpointId }),
  ),
  /** Leaves the scenario and keeps its household. */
  stay: requestMutation("We couldn't leave the scenario", () => supabase.rpc('leave_scenario_run')),
  /** Stores a scenario file unchanged and returns its row's id. */
  keep: requestMutation("We couldn't import the scenario", async (text: string): Promise<string> => {
    const { data } = await supabase
      .from('scenario_packs')
      .insert({ file: text })
      .select('id')
      .single()
      .throwOnError();
    return data.id;
  }),
  remove: requestMutation("We couldn't delete the scenario", (id: string) =>
    supabase.from('scenario_packs').delete().eq('id', id),
  ),
};
