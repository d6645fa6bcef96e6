import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';

type Question = {
  subject: string;
  words: string;
  topic: string;
  about: string | null;
  documentIds: string[];
  /** The article offered as the automatic answer. */
  article: string | null;
  requestId: string;
};
type Reply = { ticketId: string; words: string; documentIds: string[]; requestId: string };

export const supportMutations = {
  ask: requestMutation(
    "We couldn't send your question",
    async ({ documentIds, requestId, ...question }: Question) => {
      const { data } = await supabase
        .rpc('open_ticket', { ...question, document_ids: documentIds, request_id: requestId })
        .throwOnError();
      // Requests an automatic answer from the ledger. The ticket is sent even if this request fails.
      await callServer('assistant', { ticket: data.id }).catch(() => {});
      return data;
    },
  ),
  reply: requestMutation(
    "We couldn't send your message",
    async ({ ticketId, words, documentIds, requestId }: Reply) => {
      const reply = { ticket_id: ticketId, words, document_ids: documentIds, request_id: requestId };
      const { data } = await supabase.rpc('reply_to_ticket', reply).throwOnError();
      return data;
    },
  ),
  resolve: requestMutation("We couldn't mark the question as resolved", (ticketId: string) =>
    supabase.rpc('resolve_ticket', { ticket_id: ticketId }),
  ),
  rate: requestMutation(
    "We couldn't save your feedback",
    (rating: { ticket_id: string; satisfaction: number; words: string | null }) =>
      supabase.rpc('rate_ticket', rating),
  ),
  see: requestMutation("We couldn't mark the answer as read", (ticketId: string) =>
    supabase.rpc('mark_ticket_read', { ticket_id: ticketId }),
  ),
  vote: requestMutation("We couldn't save your feedback", (vote: { article: string; helpful: boolean }) =>
    supabase.rpc('rate_article', vote),
  ),
};
