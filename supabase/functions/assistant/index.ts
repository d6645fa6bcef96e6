import { z } from 'zod';
import type { Intent, Turn } from '../../../assistant/intent.ts';
import { prepareKnownQuestions } from '../../../assistant/parser/nearest-questions.ts';
import { understand } from '../../../assistant/parser/understand.ts';
import type { Part, StreamEvent } from '../../../assistant/parts.ts';
import { readShownAnswer } from '../../../assistant/shown-answer.ts';
import { type CustomerCall, forCustomers } from '../access.ts';
import { corsHeaders, getRefusal, type Refusal } from '../environment.ts';
import { readBody, refuse, respond } from '../responses.ts';
import { AnswerContext, type Customer } from './answer-context.ts';
import { answerIntent } from './answer-intent.ts';
import { answerTicket } from './first-answer.ts';
import { askModel, getModel, isForModel, type Model } from './model/ask-model.ts';
import { confirm, dismiss, undo } from './proposals/changes.ts';

// The first message doesn't wait for the training if the function loads before it.
void prepareKnownQuestions();

const REMEMBERED_TURNS = 6;
const UNREADABLE: Refusal = {
  code: 'BADTX',
  message: "Your message contains characters that we can't read. Remove them and try again.",
};
/** The nil UUID, which is not the id of any record. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const idSchema = z.guid().or(z.string().transform(() => NO_ID));
const questionSchema = z.object({
  ask: z.string(),
  /** If the id is missing or invalid, the question starts a new conversation. */
  conversation: z.guid().nullable().catch(null),
  request_id: z.guid().catch(() => crypto.randomUUID()),
});
const callSchema = z.union([
  questionSchema,
  z.object({ confirm: idSchema }),
  z.object({ undo: idSchema }),
  z.object({ dismiss: idSchema }),
  z.object({ ticket: idSchema }),
]);
type Question = z.infer<typeof questionSchema>;
type Client = CustomerCall['mine'];

/**
 * Serves the assistant. `{ ask, conversation, request_id }` streams an answer. `{ confirm }`, `{ undo }`, and
 * `{ dismiss }` change a proposal and return it. `{ ticket }` answers a support ticket. Uses the caller's
 * token, so row-level security applies.
 */
export default forCustomers(
  async ({ request, environment, bank, mine }) => {
    const call = await readBody(request, callSchema);
    if (call === null)
      return refuse(
        { code: 'BADTX', message: 'Send a question, or the proposal to confirm, undo, or dismiss.' },
        400,
      );
    if ('ask' in call) return answerQuestion(call, mine, getModel(environment), request.signal);
    const context = new AnswerContext(mine, await loadCustomer(mine));
    if ('ticket' in call) return respond(await saveFirstAnswer(call.ticket, context, bank));
    if ('confirm' in call) return respond(await confirm(call.confirm, context));
    return respond(await ('undo' in call ? undo(call.undo, context) : dismiss(call.dismiss, context)));
  },
  { statuses: { NTFND: 404, SLOWR: 429 }, unstorable: UNREADABLE },
);

type Message = { id: string; conversation_id: string; asked: string; parts: Part[] | null };

/** Streams the answer to a question and saves it. If the request is repeated, streams the saved answer. */
async function answerQuestion(
  { ask, conversation, request_id }: Question,
  client: Client,
  model: Model | null,
  signal: AbortSignal,
): Promise<Response> {
  const { data } = await client
    .rpc('ask_assistant', { question: ask, conversation_id: conversation, request_id })
    .single()
    .throwOnError();
  const message = data as Message;
  return stream(signal, async function* () {
    yield { event: 'started', conversation: message.conversation_id, message: message.id };
    if (message.parts !== null) {
      for (const part of message.parts) yield { event: 'part', part };
    } else {
      const parts: Part[] = [];
      const { intent, context } = await parse(message, client);
      const written =
        model && isForModel(intent) ? await askModel(model, message.asked, context, signal) : null;
      for await (const part of written ?? answerIntent(intent, context)) {
        parts.push(part);
        yield { event: 'part', part };
      }
      await client.rpc('save_answer', { message_id: message.id, meaning: intent, parts }).throwOnError();
    }
    yield { event: 'done', message: message.id };
  });
}

/** Parses a message, using the customer's data and the conversation's earlier messages. */
async function parse(
  { id, conversation_id, asked }: Message,
  client: Client,
): Promise<{ intent: Intent; context: AnswerContext }> {
  const [customer, earlier] = await Promise.all([
    loadCustomer(client),
    client
      .from('assistant_messages')
      .select('text:asked, meaning, parts')
      .eq('conversation_id', conversation_id)
      .not('meaning', 'is', null)
      .order('created_at', { ascending: false })
      .limit(REMEMBERED_TURNS)
      .throwOnError(),
    prepareKnownQuestions(),
  ]);
  const turns = (earlier.data as unknown as (Turn & { parts: Part[] | null })[])
    .map(({ parts, ...turn }) => ({ ...turn, shown: readShownAnswer(parts ?? []) }))
    .toReversed();
  return { intent: understand(asked, customer, turns), context: new AnswerContext(client, customer, id) };
}

async function loadCustomer(client: Client): Promise<Customer> {
  const { data } = await client.rpc('assistant_context').throwOnError();
  if (data === null) throw { code: 'NOUSR', message: 'Please sign in first.' } satisfies Refusal;
  return data as Customer;
}

/**
 * Saves the first answer to a ticket. Only this write uses the service key; all reads use the customer's
 * token.
 */
async function saveFirstAnswer(ticketId: string, context: AnswerContext, bank: Client) {
  const text = await answerTicket(ticketId, context);
  if (text === null) return { answered: false };
  const { data } = await bank.rpc('save_first_answer', { ticket_id: ticketId, message: text }).throwOnError();
  return { answered: data };
}

/** Streams server-sent events. If the client disconnects, the stream stops before the next event. */
function stream(signal: AbortSignal, getEvents: () => AsyncGenerator<StreamEvent>): Response {
  const encoder = new TextEncoder();
  const events = getEvents();
  const encode = (event: StreamEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await events.next();
        if (done || signal.aborted) controller.close();
        else controller.enqueue(encode(value));
      } catch (error) {
        const refusal = getRefusal(error, UNREADABLE);
        if (refusal === null) console.error(error);
        const text = refusal?.message ?? "We couldn't get an answer. Please ask again.";
        controller.enqueue(encode({ event: 'failed', text }));
        controller.close();
      }
    },
    async cancel() {
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: { ...corsHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
  });
}
