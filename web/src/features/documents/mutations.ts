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
    mutationFn: async ({ ids, folderId }: { ids: string[]; folderId: string | null }) => {
      await supabase.from('documents').update({ folder_id: folderId }).in('id', ids).throwOnError();
    },
    meta: { failure: 'Failed to move the files' },
  }),
  /** Into the bin; the bank notes the true instant. */
  remove: mutationOptions({
    mutationFn: async (ids: string[]) => {
      const deleted_at = new Date().toISOString();
      await supabase.from('documents').update({ deleted_at }).in('id', ids).throwOnError();
    },
    meta: { failure: 'Failed to delete the files' },
  }),
  restore: mutationOptions({
    mutationFn: async (ids: string[]) => {
      await supabase.from('documents').update({ deleted_at: null }).in('id', ids).throwOnError();
    },
    meta: { failure: 'Failed to bring the files back' },
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
