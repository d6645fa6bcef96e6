import { mutationOptions } from '@tanstack/react-query';
import type { Database, Json } from '@/lib/database.types';
import { QueuedForLater } from '@/lib/offline/queue';
import { supabase } from '@/lib/supabase';

type Splits = Database['public']['Tables']['transaction_splits']['Row'];

export type Split = Pick<Splits, 'category_id' | 'amount' | 'note'>;

/** The new values of transactions. Missing ones don't change. */
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
  describe: mutationOptions({
    mutationFn: async ({ rowIds, changes }: { rowIds: string[]; changes: AnnotationChanges }) => {
      try {
        const { data } = await supabase
          .rpc('annotate_transactions', { transaction_keys: rowIds, changes: changes as Json })
          .throwOnError();
        return data;
      } catch (error) {
        // The offline banner is visible, and the edit is kept and sent later.
        if (error instanceof TypeError) throw new QueuedForLater();
        throw error;
      }
    },
    meta: { failure: "We couldn't save the transaction" },
  }),
  undo: mutationOptions({
    mutationFn: async (editId: string) => {
      const { data } = await supabase.rpc('undo_transaction_edit', { edit_id: editId }).throwOnError();
      return data;
    },
    meta: { failure: "We couldn't undo the change" },
  }),
  split: mutationOptions({
    mutationFn: async ({ rowId, parts }: { rowId: string; parts: readonly Split[] }) => {
      const { data } = await supabase
        .rpc('split_transaction', { transaction_key: rowId, parts: [...parts] })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't split the transaction" },
  }),
  attach: mutationOptions({
    mutationFn: async ({ rowId, documentId }: { rowId: string; documentId: string }) => {
      await supabase
        .rpc('attach_document', { transaction_key: rowId, document_id: documentId })
        .throwOnError();
    },
    meta: { failure: "We couldn't attach the document" },
  }),
  detach: mutationOptions({
    mutationFn: async ({ rowId, documentId }: { rowId: string; documentId: string }) => {
      await supabase
        .rpc('detach_document', { transaction_key: rowId, document_id: documentId })
        .throwOnError();
    },
    meta: { failure: "We couldn't remove the document" },
  }),
  addCategory: mutationOptions({
    mutationFn: async ({ name, kind }: { name: string; kind: 'spending' | 'income' }) => {
      const { data } = await supabase
        .from('categories')
        .insert({ name, kind })
        .select()
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't add the category" },
  }),
  correct: mutationOptions({
    mutationFn: async ({ rowId, amount, description, requestId }: Correcting) => {
      const { data } = await supabase
        .rpc('reverse_transaction', {
          transaction_key: rowId,
          right_amount: amount,
          description,
          request_id: requestId,
        })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't correct the transaction" },
  }),
};

/** `amount` null reverses it without a replacement. In major units. */
export type Correcting = {
  rowId: string;
  amount: number | null;
  description: string | null;
  requestId: string;
};
