import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/lib/database.types';
import { allDocuments, fetchDocument } from '@/lib/documents';
import { supabase } from '@/lib/supabase';
import type { KeptDocument } from '@/lib/uploads';

export type Folder = Database['public']['Tables']['document_folders']['Row'];
/** In bytes. */
export type Room = { used: number; highest: number; largest: number };

/** What is longer is read elsewhere. */
const LONGEST_TEXT_BYTES = 200_000;

export const documentQueries = {
  all: allDocuments,
  folders: () =>
    queryOptions({
      queryKey: ['documents', 'folders'],
      queryFn: async () => {
        const { data } = await supabase.from('document_folders').select().order('name').throwOnError();
        return data;
      },
      meta: { failure: 'Failed to load your folders' },
    }),
  room: () =>
    queryOptions({
      queryKey: ['documents', 'room'],
      queryFn: async () => (await supabase.rpc('upload_room').throwOnError()).data as Room,
      meta: { failure: 'Failed to load how much room is left' },
    }),
  /** The bytes never change, so they are read once. */
  file: (document: KeptDocument) =>
    queryOptions({
      queryKey: ['documents', 'file', document.id],
      queryFn: () => fetchDocument(document),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: 'Failed to open the document' },
    }),
  /** The beginning of a text, as text and nothing else. */
  text: (document: KeptDocument, file: Blob) =>
    queryOptions({
      queryKey: ['documents', 'text', document.id],
      queryFn: () => file.slice(0, LONGEST_TEXT_BYTES).text(),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: 'Failed to open the document' },
    }),
};
