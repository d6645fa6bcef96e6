import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

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
