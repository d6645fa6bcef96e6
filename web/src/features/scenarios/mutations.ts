import type { Scenario } from '@engine/scenarios/scenario.ts';
import { mutationOptions } from '@tanstack/react-query';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';

export const scenarioMutations = {
  /** Saves the current household as a checkpoint and replaces it with the scenario's. */
  begin: mutationOptions({
    mutationFn: ({ pack, timeZone }: { pack: Scenario; timeZone: string }) =>
      callServer<{ id: string }>('start-scenario', { pack, time_zone: timeZone }),
    meta: { failure: "We couldn't start the scenario" },
  }),
  /** Returns to a checkpoint from before or within the scenario. Saves the current household first. */
  returnTo: mutationOptions({
    mutationFn: (checkpointId: string) =>
      callServer<{ now: string }>('restore', { checkpoint_id: checkpointId }),
    meta: { failure: "We couldn't restore the checkpoint" },
  }),
  /** Leaves the scenario and keeps its household. */
  stay: mutationOptions({
    mutationFn: async () => {
      const { data } = await supabase.rpc('leave_scenario_run').throwOnError();
      return data;
    },
    meta: { failure: "We couldn't leave the scenario" },
  }),
  /** Stores a scenario file unchanged and returns its row's id. */
  keep: mutationOptions({
    mutationFn: async (text: string): Promise<string> => {
      const { data } = await supabase
        .from('scenario_packs')
        .insert({ file: text })
        .select('id')
        .single()
        .throwOnError();
      return data.id;
    },
    meta: { failure: "We couldn't import the scenario" },
  }),
  remove: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('scenario_packs').delete().eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't delete the scenario" },
  }),
};
