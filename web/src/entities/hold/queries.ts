import type { Database } from '@/lib/database.types';
import { requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Hold = Database['public']['Tables']['holds']['Row'];

export const holdQueries = {
  /** Reads the open holds of all accounts and cards, latest first. */
  open: () =>
    requestQuery(['holds', 'open'], "We couldn't load pending transactions", () =>
      supabase
        .from('holds')
        .select('*')
        .is('ended_at', null)
        .order('placed_at', { ascending: false })
        .order('id'),
    ),
  /** Reads the hold of a purchase that was pending before it posted. Returns null if there was none. */
  ofEntry: (entryId: number) =>
    requestQuery(['holds', 'entry', entryId], "We couldn't load the authorization", () =>
      supabase.rpc('authorization_of_entry', { entry_id: entryId }).maybeSingle(),
    ),
};

type Purchase = {
  /** The account or the card that pays. */
  accountId: string | null;
  cardId: string | null;
  amount: number;
  purchase: string;
  merchant: string;
  category: string;
  /** The tip of a restaurant; null if the customer decides later. */
  tip: number | null;
  requestId: string;
};

export const holdMutations = {
  authorize: requestMutation(
    "We couldn't make the purchase",
    ({ accountId, cardId, amount, purchase, merchant, category, tip, requestId }: Purchase) =>
      supabase.rpc('authorize_purchase', {
        amount,
        purchase,
        merchant,
        category,
        ...(accountId && { account_id: accountId }),
        ...(cardId && { card_id: cardId }),
        ...(tip !== null && { tip }),
        request_id: requestId,
      }),
  ),
  release: requestMutation("We couldn't cancel the purchase", (id: string) =>
    supabase.rpc('release_hold', { hold_id: id }),
  ),
};
