import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
/** A loan with the half payments that the bank holds for it. */
export type Loan = Tables['loans']['Row'] & {
  debt_reserves: Pick<Tables['debt_reserves']['Row'], 'id' | 'balance' | 'kind'>[];
};

export const loanQueries = {
  list: () =>
    requestQuery(['loans', 'list'], 'Failed to load loans', () =>
      supabase.from('loans').select('*, debt_reserves(id, balance, kind)').order('created_at'),
    ),
};
