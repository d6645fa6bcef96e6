import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const ledgerQueries = {
  summary: () =>
    requestQuery(['customers', 'books'], "We couldn't load your ledger", async () => {
      const { data } = await supabase.rpc('my_books').throwOnError();
      return data as { entries: number; postings: number; first_at: string | null; violations: number };
    }),
};
