import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const exchangeRateQueries = {
  /** Reads the rates of a day (`2026-11-23`) into a currency, by currency. */
  day: (into: string, day: string) =>
    queryOptions({
      queryKey: ['exchange-rates', into, day],
      queryFn: async () => {
        const { data } = await supabase
          .from('exchange_rates')
          .select('base, rate')
          .eq('quote', into)
          .eq('rate_date', day)
          .throwOnError();
        const rates: Record<string, number> = Object.fromEntries(data.map((row) => [row.base, row.rate]));
        return { ...rates, [into]: 1 };
      },
      meta: { failure: "We couldn't load exchange rates" },
    }),
};
