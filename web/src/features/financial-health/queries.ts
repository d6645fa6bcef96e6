import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

/** The most months that streaks look back. */
const STREAK_MONTHS = 60;

export const financialHealthQueries = {
  /** Reads what the customer did in each of the last full calendar months, oldest first. */
  habitMonths: () =>
    requestQuery(['financial-health', 'habits'], "We couldn't load your streaks", () =>
      supabase.rpc('habit_months', { months: STREAK_MONTHS }),
    ),
  /** Reads the scheduled payments that failed since an instant (ISO 8601). */
  failedPayments: (since: string) =>
    requestQuery(['financial-health', 'failed', since], "We couldn't load your payments", () =>
      supabase.from('household_events').select('subject').eq('kind', 'payment_failed').gte('at', since),
    ),
};
