import type { SavedDocument } from '@/entities/document/uploads';
import type { Database } from '@/lib/database.types';
import { requestQuery, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
/** A support ticket. Its timestamps are in real time. */
export type Ticket = Tables['tickets']['Row'];
export type Message = Tables['ticket_messages']['Row'] & {
  /** Null if the document was deleted. */
  ticket_attachments: { document_id: string; documents: SavedDocument | null }[];
};

const MAX_ROWS = 500;

export const supportQueries = {
  /** Reads the customer's tickets, ordered by their last message, latest first. */
  tickets: () =>
    requestQuery(['support', 'tickets'], "We couldn't load your questions", () =>
      supabase
        .from('tickets')
        .select('*')
        .order('updated_at', { ascending: false })
        .order('id')
        .limit(MAX_ROWS),
    ),
  /** Reads a ticket's messages, oldest first. */
  messages: (ticketId: string) =>
    requestQuery(['support', 'messages', ticketId], "We couldn't load the messages", () =>
      withJson<Message[]>(
        supabase
          .from('ticket_messages')
          .select('*, ticket_attachments(document_id, documents(*))')
          .eq('ticket_id', ticketId)
          .order('created_at'),
      ),
    ),
  /** Reads the disputes of all cards and accounts, latest first. */
  disputes: () =>
    requestQuery(['support', 'disputes'], "We couldn't load your disputes", () =>
      supabase
        .from('disputes')
        .select('*')
        .order('opened_at', { ascending: false })
        .order('id')
        .limit(MAX_ROWS),
    ),
  /** Reads the customer's vote on an article, or null if there is none. */
  vote: (article: string) =>
    requestQuery(['support', 'vote', article], "We couldn't load your feedback", async () => {
      const { data } = await supabase
        .from('help_votes')
        .select('helpful')
        .eq('article', article)
        .maybeSingle()
        .throwOnError();
      return data?.helpful ?? null;
    }),
};
