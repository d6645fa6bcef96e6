import { readEvents } from '@assistant/events.ts';
import type { AssistantCall, Part, Proposal, ProposalAnswer, StreamEvent } from '@assistant/parts.ts';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { mutationOptions } from '@tanstack/react-query';
import { emitFastForward } from '@/entities/household/last-fast-forward';
import { callServer } from '@/lib/server-functions';
import { supabase } from '@/lib/supabase';

type Asked = {
  ask: string;
  conversation: string | null;
  requestId: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
};

export const assistantMutations = {
  /** Ends with the answer, or when it is stopped; what a stream leaves open is a failure. */
  ask: mutationOptions({
    mutationFn: async ({ ask, conversation, requestId, signal, onEvent }: Asked) => {
      const body: AssistantCall = { ask, conversation, request_id: requestId };
      try {
        for await (const event of readEvents(await openStream(body, signal))) {
          onEvent(event);
          if (event.event === 'part') tellWhatHappened(event.part);
          if (event.event === 'done' || event.event === 'failed') return;
        }
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      if (!signal.aborted) throw new Error('The answer was interrupted.');
    },
    meta: { failure: "We couldn't ask the assistant" },
  }),
  confirm: mutationOptions({
    mutationFn: (id: string) => settle({ confirm: id }),
    meta: { failure: "We couldn't complete your request. Nothing changed." },
  }),
  undo: mutationOptions({
    mutationFn: (id: string) => settle({ undo: id }),
    meta: { failure: "We couldn't undo it" },
  }),
  dismiss: mutationOptions({
    mutationFn: (id: string) => settle({ dismiss: id }),
    meta: { failure: "We couldn't dismiss it" },
  }),
  rename: mutationOptions({
    mutationFn: async ({ id, title }: { id: string; title: string }) => {
      await supabase.from('assistant_conversations').update({ title }).eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't rename the conversation" },
  }),
  /** With everything that was asked and answered in them. */
  remove: mutationOptions({
    mutationFn: async (ids: readonly string[]) => {
      await supabase
        .from('assistant_conversations')
        .delete()
        .in('id', [...ids])
        .throwOnError();
    },
    meta: { failure: "We couldn't delete the conversation" },
  }),
};

/** A fast-forward may be confirmed in words too. */
function tellWhatHappened(part: Part): void {
  if (part.kind !== 'proposal') return;
  const { leap }: ProposalAnswer = part.proposal;
  if (leap) emitFastForward(leap);
}

/** Confirms, undoes, or dismisses a proposal. A fast-forward is reported where the clock reports it. */
async function settle(call: AssistantCall): Promise<Proposal> {
  const { leap, ...proposal } = await callServer<ProposalAnswer>('assistant', call);
  if (leap) emitFastForward(leap);
  return proposal;
}

/** The body of the answer, as it begins. Throws what the bank refuses as `{ code, message }`. */
async function openStream(body: AssistantCall, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { data, error } = await supabase.functions.invoke<Response>('assistant', { body, signal });
  if (error instanceof FunctionsHttpError) throw await error.context.json();
  if (error) throw error;
  if (!data?.body) throw new Error("The assistant didn't answer.");
  return data.body;
}
