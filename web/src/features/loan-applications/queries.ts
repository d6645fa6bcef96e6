import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const loanApplicationQueries = {
  list: () =>
    queryOptions({
      queryKey: ['loan-applications', 'list'],
      queryFn: async () => {
        const { data } = await supabase
          .from('loan_applications')
          .select('*')
          .order('submitted_at', { ascending: false })
          .throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load loan applications' },
    }),
};
