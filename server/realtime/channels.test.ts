import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Inbox, isSubscribed, openSocket, signedIn, subscribe } from '../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { openSession } from '../testing/sessions.ts';

type Received = { event: string; payload?: unknown };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ listen: true });
});
afterAll(() => server.close());

/** Connects a client to a topic with either serializer version. */
async function onTopic(
  topic: string,
  vsn: '1.0.0' | '2.0.0',
  broadcast: { self?: boolean; ack?: boolean } = {},
) {
  const client = getClient(server, { realtime: { vsn } });
  const received = new Inbox<Received>();
  const channel = client
    .channel(topic, { config: { broadcast } })
    .on('broadcast', { event: '*' }, received.put);
  await subscribe(channel).statuses.until(isSubscribed);
  return { client, channel, received };
}

describe('a broadcast', () => {
  test('reaches the others on the topic, with either serializer', async () => {
    const [old, recent] = [await onTopic('talk', '1.0.0'), await onTopic('talk', '2.0.0')];
    const elsewhere = await onTopic('elsewhere', '2.0.0');
    await old.channel.send({ type: 'broadcast', event: 'hi', payload: { from: 'old' } });
    await recent.channel.send({ type: 'broadcast', event: 'hi', payload: { from: 'recent' } });
    expect(await recent.received.until(({ event }) => event === 'hi')).toMatchObject({
      payload: { from: 'old' },
    });
    expect(await old.received.until(({ event }) => event === 'hi')).toMatchObject({
      payload: { from: 'recent' },
    });
    expect([old.received.all.length, recent.received.all.length, elsewhere.received.all.length]).toEqual([
      1, 1, 0,
    ]);
    await Promise.all([old, recent, elsewhere].map(({ client }) => client.removeAllChannels()));
  });

  test('is echoed and acknowledged on request', async () => {
    const { client, channel, received } = await onTopic('mirror', '2.0.0', { self: true, ack: true });
    expect(await channel.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } })).toBe('ok');
    expect(await received.until(({ event }) => event === 'echo')).toMatchObject({ payload: { n: 1 } });
    await client.removeAllChannels();
  });

  test('carries raw bytes to clients that support them', async () => {
    const [sender, reader, old] = [
      await onTopic('bytes', '2.0.0'),
      await onTopic('bytes', '2.0.0'),
      await onTopic('bytes', '1.0.0'),
    ];
    const bytes = new Uint8Array([0, 255, 7]).buffer;
    await sender.channel.send({ type: 'broadcast', event: 'raw', payload: bytes });
    await sender.channel.send({ type: 'broadcast', event: 'after', payload: {} });
    const { payload } = await reader.received.until(({ event }) => event === 'raw');
    expect(new Uint8Array(payload as ArrayBuffer)).toEqual(new Uint8Array(bytes));
    await old.received.until(({ event }) => event === 'after');
    expect(old.received.all).toHaveLength(1);
    await Promise.all([sender, reader, old].map(({ client }) => client.removeAllChannels()));
  });

  test('can be sent over HTTP', async () => {
    const { client, channel, received } = await onTopic('posted', '2.0.0');
    const other = getClient(server);
    expect(await other.channel('posted').httpSend('one', { n: 1 })).toEqual({ success: true });
    expect(await received.until(({ event }) => event === 'one')).toMatchObject({ payload: { n: 1 } });
    const many = (body: unknown, key = server.anonKey) =>
      server.fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const response = await many({ messages: [{ topic: 'posted', event: 'two', payload: { n: 2 } }] });
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(await received.until(({ event }) => event === 'two')).toMatchObject({ payload: { n: 2 } });
    expect((await many({ messages: [{ event: 'no topic' }] })).status).toBe(422);
    expect((await many({ messages: [] }, 'no key')).status).toBe(401);
    await client.removeChannel(channel);
  });
});

describe('presence', () => {
  test('lists arrivals and departures', async () => {
    const [alice, bob] = [getClient(server), getClient(server)];
    const seen = new Inbox<Record<string, unknown[]>>();
    const present = alice.channel('room', { config: { presence: { key: 'alice' } } });
    await subscribe(present).statuses.until(isSubscribed);
    expect(await present.track({ mood: 'glad' })).toBe('ok');

    const watching = bob.channel('room', { config: { presence: { key: 'bob' } } });
    watching.on('presence', { event: 'sync' }, () => seen.put({ ...watching.presenceState() }));
    await subscribe(watching).statuses.until(isSubscribed);
    expect(await seen.until((state) => 'alice' in state)).toMatchObject({ alice: [{ mood: 'glad' }] });
    await present.untrack();
    await seen.until((state) => !('alice' in state));
    seen.all.length = 0;
    await present.track({ mood: 'back' });
    await seen.until((state) => 'alice' in state);
    seen.all.length = 0;
    await alice.removeAllChannels();
    await seen.until((state) => !('alice' in state));
    await bob.removeAllChannels();
  });

  test('reports a change as one departure and one arrival', async () => {
    const { socket, frames } = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    const send = (...frame: unknown[]) => socket.send(JSON.stringify(frame));
    const topic = 'realtime:changing';
    send('1', '1', topic, 'phx_join', { config: { presence: { key: 'me', enabled: true } } });
    send('1', '2', topic, 'presence', { type: 'presence', event: 'track', payload: { mood: 'glad' } });
    send('1', '3', topic, 'presence', { type: 'presence', event: 'track', payload: { mood: 'busy' } });
    send('1', '4', topic, 'presence', { type: 'presence', event: 'track', payload: 'no map' });
    await frames.until(isReply('4', 'error'));
    const diffs = frames.all.filter((frame) => Array.isArray(frame) && frame[3] === 'presence_diff');
    expect(diffs).toMatchObject([
      [null, null, topic, 'presence_diff', { joins: { me: { metas: [{ mood: 'glad' }] } }, leaves: {} }],
      [
        ...[null, null, topic, 'presence_diff'],
        { joins: { me: { metas: [{ mood: 'busy' }] } }, leaves: { me: { metas: [{ mood: 'glad' }] } } },
      ],
    ]);
    socket.terminate();
  });
});

describe('an access token', () => {
  test('that expires closes the channel unless it is renewed in time', async () => {
    const [late, punctual] = [await signedIn(server, 3), await signedIn(server, 3)];
    const received = new Inbox<Received>();
    const problems = new Inbox<{ message: string }>();
    const kept = punctual.client
      .channel('renewed', { config: { broadcast: { self: true } } })
      .on('broadcast', { event: '*' }, received.put);
    const lost = subscribe(late.client.channel('short').on('system', {}, problems.put));
    await Promise.all([subscribe(kept), lost].map(({ statuses }) => statuses.until(isSubscribed)));
    const { database, keys } = server.context;
    await punctual.client.realtime.setAuth(await openSession(database.owner, keys, punctual.id));

    await lost.statuses.until(({ status }) => status === 'CLOSED');
    expect(problems.all.at(-1)?.message).toMatch(/^Token has expired \d+ seconds ago$/);
    await kept.send({ type: 'broadcast', event: 'still here', payload: {} });
    await received.until(({ event }) => event === 'still here');
    await Promise.all([late, punctual].map(({ client }) => client.removeAllChannels()));
  });

  test('that is invalid is refused at the join', async () => {
    const client = getClient(server);
    await client.realtime.setAuth(`${server.anonKey}x`);
    const { statuses } = subscribe(client.channel('forged'));
    const { message } = await statuses.until(({ status }) => status === 'CHANNEL_ERROR');
    expect(message).toContain('JwtSignatureError: Failed to validate JWT signature');
    await client.removeAllChannels();
  });
});

test("without a policy can't open a private channel", async () => {
  const client = getClient(server);
  const { statuses } = subscribe(client.channel('secret', { config: { private: true } }));
  const { message } = await statuses.until(({ status }) => status === 'CHANNEL_ERROR');
  expect(message).toContain(
    'Unauthorized: You do not have permissions to read from this Channel topic: secret',
  );
  await client.removeAllChannels();
});

describe('a socket', () => {
  test.each([
    ['without a key', '?vsn=2.0.0', 401, 'API key is missing'],
    ['with a key that is none', '?vsn=2.0.0&apikey=nonsense', 401, 'The token provided is not a valid JWT'],
    ['of an unknown serializer', '?vsn=9&apikey=nonsense', 400, 'Unsupported serializer version'],
  ])('%s is refused', async (_, query, status, error) => {
    const refused = await openSocket(server, query);
    expect([refused.status, JSON.parse(refused.body)]).toEqual([status, { error }]);
  });

  test('gets heartbeat replies and may join again after leaving', async () => {
    const { socket, frames } = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    const send = (...frame: unknown[]) => socket.send(JSON.stringify(frame));
    send(null, '1', 'phoenix', 'heartbeat', {});
    await frames.until(isFrame([null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]));
    send('2', '2', 'realtime:x', 'phx_join', {});
    await frames.until(isReply('2', 'ok'));
    send('2', '3', 'realtime:x', 'phx_leave', {});
    await frames.until(isFrame(['2', '2', 'realtime:x', 'phx_close', {}]));
    send('4', '4', 'realtime:x', 'phx_join', { config: { broadcast: { ack: 'true' } } });
    send('4', '5', 'realtime:x', 'broadcast', { type: 'broadcast', event: 'e', payload: {} });
    await frames.until(isReply('5', 'ok'));
    send('6', '6', 'realtime:x', 'phx_join', {});
    await frames.until(isFrame(['4', '4', 'realtime:x', 'phx_close', {}]));
    await frames.until(isReply('6', 'ok'));
    send('7', '7', 'realtime:', 'phx_join', {});
    await frames.until(isReply('7', 'error'));
    send('8', '8', 'realtime:unjoined', 'broadcast', {});
    await frames.until(isReply('8', 'error'));
    socket.terminate();
  });

  test('that sends malformed messages affects nobody else', async () => {
    const bystander = await onTopic('calm', '2.0.0', { self: true });
    for (const vsn of ['1.0.0', '2.0.0']) {
      const { socket, frames } = await openSocket(server, `?vsn=${vsn}&apikey=${server.anonKey}`);
      for (const frame of nonsense()) socket.send(frame);
      socket.send(
        vsn === '2.0.0'
          ? '[null,"last","phoenix","heartbeat",{}]'
          : '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"last"}',
      );
      await frames.until((frame) => JSON.stringify(frame).includes('"last"'));
      socket.terminate();
    }
    await bystander.channel.send({ type: 'broadcast', event: 'unharmed', payload: {} });
    await bystander.received.until(({ event }) => event === 'unharmed');
    await bystander.client.removeAllChannels();
  });

  test('that sends too much is closed', async () => {
    const { socket, closed } = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    for (let sent = 0; sent < 5_000; sent += 1) socket.send('[null,null,"phoenix","heartbeat",{}]');
    expect(await closed).toBe(1008);
    const large = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    large.socket.send('x'.repeat(2 * 1024 * 1024));
    expect(await large.closed).toBe(1009);
  });

  test('that does not read is closed', async () => {
    const { socket, frames, closed } = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    socket.send(JSON.stringify(['1', '1', 'realtime:flood', 'phx_join', {}]));
    await frames.until(isReply('1', 'ok'));
    socket.pause();
    const body = JSON.stringify({ text: 'x'.repeat(900_000) });
    for (let sent = 0; sent < 40; sent += 1) {
      await server.fetch(`${server.url}/realtime/v1/api/broadcast/flood/events/more`, {
        method: 'POST',
        headers: { apikey: server.anonKey, 'content-type': 'application/json' },
        body,
      });
    }
    socket.resume();
    expect(await closed).toBe(1006);
  });

  test('joins a limited number of channels', async () => {
    const { socket, frames } = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    for (let n = 1; n <= 130; n += 1)
      socket.send(JSON.stringify([`${n}`, `${n}`, `realtime:t${n}`, 'phx_join', {}]));
    await frames.until(isReply('130', 'error'));
    await frames.until(isReply('1', 'ok'));
    expect(JSON.stringify(frames.all)).toMatch(/ChannelRateLimitReached|ClientJoinRateLimitReached/);
    socket.terminate();
  });
});

const isFrame = (requested: unknown) => (frame: unknown) =>
  JSON.stringify(frame) === JSON.stringify(requested);
const isReply = (ref: string, status: string) => (frame: unknown) =>
  Array.isArray(frame) && frame[1] === ref && frame[3] === 'phx_reply' && frame[4].status === status;

function nonsense(): (string | Buffer)[] {
  const join = (payload: unknown) => JSON.stringify(['1', '1', 'realtime:odd', 'phx_join', payload]);
  return [
    '',
    '[',
    'null',
    '[]',
    '{}',
    '[1,2,3,4,5]',
    '"text"',
    '[null,null,"realtime:odd","phx_join",null]',
    '{"topic":{},"event":[],"payload":1,"ref":2}',
    join('text'),
    join({ config: 7 }),
    join({ config: { postgres_changes: 'all' } }),
    join({ config: { postgres_changes: [null] } }),
    join({ config: { postgres_changes: [{ event: {}, schema: [], table: 5, filter: {} }] } }),
    join({ config: { postgres_changes: [{ event: '*', schema: 'public', table: 'x', select: [1] }] } }),
    join({ config: { presence: { key: {} } }, access_token: { a: 1 } }),
    JSON.stringify(['1', '2', 'realtime:odd', 'presence', { event: 'track', payload: 'no map' }]),
    JSON.stringify(['1', '2', 'realtime:odd', 'access_token', 'none']),
    JSON.stringify(['1', '2', 'realtime:odd', '__proto__', { __proto__: null }]),
    Buffer.alloc(0),
    Buffer.from([3]),
    Buffer.from([3, 255, 255, 255, 255, 255, 1]),
    Buffer.from([3, 0, 0, 1, 1, 1, 1, 0x61, 0x61, 0x7b, 0x7b]),
    Buffer.from([0, 1, 2, 3]),
    ...Array.from({ length: 50 }, () => randomBytes(40)),
  ];
}
