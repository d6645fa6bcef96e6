import type { Intent, Turn } from '../../../assistant/intent.ts';
import { understand } from '../../../assistant/parser/understand.ts';
import type { AssistantCall, Part, StreamEvent } from '../../../assistant/parts.ts';
import { type CustomerCall, forCustomers } from '../access.ts';
import { corsHeaders, getCode, getRefusal, type Refusal } from '../environment.ts';
import { answerTo } from './answers.ts';
import { Asking, type KnownNow } from './asking.ts';
import { confirm, dismiss, undo } from './confirming.ts';
import { firstAnswerTo } from './first-answer.ts';
import { askedModel, getModel, isForModel, type Model } from './model.ts';

const STATUS: Record<string, number> = { NOUSR: 401, NTFND: 404, SLOWR: 429 };
const REMEMBERED_TURNS = 6;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Kept = { id: string; conversation_id: string; asked: string; parts: Part[] | null };
const NO_PROPOSAL: Refusal = { code: 'NTFND', message: "We couldn't find that proposal." };
type Bank = CustomerCall['mine'];

/**
 * The assistant: `{ ask, conversation, request_id }` streams an answer; `{ confirm }`, `{ undo }`, and `{
 * dismiss }` act on a proposal and return it; `{ ticket }` answers a support ticket. Uses the caller's own
 * token, so row-level security applies.
 */
export default forCustomers(async ({ request, environment, bank, mine }) => {
  const call = await getCall(request);
  try {
    if (call === null)
      return refusal({ code: 'BADTX', message: 'Ask, confirm, undo or dismiss something.' }, 400);
    if ('ask' in call) return await asked(call, mine, getModel(environment), request.signal);
    const answer = 'ticket' in call ? await firstAnswer(call, mine, bank) : await settled(call, mine);
    return Response.json(answer, { headers: corsHeaders });
  } catch (error) {
    const refused = refusedBy(error);
    if (refused === null) throw error;
    return refusal(refused, STATUS[refused.code] ?? 422);
  }
});

type Ask = Extract<AssistantCall, { ask: string }>;

async function asked(
  { ask, conversation, request_id }: Ask,
  bank: Bank,
  model: Model | null,
  signal: AbortSignal,
): Promise<Response> {
  const { data } = await bank
    .rpc('ask_assistant', { words: ask, conversation_id: conversation, request_id })
    .single()
    .throwOnError();
  const message = data as Kept;
  return streamed(signal, async function* () {
    yield { event: 'started', conversation: message.conversation_id, message: message.id };
    if (message.parts !== null) {
      for (const part of message.parts) yield { event: 'part', part };
    } else {
      const parts: Part[] = [];
      const { meaning, asking } = await understood(message, bank);
      const written =
        model && isForModel(meaning) ? await askedModel(model, message.asked, asking, signal) : null;
      for await (const part of written ?? answerTo(meaning, asking)) {
        parts.push(part);
        yield { event: 'part', part };
      }
      await bank.rpc('save_answer', { message_id: message.id, meaning, parts }).throwOnError();
    }
    yield { event: 'done', message: message.id };
  });
}

async function understood(message: Kept, bank: Bank): Promise<{ meaning: Intent; asking: Asking }> {
  const [known, before] = await Promise.all([
    knownTo(bank),
    bank
      .from('assistant_messages')
      .select('text:asked, meaning')
      .eq('conversation_id', message.conversation_id)
      .not('meaning', 'is', null)
      .order('created_at', { ascending: false })
      .limit(REMEMBERED_TURNS)
      .throwOnError(),
  ]);
  const turns = (before.data as unknown as Turn[]).toReversed();
  return { meaning: understand(message.asked, known, turns), asking: new Asking(bank, known, message.id) };
}

async function knownTo(bank: Bank): Promise<KnownNow> {
  const { data } = await bank.rpc('assistant_context').throwOnError();
  if (data === null) throw { code: 'NOUSR', message: 'Please sign in first.' } satisfies Refusal;
  return data as KnownNow;
}

type Ticket = Extract<AssistantCall, { ticket: string }>;

/** Only the answer is written with the service key. It was read as the customer. */
async function firstAnswer({ ticket }: Ticket, mine: Bank, bank: Bank) {
  if (!UUID.test(ticket))
    throw { code: 'NTFND', message: "We couldn't find that question." } satisfies Refusal;
  const words = await firstAnswerTo(ticket, mine, new Asking(mine, await knownTo(mine), ''));
  if (words === null) return { answered: false };
  const { data } = await bank.rpc('save_first_answer', { ticket_id: ticket, words }).throwOnError();
  return { answered: data };
}

async function settled(call: Exclude<AssistantCall, Ask | Ticket>, bank: Bank) {
  if (!UUID.test(Object.values(call)[0] ?? '')) throw NO_PROPOSAL;
  const asking = new Asking(bank, await knownTo(bank), '');
  if ('confirm' in call) return confirm(call.confirm, asking);
  return 'undo' in call ? undo(call.undo, asking) : dismiss(call.dismiss, asking);
}

/** Streams server-sent events. A disconnected reader ends the work at the next part. */
function streamed(signal: AbortSignal, events: () => AsyncGenerator<StreamEvent>): Response {
  const encoder = new TextEncoder();
  const source = events();
  const chunk = (event: StreamEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await source.next();
        if (done || signal.aborted) controller.close();
        else controller.enqueue(chunk(value));
      } catch (error) {
        const refused = refusedBy(error);
        const words = refused?.message ?? "We couldn't find an answer. Please ask again.";
        if (refused === null) console.error(error);
        controller.enqueue(chunk({ event: 'failed', words }));
        controller.close();
      }
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, {
    headers: { ...corsHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
  });
}

async function getCall(request: Request): Promise<AssistantCall | null> {
  try {
    const body = (await request.json()) as Record<string, unknown>;
    const { ask, conversation, request_id: id } = body;
    if (typeof ask === 'string')
      return {
        ask,
        conversation: typeof conversation === 'string' && UUID.test(conversation) ? conversation : null,
        request_id: typeof id === 'string' && UUID.test(id) ? id : crypto.randomUUID(),
      };
    for (const verb of ['confirm', 'undo', 'dismiss', 'ticket'] as const) {
      const wanted = body[verb];
      if (typeof wanted === 'string') return { [verb]: wanted } as AssistantCall;
    }
    return null;
  } catch {
    return null;
  }
}

/** Returns the bank's refusal, also for anonymous callers; null for other errors. */
function refusedBy(error: unknown): Refusal | null {
  if (getCode(error) === '42501') return { code: 'NOUSR', message: 'Please sign in first.' };
  return getRefusal(error, { code: 'BADTX', message: "We can't read this text." });
}

function refusal({ code, message, details = null }: Refusal, status: number): Response {
  return Response.json({ code, message, details }, { status, headers: corsHeaders });
}
