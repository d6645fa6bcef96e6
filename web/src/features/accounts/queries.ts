import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const accountQueries = {
  /** The customer's own accounts, and those without an owner that everybody sees. */
  list: () =>
    queryOptions({
      queryKey: ['accounts', 'list'],
      queryFn: async () => {
        const { data } = await supabase
          .from('accounts')
          .select('*')
          .order('created_at')
          .order('id')
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load accounts' },
    }),
};
