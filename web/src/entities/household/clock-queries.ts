import type { HouseholdRow } from '@engine/household/row.ts';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const clockQueries = {
  /** The household as engine state; null without any product. */
  household: () =>
    requestQuery(['clock', 'household'], "We couldn't load upcoming activity", async () => {
      const { data } = await supabase.rpc('my_household').throwOnError();
      return data as HouseholdRow | null;
    }),
};
