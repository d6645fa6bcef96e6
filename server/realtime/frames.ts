import { isRecord } from '../lib/json.ts';

/** A Phoenix message in either serialization. `joinRef` identifies the join that opened the channel. */
export type Message = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};
export type Version = '1.0.0' | '2.0.0';

const KIND_BROADCAST_PUSH = 3;
const KIND_BROADCAST = 4;
const ENCODING_RAW = 0;
const ENCODING_JSON = 1;
const PUSH_HEADER_BYTES = 7;
const LONGEST_FIELD_BYTES = 255;

/** Parses a frame, or returns null if it is invalid. Never throws. */
export function decodeFrame(data: Buffer, isBinary: boolean, version: Version): Message | null {
  try {
    if (isBinary) return version === '2.0.0' ? decodeBroadcastPush(data) : null;
    const parts = getParts(JSON.parse(data.toString('utf8')), version);
    return parts && getMessage(parts);
  } catch {
    return null;
  }
}

/** Serializes a message. The payload is already JSON, because it can be sent to many sockets. */
export function encodeFrame(message: Omit<Message, 'payload'>, payload: string, version: Version): string {
  const { joinRef, ref, topic, event } = message;
  if (version === '2.0.0')
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`;
  const envelope = JSON.stringify({ topic, event, ref, ...(joinRef === null ? {} : { join_ref: joinRef }) });
  return `${envelope.slice(0, -1)},"payload":${payload}}`;
}

/**
 * Serializes a binary broadcast, which requires version 2.0.0. Returns null if a name is too long for its
 * one-byte length.
 */
export function encodeBinaryBroadcast(topic: string, event: string, bytes: Uint8Array, meta: unknown) {
  const texts = [topic, event, isRecord(meta) ? JSON.stringify(meta) : ''];
  const fields = texts.map((text) => Buffer.from(text, 'utf8'));
  if (fields.some((field) => field.length > LONGEST_FIELD_BYTES)) return null;
  const header = Buffer.from([KIND_BROADCAST, ...fields.map((field) => field.length), ENCODING_RAW]);
  return Buffer.concat([header, ...fields, bytes]);
}

/** Returns the join reference, reference, topic, event, and payload, or null if the message is malformed. */
function getParts(parsed: unknown, version: Version): unknown[] | null {
  if (version === '2.0.0') return Array.isArray(parsed) && parsed.length === 5 ? parsed : null;
  return isRecord(parsed) ? [parsed.join_ref, parsed.ref, parsed.topic, parsed.event, parsed.payload] : null;
}

function getMessage([joinRef, ref, topic, event, payload]: unknown[]): Message | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  const readJoinRef = getReference(joinRef);
  const readRef = getReference(ref);
  if (readJoinRef === undefined || readRef === undefined) return null;
  return { joinRef: readJoinRef, ref: readRef, topic, event, payload: payload ?? {} };
}

/** Returns a reference, which is opaque. Some client libraries send numbers. */
function getReference(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && value.length <= LONGEST_FIELD_BYTES) return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/**
 * Decodes a frame of kind 3: six bytes with lengths and the encoding, five strings, and the client's payload.
 */
function decodeBroadcastPush(data: Buffer): Message | null {
  if (data.length < PUSH_HEADER_BYTES || data[0] !== KIND_BROADCAST_PUSH) return null;
  let offset = PUSH_HEADER_BYTES;
  const fields: string[] = [];
  for (let index = 1; index <= 5; index += 1) {
    const end = offset + data.readUInt8(index);
    if (end > data.length) return null;
    fields.push(data.toString('utf8', offset, end));
    offset = end;
  }
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = fields;
  const rest = data.subarray(offset);
  const encoding = data[6];
  if (encoding !== ENCODING_RAW && encoding !== ENCODING_JSON) return null;
  const meta: unknown = metadata === '' ? null : JSON.parse(metadata);
  const content = encoding === ENCODING_JSON ? JSON.parse(rest.toString('utf8')) : new Uint8Array(rest);
  const payload = { type: 'broadcast', event, payload: content, ...(isRecord(meta) ? { meta } : {}) };
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload };
}
