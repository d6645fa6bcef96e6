import { readEvents } from '@assistant/events.ts';
import type { AssistantCall, Part, Proposal, ProposalAnswer, StreamEvent } from '@assistant/parts.ts';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { emitFastForward } from '@/entities/household/last-fast-forward';
import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';

type QuestionRequest = {
  ask: string;
  conversation: string | null;
  requestId: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
};

export const assistantMutations = {
  /**
   * Asks a question and streams the answer. Resolves when the answer ends or is canceled. Throws if the
   * stream is interrupted.
   */
  ask: requestMutation(
    "We couldn't send your question",
    async ({ ask, conversation, requestId, signal, onEvent }: QuestionRequest) => {
      const body: AssistantCall = { ask, conversation, request_id: requestId };
      try {
        for await (const event of readEvents(await openStream(body, signal))) {
          onEvent(event);
          if (event.event === 'part') reportFastForward(event.part);
          if (event.event === 'done' || event.event === 'failed') return;
        }
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      if (!signal.aborted) throw new Error('The answer was interrupted.');
    },
  ),
  confirm: requestMutation("We couldn't complete your request. Nothing changed.", (id: string) =>
    changeProposal({ confirm: id }),
  ),
  undo: requestMutation("We couldn't undo this action", (id: string) => changeProposal({ undo: id })),
  dismiss: requestMutation("We couldn't dismiss this proposal", (id: string) =>
    changeProposal({ dismiss: id }),
  ),
  rename: requestMutation(
    "We couldn't rename the conversation",
    ({ id, title }: { id: string; title: string }) =>
      supabase.from('assistant_conversations').update({ title }).eq('id', id),
  ),
  /** Deletes conversations with all their messages. */
  remove: requestMutation("We couldn't delete the conversation", (ids: readonly string[]) =>
    supabase
      .from('assistant_conversations')
      .delete()
      .in('id', [...ids]),
  ),
};

/** Reports a fast-forward that the customer confirmed by sending a message. */
function reportFastForward(part: Part): void {
  if (part.kind !== 'proposal') return;
  const { fastForward }: ProposalAnswer = part.proposal;
  if (fastForward) emitFastForward(fastForward);
}

/**
 * Confirms, undoes, or dismisses a proposal. Reports a fast-forward to the clock, which shows its summary.
 */
async function changeProposal(call: AssistantCall): Promise<Proposal> {
  const { fastForward, ...proposal } = await callServer<ProposalAnswer>('assistant', call);
  if (fastForward) emitFastForward(fastForward);
  return proposal;
}

/** Returns the response body as a stream. Throws refusals as `{ code, message }`. */
async function openStream(body: AssistantCall, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { data, error } = await supabase.functions.invoke<Response>('assistant', { body, signal });
  if (error instanceof FunctionsHttpError) throw await error.context.json();
  if (error) throw error;
  if (!data?.body) throw new Error("The assistant didn't answer.");
  return data.body;
}
