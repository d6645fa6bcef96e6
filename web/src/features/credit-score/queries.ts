import type { CreditFacts } from '@engine/credit/facts.ts';
import { requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const creditScoreQueries = {
  /** Reads the customer's credit record; null if there is none yet. */
  facts: () =>
    requestQuery(['credit-score', 'facts'], "We couldn't load your credit score", () =>
      withJson<CreditFacts | null>(supabase.rpc('my_credit_facts')),
    ),
};
