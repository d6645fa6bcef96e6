import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const documentMutations = {
  rename: requestMutation("We couldn't rename the file", ({ id, name }: { id: string; name: string }) =>
    supabase.from('documents').update({ name }).eq('id', id),
  ),
  move: requestMutation(
    "We couldn't move the files",
    ({ ids, folderId }: { ids: string[]; folderId: string | null }) =>
      supabase.from('documents').update({ folder_id: folderId }).in('id', ids),
  ),
  /** Moves files to the trash. The bank records the real time of the deletion. */
  remove: requestMutation("We couldn't delete the files", (ids: string[]) =>
    supabase.from('documents').update({ deleted_at: new Date().toISOString() }).in('id', ids),
  ),
  restore: requestMutation("We couldn't restore the files", (ids: string[]) =>
    supabase.from('documents').update({ deleted_at: null }).in('id', ids),
  ),
  removeForGood: requestMutation("We couldn't delete the file", (id: string) =>
    supabase.from('documents').delete().eq('id', id),
  ),
  attach: requestMutation("We couldn't attach the file", ({ id, rowId }: { id: string; rowId: string }) =>
    supabase.rpc('attach_document', { document_id: id, transaction_key: rowId }),
  ),
  see: requestMutation("We couldn't mark the document as viewed", (id: string) =>
    supabase.rpc('mark_document_read', { document_id: id }),
  ),
  makeFolder: requestMutation("We couldn't create the folder", (name: string) =>
    supabase.from('document_folders').insert({ name }),
  ),
  renameFolder: requestMutation(
    "We couldn't rename the folder",
    ({ id, name }: { id: string; name: string }) =>
      supabase.from('document_folders').update({ name }).eq('id', id),
  ),
  /** Deletes a folder. Its files remain outside any folder. */
  removeFolder: requestMutation("We couldn't delete the folder", (id: string) =>
    supabase.from('document_folders').delete().eq('id', id),
  ),
};
