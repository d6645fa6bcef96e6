import type { HouseholdRow } from '@engine/household/row.ts';
import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const clockQueries = {
  /** The household as engine state; null without any product. */
  household: () =>
    queryOptions({
      queryKey: ['clock', 'household'],
      queryFn: async () => {
        const { data } = await supabase.rpc('my_household').throwOnError();
        return data as HouseholdRow | null;
      },
      meta: { failure: "We couldn't load upcoming activity" },
    }),
};
