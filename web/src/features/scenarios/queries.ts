import type { Play as Course } from '@engine/scenarios/run-state.ts';
import type { Pack } from '@engine/scenarios/scenario.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Play, PlayState, PlaySummary } from '@/entities/scenario/play';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';
import type { PackFile } from './catalog/shipped-scenarios';

type Row = Database['public']['Tables']['plays']['Row'];

export const storyQueries = {
  /** The stories that the customer brought, the newest first; what this bank cannot read any more is left out. */
  packs: () =>
    queryOptions({
      queryKey: ['stories', 'packs'],
      queryFn: async (): Promise<(PackFile & { id: string })[]> => {
        const [{ data }, { readPack }] = await Promise.all([
          supabase.from('packs').select('id, file').order('created_at', { ascending: false }).throwOnError(),
          import('@engine/scenarios/file.ts'),
        ]);
        return data.flatMap(({ id, file }) => {
          const read = readPack(file);
          return 'pack' in read ? [{ id, text: file, pack: read.pack }] : [];
        });
      },
      meta: { failure: "We couldn't load your scenarios" },
    }),
  /** Every play, the newest first. */
  plays: () =>
    queryOptions({
      queryKey: ['stories', 'plays'],
      queryFn: async (): Promise<PlaySummary[]> => {
        const { data } = await supabase
          .from('plays')
          .select(
            'id, pack_id, title, state, is_current, begins:results->begins, ends:results->ends, outcome:results->outcome, objectives:results->objectives',
          )
          .order('created_at', { ascending: false })
          .throwOnError();
        return (data as unknown as (PlaySummary & PlaySummary['course'])[]).map(
          ({ begins, ends, outcome, objectives, ...play }) => ({
            ...play,
            course: { begins, ends, outcome, objectives },
          }),
        );
      },
      meta: { failure: "We couldn't load your past runs" },
    }),
  /** One play with its pack; null when there is none of that id. */
  play: (id: string) =>
    queryOptions({
      queryKey: ['stories', 'play', id],
      queryFn: async (): Promise<Play | null> => {
        const { data } = await supabase.from('plays').select('*').eq('id', id).maybeSingle().throwOnError();
        return data && playOf(data);
      },
      meta: { failure: "We couldn't load the run" },
    }),
  /** The play that the present life is, over or not; null outside of a story. */
  current: () =>
    queryOptions({
      queryKey: ['stories', 'current'],
      queryFn: async (): Promise<Play | null> => {
        const { data } = await supabase
          .from('plays')
          .select('*')
          .eq('is_current', true)
          .maybeSingle()
          .throwOnError();
        return data && playOf(data);
      },
      meta: { failure: "We couldn't load your scenario" },
    }),
};

function playOf({
  id,
  pack_id,
  title,
  state,
  is_current,
  pack,
  results,
  life_before,
  last_checkpoint,
}: Row): Play {
  return {
    id,
    pack_id,
    title,
    state: state as PlayState,
    is_current,
    life_before,
    last_checkpoint,
    pack: pack as unknown as Pack,
    course: results as unknown as Course,
  };
}
