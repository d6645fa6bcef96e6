import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
/** A mortgage with its escrow accounts. */
export type Mortgage = Tables['mortgages']['Row'] & {
  debt_reserves: Pick<Tables['debt_reserves']['Row'], 'id' | 'balance'>[];
};

export const mortgageQueries = {
  list: () =>
    requestQuery(['mortgages', 'list'], 'Failed to load mortgages', () =>
      supabase.from('mortgages').select('*, debt_reserves(id, balance)').order('created_at'),
    ),
};
