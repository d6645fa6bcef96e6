import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { supabase } from '@/lib/supabase';

export type Loan = Database['public']['Tables']['loans']['Row'];

export const loanQueries = {
  list: () =>
    queryOptions({
      queryKey: ['loans', 'list'],
      queryFn: async () => {
        const { data } = await supabase.from('loans').select('*').order('created_at').throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load loans' },
    }),
};
