import type { CardDecision } from '@engine/credit/card-policy.ts';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type ApplicationRow = Database['public']['Tables']['card_applications']['Row'];

export type CardApplication = Omit<ApplicationRow, 'decision'> & {
  decision: CardDecision;
  /** True if the offered card can be opened. */
  is_open: boolean;
};

export const cardApplicationQueries = {
  /** Reads the customer's card applications, latest first. */
  list: () =>
    requestQuery(['card-applications', 'list'], "We couldn't load your card applications", () =>
      supabase
        .from('card_applications')
        .select('*, is_open')
        .order('decided_at', { ascending: false })
        .order('id')
        .overrideTypes<CardApplication[], { merge: false }>(),
    ),
};
