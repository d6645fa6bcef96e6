import type { HouseholdRow } from '@engine/household-row.ts';
import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

/** What a customer should hear of without looking for it. */
const NEWS = ['payment_failed', 'deposit_failed', 'payment_missed', 'delinquent', 'shock', 'goal_reached'];
const NEWEST = 20;

export const clockQueries = {
  /** The newest happenings that need an eye. */
  news: () =>
    queryOptions({
      queryKey: ['clock', 'news'],
      queryFn: async () => {
        const { data } = await supabase
          .from('happenings')
          .select('id, at, kind, description, event_key')
          .in('kind', NEWS)
          .order('at', { ascending: false })
          .limit(NEWEST)
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load what happened' },
    }),
  /** The household as the engine lives it; null before there is a product for time to act on. */
  household: () =>
    queryOptions({
      queryKey: ['clock', 'household'],
      queryFn: async () => {
        const { data } = await supabase.rpc('my_household').throwOnError();
        return data as HouseholdRow | null;
      },
      meta: { failure: 'Failed to load what comes next' },
    }),
};
