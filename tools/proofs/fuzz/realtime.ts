import fc from 'fast-check';
import { WebSocket } from 'ws';
import { type Attempt, shown, tried } from './attempts.ts';
import type { FuzzedBank } from './bank.ts';
import { brokenBody, oddText, oddValue } from './values.ts';

/** The frames sent on one socket, or one broadcast request. */
export type Talk = { version: string; hurried: boolean; frames: (string | Buffer)[] } | { request: Attempt };

const EVENTS =
  'phx_join phx_leave phx_close phx_error heartbeat broadcast presence access_token postgres_changes __proto__'.split(
    ' ',
  );
const TABLES = ['accounts', 'transactions', 'customers', 'nowhere', 'pg_class'];
const HEARTBEAT_MS = 20_000;

/**
 * Generates conversations on sockets with both serializers. Their frames are valid, almost valid, or invalid.
 */
export async function realtimeTalks(bank: FuzzedBank): Promise<fc.Arbitrary<Talk>> {
  const [token = ''] = bank.tokens;
  const topic = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom('realtime:a', 'realtime:b', 'realtime:any', 'phoenix', 'realtime:'),
    },
    { weight: 1, arbitrary: oddText.map((text) => `realtime:${text}`) },
    { weight: 1, arbitrary: oddText },
  );
  const event = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...EVENTS) }, oddText);
  const payload = fc.oneof(
    { weight: 4, arbitrary: joins(token) },
    { weight: 2, arbitrary: messages(token) },
    { weight: 2, arbitrary: oddValue },
  );
  const reference = fc.oneof(fc.constantFrom('1', '1', '2', null, 3), oddValue);
  const message = fc.tuple(reference, reference, topic, event, payload);
  const text = message.chain(([joinRef, ref, to, what, payload]) =>
    fc.constantFrom(
      JSON.stringify([joinRef, ref, to, what, payload]),
      JSON.stringify([joinRef, ref, to, what, payload]),
      JSON.stringify({ join_ref: joinRef, ref, topic: to, event: what, payload }),
    ),
  );
  const frame: fc.Arbitrary<string | Buffer> = fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 2, arbitrary: binary(topic) },
    { weight: 1, arbitrary: brokenBody },
  );
  const join = fc
    .tuple(fc.constantFrom('realtime:a', 'realtime:b'), joins(token))
    .map(([to, config]) => JSON.stringify(['1', '1', to, 'phx_join', config]));
  const talk = fc.record({
    version: fc.constantFrom('1.0.0', '2.0.0', '2.0.0'),
    hurried: fc.boolean(),
    frames: fc.tuple(join, fc.array(frame, { maxLength: 25 })).map(([first, frames]) => [first, ...frames]),
  });
  return fc.oneof(
    { weight: 4, arbitrary: talk },
    broadcasts(bank).map((request) => ({ request })),
  );
}

function joins(token: string): fc.Arbitrary<unknown> {
  const change = fc.record(
    {
      event: fc.oneof(fc.constantFrom('*', 'INSERT', 'UPDATE'), oddValue),
      schema: fc.oneof(fc.constant('public'), oddValue),
      table: fc.oneof(fc.constantFrom(...TABLES), oddValue),
      filter: fc.oneof(
        fc.constantFrom('id=eq.1', 'name=in.(a,b)', 'name=match.(a+)+$', 'balance=gt.1', 'x=eq.1'),
        oddText.map((text) => `name=like.${text}`),
        oddValue,
      ),
      select: oddValue,
    },
    { requiredKeys: ['table'] },
  );
  const config = fc.record(
    {
      broadcast: fc.oneof(
        fc.record({ ack: fc.boolean(), self: fc.boolean(), replay: oddValue }, { requiredKeys: [] }),
        oddValue,
      ),
      presence: fc.oneof(fc.record({ key: oddText, enabled: fc.boolean() }, { requiredKeys: [] }), oddValue),
      postgres_changes: fc.oneof(fc.array(change, { maxLength: 4 }), oddValue),
      private: fc.oneof(fc.boolean(), oddValue),
    },
    { requiredKeys: [] },
  );
  return fc.record(
    {
      config: fc.oneof({ weight: 6, arbitrary: config }, oddValue),
      access_token: fc.oneof(fc.constant(token), oddValue),
    },
    { requiredKeys: ['config'] },
  );
}

function messages(token: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.record({ type: fc.constant('broadcast'), event: fc.oneof(oddText, oddValue), payload: oddValue }),
    fc.record({
      type: fc.constant('presence'),
      event: fc.constantFrom('track', 'untrack', 'x'),
      payload: oddValue,
    }),
    fc.record({ access_token: fc.oneof(fc.constant(token), oddValue) }),
  );
}

/** Generates binary broadcasts with correct or incorrect lengths. */
function binary(topic: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const lengths = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 5, maxLength: 5 });
  const kind = fc.constantFrom(3, 3, 3, 0, 4, 255);
  const encoding = fc.constantFrom(0, 1, 2);
  const body = fc.oneof(fc.constantFrom('{}', '{"a":1}', '', '{'), oddText);
  const sound = fc.tuple(kind, encoding, topic, body).map(([first, how, to, text]) => {
    const fields = ['1', '2', to, 'event', ''].map((field) => Buffer.from(field).subarray(0, 255));
    return Buffer.concat([
      Buffer.from([first, ...fields.map((field) => field.length), how]),
      ...fields,
      Buffer.from(text),
    ]);
  });
  const torn = fc
    .tuple(kind, lengths, encoding, fc.uint8Array({ maxLength: 300 }))
    .map(([first, sizes, how, bytes]) => Buffer.from([first, ...sizes, how, ...bytes]));
  return fc.oneof(
    sound,
    torn,
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  );
}

function broadcasts(bank: FuzzedBank): fc.Arbitrary<Attempt> {
  const [token = ''] = bank.tokens;
  const item = fc.record(
    { topic: fc.oneof(fc.constant('a'), oddValue), event: oddValue, payload: oddValue, private: oddValue },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc
      .record({ messages: fc.oneof(fc.array(item, { maxLength: 3 }), oddValue) })
      .map((value) => JSON.stringify(value)),
    brokenBody,
  );
  return fc.tuple(body, fc.constantFrom(token, bank.anonKey, 'x')).map(([text, bearer]) => ({
    method: 'POST',
    path: '/realtime/v1/api/broadcast',
    headers: { 'content-type': 'application/json', apikey: bank.anonKey, authorization: `Bearer ${bearer}` },
    body: text,
  }));
}

/** Runs a conversation. At the end, the socket must respond, unless the server closed it with a reason. */
export async function talked(bank: FuzzedBank, talk: Talk): Promise<string | null> {
  if ('request' in talk) return tried(bank, talk.request);
  const query = `apikey=${bank.anonKey}&vsn=${talk.version}`;
  const socket = new WebSocket(`${bank.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve(`no heartbeat within ${HEARTBEAT_MS / 1000} s`),
        HEARTBEAT_MS + talk.frames.length * 100,
      );
      const end = (problem: string | null) => {
        clearTimeout(timer);
        resolve(problem);
      };
      socket.on('error', (error) => end(String(error)));
      socket.on('close', (code) => end(code === 1006 || code === 1011 ? `closed with ${code}` : null));
      socket.on('message', (data) => {
        const text = String(data);
        if (text.includes('UnknownError')) end(text.slice(0, 300));
        if (text.includes('"the last"')) end(null);
      });
      socket.on('open', () => {
        for (const frame of talk.frames) socket.send(frame);
        // Disconnects in the middle of a conversation.
        if (talk.hurried) return socket.close();
        socket.send(
          talk.version === '2.0.0'
            ? JSON.stringify([null, 'the last', 'phoenix', 'heartbeat', {}])
            : JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'the last' }),
        );
      });
    });
  } finally {
    socket.terminate();
  }
}

export function shownTalk(talk: Talk): string {
  if ('request' in talk) return shown(talk.request);
  const frames = talk.frames.map((frame) =>
    Buffer.isBuffer(frame) ? `base64:${frame.toString('base64')}` : frame,
  );
  return `${talk.version} ${JSON.stringify(frames).slice(0, 2000)}`;
}
