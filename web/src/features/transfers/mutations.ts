import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

type Transfer = { from: string; to: string; amount: number; description: string; requestId: string };

export const transferMutations = {
  /** The two changed accounts, the source first. */
  transfer: mutationOptions({
    mutationFn: async ({ from, to, amount, description, requestId }: Transfer) => {
      const { data } = await supabase
        .rpc('transfer', {
          from_account_id: from,
          to_account_id: to,
          amount,
          description: description || null,
          request_id: requestId,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to move money' },
  }),
};
