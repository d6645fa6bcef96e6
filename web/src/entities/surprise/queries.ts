import type { Database } from '@/lib/database.types';
import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** A surprise of the last 12 months. `cost` is negative if the customer received money. */
export type PastSurprise = Omit<
  Database['public']['Functions']['past_surprises']['Returns'][number],
  'chosen'
> & { chosen: string | null };

export const surpriseQueries = {
  /** Reads the surprises of the last 12 months, newest first. */
  past: () =>
    requestQuery(['surprises', 'past'], "We couldn't load your surprises", () =>
      supabase.rpc('past_surprises').overrideTypes<PastSurprise[], { merge: false }>(),
    ),
};

export const surpriseMutations = {
  decide: requestMutation("We couldn't save your decision", (decision: Arguments<'decide_surprise'>) =>
    supabase.rpc('decide_surprise', decision),
  ),
};
