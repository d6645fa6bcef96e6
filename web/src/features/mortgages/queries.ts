import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Mortgage = Database['public']['Tables']['mortgages']['Row'];

export const mortgageQueries = {
  list: () =>
    requestQuery(['mortgages', 'list'], 'Failed to load mortgages', () =>
      supabase.from('mortgages').select('*').order('created_at'),
    ),
};
