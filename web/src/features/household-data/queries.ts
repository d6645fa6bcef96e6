import { requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type LedgerSummary = {
  entries: number;
  postings: number;
  first_at: string | null;
  violations: number;
};

export const ledgerQueries = {
  summary: () =>
    requestQuery(['customers', 'books'], "We couldn't load your ledger", () =>
      withJson<LedgerSummary>(supabase.rpc('my_books')),
    ),
};
