import type { SupabaseClient } from '@supabase/supabase-js';
import type { Intent } from '../../../assistant/intent.ts';
import { understand } from '../../../assistant/parser/understand.ts';
import { answerTo } from './answers.ts';
import type { Asking } from './asking.ts';

/** Intents that the ledger can answer. The help has articles, and a ticket never starts an action. */
const FROM_BOOKS = new Set<Intent['kind']>([
  'balance',
  'flow',
  'rows',
  'upcoming',
  'subscriptions',
  'budget',
  'goal',
  'card',
  'cards',
  'debt',
  'why',
  'interest',
  'credit_score',
  'exchange',
]);
const LONGEST = 2000;

type Ticket = { subject: string; ticket_messages: { author: string; words: string | null }[] };

/**
 * Returns the assistant's first answer to a support ticket from the customer's ledger; null if it has none.
 * Reads as the customer. The bank stores the text, so that no client can forge it.
 */
export async function firstAnswerTo(
  ticket: string,
  bank: SupabaseClient,
  asking: Asking,
): Promise<string | null> {
  const { data } = await bank
    .from('tickets')
    .select('subject, ticket_messages(author, words)')
    .eq('id', ticket)
    .order('created_at', { referencedTable: 'ticket_messages' })
    .maybeSingle()
    .throwOnError();
  if (data === null) throw { code: 'NTFND', message: "We couldn't find that question." };
  const { subject, ticket_messages: messages } = data as unknown as Ticket;
  const words = messages.find(({ author }) => author === 'customer')?.words ?? '';
  const meaning = [words, subject, `${subject} ${words}`]
    .filter((asked) => asked.length <= LONGEST)
    .map((asked) => understand(asked, asking.known, []))
    .find(({ kind }) => FROM_BOOKS.has(kind));
  return meaning ? written(meaning, asking) : null;
}

/** Returns null if nothing was found, so that an operator answers. */
async function written(meaning: Intent, asking: Asking): Promise<string | null> {
  const lines: string[] = [];
  let isFound = false;
  for await (const part of answerTo(meaning, asking)) {
    if (part.kind === 'text') lines.push(part.text);
    if (part.kind === 'how' && part.rule) lines.push(part.rule);
    isFound ||= part.kind === 'figures' || part.kind === 'rows';
  }
  return isFound ? lines.join('\n\n').slice(0, LONGEST) : null;
}
