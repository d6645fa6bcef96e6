import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const transferQueries = {
  /** Reads a quote for a transfer between currencies at today's simulated rate. */
  quote: (from: string, to: string, amount: number) =>
    requestQuery(['transfers', 'quote', from, to, amount], "We couldn't load the exchange rate", () =>
      supabase.rpc('quote_transfer', { from_account_id: from, to_account_id: to, amount }).single(),
    ),
};
