import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { eventsIn } from '../../../assistant/events.ts';
import type { Part, Proposal, ProposalAnswer, StreamEvent } from '../../../assistant/parts.ts';
import { getClient, type TestServer } from '../../../server/testing/server.ts';

/** A customer's conversation with the assistant. */
export type Conversation = {
  client: SupabaseClient;
  /** Asks a question and returns the events of its answer; starts a conversation if none is given. */
  ask(text: string, options?: { conversation?: string; requestId?: string }): Promise<Reply>;
  confirm(id: string): Promise<ProposalAnswer>;
  undo(id: string): Promise<ProposalAnswer>;
  dismiss(id: string): Promise<ProposalAnswer>;
};

export type Reply = {
  events: StreamEvent[];
  conversation: string;
  message: string;
  parts: Part[];
  text: string;
  proposal: Proposal | undefined;
};

export async function openConversation(
  server: TestServer,
  begin: 'nothing' | 'demo' = 'nothing',
): Promise<Conversation> {
  const client = getClient(server);
  const { error } =
    begin === 'demo'
      ? await client.auth.signInAnonymously()
      : await client.auth.signUp({
          email: `${crypto.randomUUID()}@example.com`,
          password: 'correct horse battery',
        });
  if (error) throw error;
  if (begin === 'demo') await call(client, 'demo', { time_zone: 'America/New_York' });
  else await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
  const act = (verb: string) => (id: string) =>
    call(client, 'assistant', { [verb]: id }) as Promise<ProposalAnswer>;
  return {
    client,
    ask: async (
      text,
      {
        conversation = null,
        requestId = crypto.randomUUID(),
      }: { conversation?: string | null; requestId?: string } = {},
    ) =>
      getReply(
        (await call(client, 'assistant', { ask: text, conversation, request_id: requestId })) as Response,
      ),
    confirm: act('confirm'),
    undo: act('undo'),
    dismiss: act('dismiss'),
  };
}

/** Throws the function's refusal. */
async function call(client: SupabaseClient, name: string, body: object): Promise<unknown> {
  const { data, error } = await client.functions.invoke(name, { body });
  if (error instanceof FunctionsHttpError) throw await error.context.json();
  if (error) throw error;
  return data;
}

async function getReply(response: Response): Promise<Reply> {
  const { events } = eventsIn(await response.text());
  const parts = events.flatMap((event) => (event.event === 'part' ? [event.part] : []));
  const [first] = events;
  return {
    events,
    parts,
    conversation: first?.event === 'started' ? first.conversation : '',
    message: first?.event === 'started' ? first.message : '',
    text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' '),
    proposal: parts.flatMap((part) => (part.kind === 'proposal' ? [part.proposal] : []))[0],
  };
}

/** Returns the figure with a label, in major units. */
export function getFigure({ parts }: Pick<Reply, 'parts'>, label: string): number | undefined {
  const figures = parts.flatMap((part) => (part.kind === 'figures' ? part.figures : []));
  const match = figures.find((figure) => figure.label === label);
  return match && 'amount' in match ? match.amount : undefined;
}

export const getRule = ({ parts }: Reply) =>
  parts.flatMap((part) => (part.kind === 'how' ? [part.rule ?? ''] : [])).join(' ');
