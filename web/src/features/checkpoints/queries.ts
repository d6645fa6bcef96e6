import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const checkpointQueries = {
  /** Reads the checkpoints, latest first. */
  list: () =>
    requestQuery(['checkpoints', 'list'], "We couldn't load your checkpoints", () =>
      supabase.from('checkpoints').select('*').order('created_at', { ascending: false }),
    ),
};

export type Checkpoint = Database['public']['Tables']['checkpoints']['Row'];
