import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const exchangeRateQueries = {
  /**
   * Reads the exchange rates on a day (`2026-11-23`) for conversion into one currency, keyed by the original
   * currency.
   */
  day: (into: string, day: string) =>
    requestQuery(['exchange-rates', into, day], "We couldn't load exchange rates", async () => {
      const { data } = await supabase
        .from('exchange_rates')
        .select('base, rate')
        .eq('quote', into)
        .eq('rate_date', day)
        .throwOnError();
      const rates: Record<string, number> = Object.fromEntries(data.map((row) => [row.base, row.rate]));
      return { ...rates, [into]: 1 };
    }),
};
