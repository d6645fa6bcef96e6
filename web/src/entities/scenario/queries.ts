import type { Scenario } from '@engine/scenarios/scenario.ts';
import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const scenarioQueries = {
  /** The scenario as it was when the customer started it. */
  currentPack: () =>
    queryOptions({
      queryKey: ['stories', 'current pack'],
      queryFn: async () => {
        const { data } = await supabase
          .from('scenario_runs')
          .select('pack')
          .eq('is_current', true)
          .single()
          .throwOnError();
        return data.pack as unknown as Scenario;
      },
      meta: { failure: "We couldn't load your scenario" },
    }),
};
