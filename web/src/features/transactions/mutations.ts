import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

type Details = { id: string; description: string; categoryId: string };

export const transactionMutations = {
  /** Words and category may be changed; money never: a mistake is reversed by a new movement. */
  describe: mutationOptions({
    mutationFn: async ({ id, description, categoryId }: Details) => {
      const changes = { description: description || null, category_id: categoryId || null };
      const { data } = await supabase
        .from('transactions')
        .update(changes)
        .eq('id', id)
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: 'Failed to update transaction' },
  }),
};
