import type { CreditFacts } from '@engine/credit/facts.ts';
import { queryOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const creditScoreQueries = {
  /** Reads the customer's credit record; null before there is one. */
  facts: () =>
    queryOptions({
      queryKey: ['credit-score', 'facts'],
      queryFn: async () => {
        const { data } = await supabase.rpc('my_credit_facts').throwOnError();
        return data as unknown as CreditFacts | null;
      },
      meta: { failure: "We couldn't load your credit score" },
    }),
};
