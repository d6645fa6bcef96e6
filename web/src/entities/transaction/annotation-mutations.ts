import type { Database, Json } from '@/lib/database.types';
import { QueuedForLater } from '@/lib/offline/queue';
import { type Arguments, requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Splits = Database['public']['Tables']['transaction_splits']['Row'];

export type Split = Pick<Splits, 'category_id' | 'amount' | 'note'>;

/** The new values of transactions. Omitted values stay unchanged. */
export type AnnotationChanges = {
  category_id?: string | null;
  description?: string;
  merchant?: string;
  note?: string;
  tags?: string[];
  add_tags?: string[];
  remove_tags?: string[];
};

export const detailMutations = {
  describe: requestMutation(
    "We couldn't save the transaction",
    async ({ rowIds, changes }: { rowIds: string[]; changes: AnnotationChanges }) => {
      try {
        const { data } = await supabase
          .rpc('annotate_transactions', { transaction_keys: rowIds, changes: changes as Json })
          .throwOnError();
        return data;
      } catch (error) {
        // The offline banner is visible, and the edit is saved and sent later.
        if (error instanceof TypeError) throw new QueuedForLater();
        throw error;
      }
    },
  ),
  undo: requestMutation("We couldn't undo the change", (editId: string) =>
    supabase.rpc('undo_transaction_edit', { edit_id: editId }),
  ),
  split: requestMutation("We couldn't split the transaction", (split: Arguments<'split_transaction'>) =>
    supabase.rpc('split_transaction', split),
  ),
  attach: requestMutation("We couldn't attach the document", (attachment: Arguments<'attach_document'>) =>
    supabase.rpc('attach_document', attachment),
  ),
  detach: requestMutation("We couldn't remove the document", (attachment: Arguments<'detach_document'>) =>
    supabase.rpc('detach_document', attachment),
  ),
  addCategory: requestMutation(
    "We couldn't add the category",
    ({ name, kind }: { name: string; kind: 'spending' | 'income' }) =>
      supabase.from('categories').insert({ name, kind }).select().single(),
  ),
  /** Reverses a transaction. If `right_amount` isn't null, also posts a replacement. */
  correct: requestMutation(
    "We couldn't correct the transaction",
    (correction: Arguments<'reverse_transaction'>) => supabase.rpc('reverse_transaction', correction),
  ),
};
