import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
/** A transfer or request that needs the customer's response. */
export type PeerTransfer = Tables['peer_transfers']['Row'];
/** A payment or request as the customer sees it. Amounts are in major units. */
export type PeerPayment = Tables['peer_payments']['Row'];
export type Contact = Tables['contacts']['Row'];

const MAX_ROWS = 500;

export const peopleQueries = {
  /** Reads the customer's confirmed address, or null if there is none. */
  confirmedAddress: () =>
    requestQuery(['people', 'confirmed-address'], "We couldn't load your email address", async () => {
      const { data } = await supabase.rpc('my_confirmed_email').throwOnError();
      return (data as string | null) ?? null;
    }),
  /** Reads the open transfers and requests that the customer received, newest first. */
  inbox: () =>
    requestQuery(['people', 'inbox'], "We couldn't load your inbox", () =>
      supabase
        .from('peer_transfers')
        .select('*')
        .eq('state', 'pending')
        .order('created_at', { ascending: false })
        .limit(MAX_ROWS),
    ),
  /** Reads the customer's payments and requests by simulated time, newest first. */
  payments: (most = MAX_ROWS) =>
    requestQuery(['people', 'payments', most], "We couldn't load your payments with people", () =>
      supabase
        .from('peer_payments')
        .select('*')
        .order('at', { ascending: false })
        .order('id', { ascending: false })
        .limit(most),
    ),
  contacts: () =>
    requestQuery(['people', 'contacts'], "We couldn't load your contacts", () =>
      supabase.from('contacts').select('*').order('favorite', { ascending: false }).order('name').order('id'),
    ),
  /** Reads the limits on peer payments in a currency: per payment and for the current simulated day. */
  limits: (currency: string) =>
    requestQuery(['people', 'limits', currency], "We couldn't load your limits", () =>
      supabase.rpc('people_limits', { currency }).single(),
    ),
  /** Converts the amount to the account's currency at today's simulated rate. */
  quote: (accountId: string, amount: number, currency: string) =>
    requestQuery(['people', 'quote', accountId, amount, currency], "We couldn't load the exchange rate", () =>
      supabase.rpc('quote_peer_payment', { account_id: accountId, amount, currency }).single(),
    ),
};
