import { scenarioRunQueries } from '@/entities/scenario/queries';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type { ScenarioFile } from './scenarios';

export const scenarioQueries = {
  ...scenarioRunQueries,
  /**
   * Reads the scenarios that the customer imported, newest first. Skips scenarios that this version can't
   * parse.
   */
  packs: () =>
    requestQuery(
      ['scenarios', 'scenario_packs'],
      "We couldn't load your scenarios",
      async (): Promise<(ScenarioFile & { id: string })[]> => {
        const [{ data }, { parseScenario: readPack }] = await Promise.all([
          supabase
            .from('scenario_packs')
            .select('id, file')
            .order('created_at', { ascending: false })
            .throwOnError(),
          import('@engine/scenarios/file.ts'),
        ]);
        return data.flatMap(({ id, file }) => {
          const read = readPack(file);
          return 'pack' in read ? [{ id, text: file, pack: read.pack }] : [];
        });
      },
    ),
};
