import type { HouseholdRow } from '@engine/household/row.ts';
import { requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const clockQueries = {
  /** Reads the household as engine state; null if it has no products. */
  household: () =>
    requestQuery(['clock', 'household'], "We couldn't load upcoming activity", () =>
      withJson<HouseholdRow | null>(supabase.rpc('my_household')),
    ),
};
