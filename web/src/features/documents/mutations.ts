import { mutationOptions } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export const documentMutations = {
  rename: mutationOptions({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      await supabase.from('documents').update({ name }).eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't rename the file" },
  }),
  move: mutationOptions({
    mutationFn: async ({ ids, folderId }: { ids: string[]; folderId: string | null }) => {
      await supabase.from('documents').update({ folder_id: folderId }).in('id', ids).throwOnError();
    },
    meta: { failure: "We couldn't move the files" },
  }),
  /** Moves the file to the trash. The bank records the real time. */
  remove: mutationOptions({
    mutationFn: async (ids: string[]) => {
      const deleted_at = new Date().toISOString();
      await supabase.from('documents').update({ deleted_at }).in('id', ids).throwOnError();
    },
    meta: { failure: "We couldn't delete the files" },
  }),
  restore: mutationOptions({
    mutationFn: async (ids: string[]) => {
      await supabase.from('documents').update({ deleted_at: null }).in('id', ids).throwOnError();
    },
    meta: { failure: "We couldn't restore the files" },
  }),
  removeForGood: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('documents').delete().eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't delete the file" },
  }),
  attach: mutationOptions({
    mutationFn: async ({ id, rowId }: { id: string; rowId: string }) => {
      await supabase.rpc('attach_document', { document_id: id, transaction_key: rowId }).throwOnError();
    },
    meta: { failure: "We couldn't attach the file" },
  }),
  see: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.rpc('mark_document_read', { document_id: id }).throwOnError();
    },
    meta: { failure: "We couldn't mark the document as viewed" },
  }),
  makeFolder: mutationOptions({
    mutationFn: async (name: string) => {
      await supabase.from('document_folders').insert({ name }).throwOnError();
    },
    meta: { failure: "We couldn't create the folder" },
  }),
  renameFolder: mutationOptions({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      await supabase.from('document_folders').update({ name }).eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't rename the folder" },
  }),
  /** The folder's files stay, without a folder. */
  removeFolder: mutationOptions({
    mutationFn: async (id: string) => {
      await supabase.from('document_folders').delete().eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't delete the folder" },
  }),
};
