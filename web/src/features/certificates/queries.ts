import type { Database } from '@/lib/database.types';
import { type Arguments, requestMutation, requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Certificate = Database['public']['Tables']['certificates']['Row'];

export const certificateQueries = {
  /** Reads the terms of a CD. */
  of: (accountId: string) =>
    requestQuery(['certificates', accountId], "We couldn't load this CD", () =>
      supabase.from('certificates').select('*').eq('account_id', accountId).single(),
    ),
};

export const certificateMutations = {
  /** Reads what a withdrawal pays and costs now. Without an amount, everything is withdrawn. */
  quote: requestMutation("We couldn't compute the penalty", (withdrawal: Arguments<'quote_cd_withdrawal'>) =>
    supabase.rpc('quote_cd_withdrawal', withdrawal).single(),
  ),
  open: requestMutation("We couldn't open the CD", (opening: Arguments<'open_cd'>) =>
    supabase.rpc('open_cd', opening),
  ),
  choose: requestMutation("We couldn't save your choices", (choices: Arguments<'set_cd_choices'>) =>
    supabase.rpc('set_cd_choices', choices),
  ),
  withdraw: requestMutation("We couldn't withdraw from the CD", (withdrawal: Arguments<'withdraw_from_cd'>) =>
    supabase.rpc('withdraw_from_cd', withdrawal),
  ),
};
