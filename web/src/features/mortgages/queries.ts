import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';

export type Mortgage = Database['public']['Tables']['mortgages']['Row'];

export const mortgageQueries = {
  list: () =>
    queryOptions({
      queryKey: ['mortgages', 'list'],
      queryFn: async () => {
        const { data } = await supabase.from('mortgages').select('*').order('created_at').throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load mortgages' },
    }),
};
