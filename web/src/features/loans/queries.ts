import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Loan = Database['public']['Tables']['loans']['Row'];

export const loanQueries = {
  list: () =>
    requestQuery(['loans', 'list'], 'Failed to load loans', () =>
      supabase.from('loans').select('*').order('created_at'),
    ),
};
