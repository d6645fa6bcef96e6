import { z } from 'zod';
import type { Present } from './presence.ts';
import type { Broadcast, TopicName } from './topics.ts';

/** A message between processes. */
export type BusMessage =
  /** `hello` requests a `state`. Both list everyone present through the sender. */
  | { kind: 'hello' | 'state'; member: string; present: (TopicName & Present)[] }
  | ({ kind: 'broadcast'; broadcast: Broadcast } & TopicName)
  | ({ kind: 'enter'; present: Present } & TopicName)
  | ({ kind: 'exit'; key: string; owner: string } & TopicName)
  | { kind: 'bye' };

const topicName = { name: z.string(), isPrivate: z.boolean() };
const present = {
  key: z.string(),
  owner: z.string(),
  meta: z.looseObject({ phx_ref: z.string() }),
};
const told = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['hello', 'state']),
    member: z.string(),
    present: z.array(z.object({ ...topicName, ...present })),
  }),
  z.object({
    kind: z.literal('broadcast'),
    ...topicName,
    broadcast: z.record(z.string(), z.unknown()),
    bytes: z.string().optional(),
  }),
  z.object({ kind: z.literal('enter'), ...topicName, present: z.object(present) }),
  z.object({ kind: z.literal('exit'), ...topicName, key: z.string(), owner: z.string() }),
  z.object({ kind: z.literal('bye') }),
]);
const envelope = z.object({ from: z.string(), told });

/** Serializes a message. Raw bytes are base64. */
export function getText(from: string, message: BusMessage): string {
  if (message.kind !== 'broadcast' || !(message.broadcast.payload instanceof Uint8Array)) {
    return JSON.stringify({ from, told: message });
  }
  const { payload, ...broadcast } = message.broadcast;
  const bytes = Buffer.from(message.broadcast.payload).toString('base64');
  return JSON.stringify({ from, told: { ...message, broadcast, bytes } });
}

/** Parses a message; null if it is foreign. */
export function parseBusMessage(text: string): { from: string; told: BusMessage } | null {
  const parsed = envelope.safeParse(getJson(text));
  if (!parsed.success) return null;
  const { from, told: message } = parsed.data;
  if (message.kind !== 'broadcast' || message.bytes === undefined) return { from, told: message };
  const { bytes, broadcast, ...rest } = message;
  const payload = new Uint8Array(Buffer.from(bytes, 'base64'));
  return { from, told: { ...rest, broadcast: { ...broadcast, payload } } };
}

function getJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
