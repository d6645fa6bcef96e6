import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const financialHealthQueries = {
  /** Reads the scheduled payments that failed since an instant (ISO 8601). */
  failedPayments: (since: string) =>
    requestQuery(['financial-health', 'failed', since], "We couldn't load your payments", () =>
      supabase.from('household_events').select('subject').eq('kind', 'payment_failed').gte('at', since),
    ),
};
