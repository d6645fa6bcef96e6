import { type Arguments, requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';

export const supportMutations = {
  /** Sends a question. `article` is the article offered as the automatic answer. */
  ask: requestMutation("We couldn't send your question", async (question: Arguments<'open_ticket'>) => {
    const { data } = await supabase.rpc('open_ticket', question).throwOnError();
    // Requests an automatic answer from the ledger. The ticket is sent even if this request fails.
    await callServer('assistant', { ticket: data.id }).catch(() => {});
    return data;
  }),
  reply: requestMutation("We couldn't send your message", (reply: Arguments<'reply_to_ticket'>) =>
    supabase.rpc('reply_to_ticket', reply),
  ),
  resolve: requestMutation("We couldn't mark the question as resolved", (ticketId: string) =>
    supabase.rpc('resolve_ticket', { ticket_id: ticketId }),
  ),
  rate: requestMutation("We couldn't save your feedback", (rating: Arguments<'rate_ticket'>) =>
    supabase.rpc('rate_ticket', rating),
  ),
  see: requestMutation("We couldn't mark the answer as read", (ticketId: string) =>
    supabase.rpc('mark_ticket_read', { ticket_id: ticketId }),
  ),
  vote: requestMutation("We couldn't save your feedback", (vote: { article: string; helpful: boolean }) =>
    supabase.rpc('rate_article', vote),
  ),
};
