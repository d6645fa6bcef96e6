import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const documentMutations = {
  rename: mutationOptions({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      await supabase.from('documents').update({ name }).eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to rename the file' },
  }),
  move: mutationOptions({
    mutationFn: async ({ id, folderId }: { id: string; folderId: string | null }) => {
      await supabase.from('documents').update({ folder_id: folderId }).eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to move the file' },
  }),
  /** Into the bin; the bank notes the true instant. */
  remove: mutationOptions({
    mutationFn: async (id: string) => {
      const deleted_at = new Date().toISOString();
      await supabase.from('documents').update({ deleted_at }).eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to delete the file' },
  }),
  restore: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('documents').update({ deleted_at: null }).eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to bring the file back' },
  }),
  removeForGood: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('documents').delete().eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to delete the file' },
  }),
  attach: mutationOptions({
    mutationFn: async ({ id, rowId }: { id: string; rowId: string }) => {
      await supabase.rpc('attach_document', { document_id: id, row_id: rowId }).throwOnError();
    },
    meta: { failure: 'Failed to attach the file' },
  }),
  see: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.rpc('see_document', { document_id: id }).throwOnError();
    },
    meta: { failure: 'Failed to note that you have seen the document' },
  }),
  makeFolder: mutationOptions({
    mutationFn: async (name: string) => {
      await supabase.from('document_folders').insert({ name }).throwOnError();
    },
    meta: { failure: 'Failed to make the folder' },
  }),
  renameFolder: mutationOptions({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      await supabase.from('document_folders').update({ name }).eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to rename the folder' },
  }),
  /** Its files stay, without a folder. */
  removeFolder: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('document_folders').delete().eq('id', id).throwOnError();
    },
    meta: { failure: 'Failed to delete the folder' },
  }),
};
