import type { Intent } from '../../../assistant/intent.ts';
import { understand } from '../../../assistant/parser/understand.ts';
import type { AnswerContext } from './answer-context.ts';
import { answerIntent } from './answer-intent.ts';

/**
 * The kinds of intents that can be answered from the ledger. The help center covers all other questions, and
 * a ticket never starts an action.
 */
const LEDGER_INTENTS = new Set<Intent['kind']>([
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
const MAX_LENGTH = 2000;

type Ticket = { subject: string; ticket_messages: { author: string; body: string | null }[] };

/**
 * Returns the assistant's first answer to a support ticket, based on the customer's ledger, or null if there
 * is no answer. Reads with the customer's token. The bank stores the text, so clients can't forge it.
 */
export async function answerTicket(ticketId: string, context: AnswerContext): Promise<string | null> {
  const { data } = await context.client
    .from('tickets')
    .select('subject, ticket_messages(author, body)')
    .eq('id', ticketId)
    .order('created_at', { referencedTable: 'ticket_messages' })
    .maybeSingle()
    .throwOnError();
  if (data === null) throw { code: 'NTFND', message: "We couldn't find that question." };
  const { subject, ticket_messages: messages } = data as unknown as Ticket;
  const body = messages.find(({ author }) => author === 'customer')?.body ?? '';
  const intent = [body, subject, `${subject} ${body}`]
    .filter((question) => question.length <= MAX_LENGTH)
    .map((question) => understand(question, context.customer, []))
    // Tickets get no answer to a similar question, because the customer can't correct it before it is sent.
    .find((meaning) => LEDGER_INTENTS.has(meaning.kind) && !('reading' in meaning && meaning.reading));
  return intent ? writeAnswer(intent, context) : null;
}

/** Writes the answer to an intent. Returns null if nothing was found; in that case, an operator answers. */
async function writeAnswer(intent: Intent, context: AnswerContext): Promise<string | null> {
  const paragraphs: string[] = [];
  let hasFigures = false;
  for await (const part of answerIntent(intent, context)) {
    if (part.kind === 'text') paragraphs.push(part.text);
    if (part.kind === 'how' && part.rule) paragraphs.push(part.rule);
    hasFigures ||= part.kind === 'figures' || part.kind === 'rows';
  }
  return hasFigures ? paragraphs.join('\n\n').slice(0, MAX_LENGTH) : null;
}
