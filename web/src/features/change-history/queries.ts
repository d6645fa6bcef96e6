import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

const MOST_SHOWN = 200;

/** A change with its values before and after, by column. */
export type Change = Omit<Database['public']['Tables']['changes']['Row'], 'fields'> & {
  fields: Record<string, [FieldValue, FieldValue]>;
};
export type FieldValue = string | number | boolean | null;

export const changeQueries = {
  /** Reads the latest changes, newest first: all of them, or those of one product, rule, budget, or goal. */
  latest: (subjectId: string | null) =>
    requestQuery(['changes', subjectId], "We couldn't load your change history", async () => {
      const changes = supabase
        .from('changes')
        .select('*')
        .order('changed_at', { ascending: false })
        .limit(MOST_SHOWN);
      const { data } = await (subjectId ? changes.eq('subject_id', subjectId) : changes).throwOnError();
      return data as Change[];
    }),
};
