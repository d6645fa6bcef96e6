import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

const FAILURE = { failure: 'Failed to load your dashboard' };

export const dashboardQueries = {
  /** What all is worth at the end of each simulated day, by currency. */
  netWorth: () =>
    queryOptions({
      queryKey: ['dashboard', 'net-worth'],
      queryFn: async () => {
        const { data } = await supabase.rpc('net_worth_history').throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** In and out of the current simulated month; what moves between own accounts is neither. */
  monthFlow: () =>
    queryOptions({
      queryKey: ['dashboard', 'month-flow'],
      queryFn: async () => {
        const { data } = await supabase.rpc('month_flow').throwOnError();
        return data;
      },
      meta: FAILURE,
    }),
  /** Rates of a day into the customer's base currency. */
  rates: (base: string, day: string) =>
    queryOptions({
      queryKey: ['dashboard', 'rates', base, day],
      queryFn: async () => {
        const { data } = await supabase
          .from('exchange_rates')
          .select('base, rate')
          .eq('quote', base)
          .eq('rate_date', day)
          .throwOnError();
        return Object.fromEntries([[base, 1], ...data.map((row) => [row.base, row.rate])]) as Record<
          string,
          number
        >;
      },
      meta: FAILURE,
    }),
};
