import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';

export const checkpointQueries = {
  /** Checkpoints, latest first. */
  list: () =>
    queryOptions({
      queryKey: ['checkpoints', 'list'],
      queryFn: async () => {
        const { data } = await supabase
          .from('checkpoints')
          .select('*')
          .order('created_at', { ascending: false })
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load your checkpoints" },
    }),
};

export type Checkpoint = Database['public']['Tables']['checkpoints']['Row'];
