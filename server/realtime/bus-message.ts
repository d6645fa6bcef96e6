import { z } from 'zod';
import { parseJson } from '../lib/json.ts';

const topicName = { name: z.string(), isPrivate: z.boolean() };
const presenceEntry = { key: z.string(), owner: z.string(), meta: z.looseObject({ phx_ref: z.string() }) };
const busMessage = z.discriminatedUnion('kind', [
  // A `hello` message requests a `state` message. Both list the presence entries of the sending process.
  z.object({
    kind: z.enum(['hello', 'state']),
    member: z.string(),
    present: z.array(z.object({ ...topicName, ...presenceEntry })),
  }),
  z.object({
    kind: z.literal('broadcast'),
    ...topicName,
    broadcast: z.record(z.string(), z.unknown()),
    bytes: z.string().optional(),
  }),
  z.object({ kind: z.literal('enter'), ...topicName, present: z.object(presenceEntry) }),
  z.object({ kind: z.literal('exit'), ...topicName, key: z.string(), owner: z.string() }),
  z.object({ kind: z.literal('bye') }),
]);
const envelope = z.object({ from: z.string(), message: busMessage });

export type BusMessage = z.output<typeof busMessage>;

/** Serializes a message. Raw bytes are encoded in base64. */
export function serializeBusMessage(from: string, message: BusMessage): string {
  if (message.kind !== 'broadcast' || !(message.broadcast.payload instanceof Uint8Array))
    return JSON.stringify({ from, message });
  const { payload, ...broadcast } = message.broadcast;
  const bytes = Buffer.from(message.broadcast.payload).toString('base64');
  return JSON.stringify({ from, message: { ...message, broadcast, bytes } });
}

/** Parses a message, or returns null if the text is not a message. */
export function parseBusMessage(text: string): { from: string; message: BusMessage } | null {
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { from, message } = parsed.data;
  if (message.kind !== 'broadcast' || message.bytes === undefined) return { from, message };
  const { bytes, broadcast, ...rest } = message;
  const payload = new Uint8Array(Buffer.from(bytes, 'base64'));
  return { from, message: { ...rest, broadcast: { ...broadcast, payload } } };
}
