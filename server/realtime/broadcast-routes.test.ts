import { afterAll, beforeAll, expect, test } from 'vitest';
import { Inbox, isSubscribed, openSocket, signedIn, subscribe } from '../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ listen: true });
});
afterAll(() => server.close());

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return server.fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json', ...headers },
    body,
  });
}

test.each(['1.0.0', '2.0.0'])('a broadcast over HTTP reaches clients of serializer %s', async (vsn) => {
  const client = getClient(server, { realtime: { vsn } });
  const received = new Inbox<{ event: string; payload?: unknown; meta?: unknown }>();
  const channel = client.channel('news', { config: { broadcast: { self: false } } });
  channel.on('broadcast', { event: '*' }, received.put);
  await subscribe(channel).statuses.until(isSubscribed);
  const bytes = new Uint8Array([9, 8]);
  const answers = [
    await post('/news/events/bytes', bytes, { 'content-type': 'application/octet-stream' }),
    await post('/news/events/with%20space', '{"n": 1}'),
    await post('', '{"messages": [{"topic": "news", "event": "last", "payload": {"n": 2}}]}'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await answers[2]?.text()).toBe('');
  await received.until(({ event }) => event === 'last');
  const raw = { event: 'bytes', payload: bytes.buffer };
  const read = [
    { event: 'with space', payload: { n: 1 }, meta: { id: expect.any(String) } },
    { event: 'last', payload: { n: 2 } },
  ];
  expect(received.all).toMatchObject(vsn === '1.0.0' ? read : [raw, ...read]);
  await client.removeAllChannels();
});

test.each([
  ['nothing at all', '', '{}', 422, { errors: { messages: [expect.any(String)] } }],
  ['no JSON', '', 'no json', 422, { errors: expect.anything() }],
  [
    'a message without a topic',
    '',
    '{"messages": [{"topic": "t", "event": "e", "payload": {}}, {"event": "e", "payload": {}}]}',
    422,
    { errors: { messages: [{}, { topic: [expect.any(String)] }] } },
  ],
  [
    'a single message that is no JSON',
    '/t/events/e',
    'no json',
    422,
    { error: 'The body is not valid JSON' },
  ],
])('%s is refused over HTTP', async (_, path, body, status, answer) => {
  const response = await post(path, body);
  expect([response.status, await response.json()]).toEqual([status, answer]);
});

test('a broadcast over HTTP needs a valid key and a supported type', async () => {
  const text = { 'content-type': 'text/plain' };
  expect((await post('/t/events/e', 'text', text)).status).toBe(415);
  const forged = await post('/t/events/e', '{}', { authorization: `Bearer ${server.anonKey}x` });
  expect([forged.status, await forged.json()]).toEqual([401, { error: 'Failed to validate JWT signature' }]);
  expect((await post('/t/events/e', '{}', { apikey: '' })).status).toBe(401);
  expect((await post('/t/events/e', '{}', { authorization: 'Bearer sb_publishable_key' })).status).toBe(202);
});

test('an expired key opens no socket', async () => {
  const { token } = await signedIn(server, -10);
  const refused = await openSocket(server, `?vsn=2.0.0&apikey=${token}`);
  expect([refused.status, JSON.parse(refused.body)]).toEqual([401, { error: 'Token has expired' }]);
});
