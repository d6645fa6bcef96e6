import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const ledgerQueries = {
  summary: () =>
    queryOptions({
      queryKey: ['customers', 'books'],
      queryFn: async () => {
        const { data } = await supabase.rpc('my_books').throwOnError();
        return data as { entries: number; postings: number; first_at: string | null; violations: number };
      },
      meta: { failure: "We couldn't load your ledger" },
    }),
};
