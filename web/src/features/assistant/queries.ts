import type { Part } from '@assistant/parts.ts';
import type { Database } from '@/lib/database.types';
import { requestQuery } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type Tables = Database['public']['Tables'];
/** A conversation. Its timestamps are in real time, not simulated time. */
export type Conversation = Tables['assistant_conversations']['Row'];
/** A question with its answer. `parts` is null if the question hasn't been answered. */
export type Message = Pick<
  Tables['assistant_messages']['Row'],
  'id' | 'conversation_id' | 'request_id' | 'asked' | 'created_at'
> & { parts: readonly Part[] | null };

/** The maximum number of conversations that the bank stores. */
const MOST_CONVERSATIONS = 200;
const MOST_MESSAGES = 500;

export const assistantQueries = {
  /** Reads the conversations, sorted by their last question, latest first. */
  conversations: () =>
    requestQuery(['assistant', 'conversations'], "We couldn't load your conversations", () =>
      supabase
        .from('assistant_conversations')
        .select('*')
        .order('updated_at', { ascending: false })
        .order('id')
        .limit(MOST_CONVERSATIONS),
    ),
  /** Reads the messages of a conversation, oldest first. */
  messages: (conversationId: string) =>
    requestQuery(['assistant', 'messages', conversationId], "We couldn't load this conversation", () =>
      supabase
        .from('assistant_messages')
        .select('id, conversation_id, request_id, asked, parts, created_at')
        .eq('conversation_id', conversationId)
        .order('created_at')
        .order('id')
        .limit(MOST_MESSAGES)
        .overrideTypes<Message[], { merge: false }>(),
    ),
};
