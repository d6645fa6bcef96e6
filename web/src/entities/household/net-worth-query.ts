import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** Reads the net worth at the end of each simulated day, in the base currency. */
export const netWorthQuery = () =>
  requestQuery(['dashboard', 'net-worth'], "We couldn't load your dashboard", () =>
    supabase.rpc('net_worth_history'),
  );
