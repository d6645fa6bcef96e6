import type { Database } from '@/lib/database.types';
import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Dispute = Database['public']['Tables']['disputes']['Row'];

const FAILURE = "We couldn't load the disputes";

export const disputeQueries = {
  /** Reads the latest dispute of a purchase. Returns null if there is none. */
  ofEntry: (entryId: number) =>
    requestQuery(['transactions', 'dispute', entryId], FAILURE, () =>
      supabase
        .from('disputes')
        .select('*')
        .eq('entry_id', entryId)
        .order('opened_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
    ),
  /** Reads how much of a purchase can be disputed, in major units; 0 if it can't be disputed. */
  disputable: (transactionKey: string) =>
    requestQuery(['transactions', 'disputable', transactionKey], FAILURE, () =>
      supabase.rpc('disputable_amount', { transaction_key: transactionKey }),
    ),
};

type Claim = {
  accountId: string;
  entryId: number;
  amount: number;
  reason: string;
  description: string;
  request_id: string;
};

export const disputeMutations = {
  /** Disputes a debit card purchase. */
  open: requestMutation(
    "We couldn't open the dispute",
    ({ accountId, entryId, amount, reason, description, request_id }: Claim) =>
      supabase.rpc('open_dispute', {
        account_id: accountId,
        entry_id: entryId,
        amount,
        reason,
        description: description || null,
        request_id,
      }),
  ),
  withdraw: requestMutation("We couldn't withdraw the dispute", (dispute: Arguments<'withdraw_dispute'>) =>
    supabase.rpc('withdraw_dispute', dispute),
  ),
};
