import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
/** A mortgage with the money that the bank holds for it. */
export type Mortgage = Tables['mortgages']['Row'] & {
  debt_reserves: Pick<Tables['debt_reserves']['Row'], 'id' | 'balance' | 'kind'>[];
};

export const mortgageQueries = {
  list: () =>
    requestQuery(['mortgages', 'list'], 'Failed to load mortgages', () =>
      supabase.from('mortgages').select('*, debt_reserves(id, balance, kind)').order('created_at'),
    ),
};
