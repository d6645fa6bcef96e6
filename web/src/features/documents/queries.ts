import { queryOptions } from '@tanstack/react-query';
import { allDocuments, fetchDocument } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import type { Database } from '@/lib/database.types';
import { requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export type Folder = Database['public']['Tables']['document_folders']['Row'];

export type Movement = Pick<
  Database['public']['Tables']['transactions']['Row'],
  'id' | 'date' | 'merchant' | 'description' | 'kind' | 'amount' | 'direction' | 'currency'
>;

const MOVEMENT = 'id, date, merchant, description, kind, amount, direction, currency';
const LATEST_MOVEMENTS = 500;
/** Text files above this size have no preview. */
const LONGEST_TEXT_BYTES = 200_000;

/** A statement's closing balance in major units. What is owed on a card is negative. */
export type StatementBalance = { balance: number; currency: string };

export const documentQueries = {
  all: allDocuments,
  /** Reads closing balances by document id. Statements never change, so the result is cached. */
  balances: (ids: readonly string[]) => ({
    ...requestQuery(['documents', 'balances', ids], "We couldn't load the closing balances", async () => {
      const { data } = await supabase.rpc('statement_balances', { document_ids: [...ids] }).throwOnError();
      return new Map<string, StatementBalance>(data.map(({ document_id, ...rest }) => [document_id, rest]));
    }),
    staleTime: Number.POSITIVE_INFINITY,
  }),
  folders: () =>
    requestQuery(['documents', 'folders'], "We couldn't load your folders", () =>
      supabase.from('document_folders').select().order('name'),
    ),
  /** Reads the customer's storage usage and limits, in bytes. */
  room: () =>
    requestQuery(['documents', 'room'], "We couldn't load your storage usage", () =>
      withJson<Record<'used' | 'highest' | 'largest', number>>(supabase.rpc('upload_quota')),
    ),
  /** Reads the latest transactions that a file can be attached to. */
  movements: () =>
    requestQuery(['documents', 'movements'], "We couldn't load your transactions", () =>
      supabase
        .from('transactions')
        .select(MOVEMENT)
        .order('date', { ascending: false })
        .limit(LATEST_MOVEMENTS),
    ),
  /** Reads the transactions that a file is attached to. For card transactions, only the id is known. */
  attachedTo: (id: string) =>
    requestQuery(['documents', 'attached', id], "We couldn't load attached transactions", async () => {
      const { data } = await supabase
        .from('transaction_attachments')
        .select('transaction_key')
        .eq('document_id', id)
        .throwOnError();
      const rowIds = data.map(({ transaction_key }) => transaction_key);
      const ids = rowIds.filter((rowId) => !rowId.includes(':'));
      const { data: movements } = await supabase
        .from('transactions')
        .select(MOVEMENT)
        .in('id', ids)
        .throwOnError();
      return rowIds.map((rowId) => ({ rowId, movement: movements.find((row) => row.id === rowId) }));
    }),
  /** Reads a file. Files never change, so the result is cached. */
  file: (document: SavedDocument) =>
    queryOptions({
      queryKey: ['documents', 'file', document.id],
      queryFn: () => fetchDocument(document),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: "We couldn't open the document" },
    }),
  /** Reads the beginning of a text file as plain text. */
  text: (document: SavedDocument, file: Blob) =>
    queryOptions({
      queryKey: ['documents', 'text', document.id],
      queryFn: () => file.slice(0, LONGEST_TEXT_BYTES).text(),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: "We couldn't open the document" },
    }),
};
