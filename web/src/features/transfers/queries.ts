import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const transferQueries = {
  /** Reads the result of a currency transfer at today's simulated rate. */
  quote: (from: string, to: string, amount: number) =>
    queryOptions({
      queryKey: ['transfers', 'quote', from, to, amount],
      queryFn: async () => {
        const { data } = await supabase
          .rpc('quote_transfer', { from_account_id: from, to_account_id: to, amount })
          .single()
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load the exchange rate" },
    }),
};
