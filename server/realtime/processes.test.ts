import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBankProcess } from '../testing/bank-process.ts';
import { Inbox, isSubscribed, signedIn, subscribe } from '../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { createJoiner, getParts } from './notify-bus.ts';

type Received = { event: string; payload?: unknown };

/** Connects a client of a process to a topic. The client receives broadcasts and presence. */
async function present(server: TestServer, topic: string, key: string) {
  const client = getClient(server);
  const received = new Inbox<Received>();
  const seen = new Inbox<string[]>();
  const channel = client.channel(topic, { config: { presence: { key }, broadcast: { self: true } } });
  channel
    .on('broadcast', { event: '*' }, received.put)
    .on('presence', { event: 'sync' }, () => seen.put(Object.keys(channel.presenceState()).sort()));
  await subscribe(channel).statuses.until(isSubscribed);
  return { client, channel, received, seen };
}

/**
 * Resolves when two processes receive each other's messages. A new process starts to read the log only after
 * all running writes in the cluster have finished, which can take longer than a join waits.
 */
async function haveMet(left: TestServer, right: TestServer): Promise<void> {
  const [here, there] = [await present(left, 'meeting', 'here'), await present(right, 'meeting', 'there')];
  const greet = () => {
    for (const { channel } of [here, there])
      void channel.send({
        type: 'broadcast',
        event: channel === here.channel ? 'here' : 'there',
        payload: {},
      });
  };
  const greeting = setInterval(greet, 100);
  await there.received.until(({ event }) => event === 'here');
  await here.received.until(({ event }) => event === 'there');
  clearInterval(greeting);
  await Promise.all([here, there].map(({ client }) => client.removeAllChannels()));
}

const are = (requested: string[]) => (keys: string[]) => keys.join() === requested.join();

/** Opens a proxy to the database. Blocking the proxy simulates a lost network connection. */
async function openDoor(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const door = createServer((inside) => {
    const outside = dial(Number(port || 5432), hostname);
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        inside.destroy();
        outside.destroy();
      });
    }
    inside.pipe(outside).pipe(inside);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  const through = new URL(url);
  through.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: through.href,
    shut() {
      door.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.each([
  ['that read the log', undefined],
  ['that may not read the log', null],
])('two processes %s', (_, subscriberUrl) => {
  let first: TestServer;
  let second: TestServer;

  beforeAll(async () => {
    first = await startTestServer({ listen: true, subscriberUrl });
    second = await startTestServer({ listen: true, subscriberUrl, beside: first });
    await haveMet(first, second);
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  test("deliver broadcasts to each other's clients, once each and in order", async () => {
    const [here, there] = [await present(first, 'talk', 'here'), await present(second, 'talk', 'there')];
    const long = 'ü'.repeat(20_000);
    await here.channel.send({ type: 'broadcast', event: 'a', payload: { long } });
    await here.channel.send({ type: 'broadcast', event: 'b', payload: new Uint8Array([0, 255]).buffer });
    await there.received.until(({ event }) => event === 'b');
    await getClient(first).channel('talk').httpSend('c', { n: 1 });
    await there.received.until(({ event }) => event === 'c');
    await here.received.until(({ event }) => event === 'c');
    for (const { received } of [here, there]) {
      expect(received.all.map(({ event }) => event)).toEqual(['a', 'b', 'c']);
      expect(received.all[0]?.payload).toEqual({ long });
      expect([...new Uint8Array(received.all[1]?.payload as ArrayBuffer)]).toEqual([0, 255]);
    }
    await there.channel.send({ type: 'broadcast', event: 'back', payload: {} });
    await here.received.until(({ event }) => event === 'back');
    await Promise.all([here, there].map(({ client }) => client.removeAllChannels()));
  });

  test('show clients present at either, also later', async () => {
    const here = await present(first, 'room', 'here');
    await here.channel.track({ mood: 'glad' });
    const there = await present(second, 'room', 'there');
    await there.seen.until(are(['here']));
    await there.channel.track({ mood: 'calm' });
    await here.seen.until(are(['here', 'there']));
    expect(there.channel.presenceState()).toMatchObject({
      here: [{ mood: 'glad' }],
      there: [{ mood: 'calm' }],
    });
    expect(here.channel.presenceState()).toEqual(there.channel.presenceState());
    await here.client.removeAllChannels();
    await there.seen.until(are(['there']));
    await there.client.removeAllChannels();
  });

  test('show nobody of a stopped process', async () => {
    const third = await startTestServer({ listen: true, subscriberUrl, beside: first });
    const here = await present(first, 'stopping', 'here');
    const there = await present(third, 'stopping', 'there');
    await there.channel.track({});
    await here.seen.until(are(['there']));
    here.seen.all.length = 0;
    await there.client.realtime.disconnect();
    await third.close();
    await here.seen.until(are([]));
    await here.client.removeAllChannels();
  });
});

describe('two processes of one bank', () => {
  let first: TestServer;

  beforeAll(async () => {
    first = await startTestServer({ listen: true });
  });
  afterAll(() => first.close());

  test('show nobody of a process that the database has lost', async () => {
    const door = await openDoor(first.context.database.url);
    const second = await startTestServer({ listen: true, subscriberUrl: door.url, beside: first });
    const here = await present(first, 'storm', 'here');
    const there = await present(second, 'storm', 'there');
    await there.channel.track({});
    await here.seen.until(are(['there']));
    here.seen.all.length = 0;
    door.shut();
    await here.seen.until(are([]));
    await Promise.all([here, there].map(({ client }) => client.removeAllChannels()));
    await second.close();
  });

  test('show nobody of a killed process', { timeout: 60_000 }, async () => {
    const bank = await startBankProcess({ DATABASE_URL: first.context.database.url });
    const here = await present(first, 'killed', 'here');
    const there = await present({ ...first, url: bank.url, fetch }, 'killed', 'there');
    await there.channel.track({});
    await here.seen.until(are(['there']));
    here.seen.all.length = 0;
    await bank.end('SIGKILL');
    await here.seen.until(are([]));
    await Promise.all([here, there].map(({ client }) => client.removeAllChannels()));
    await there.client.realtime.disconnect();
  });

  test('reconnect after an interrupted connection', async () => {
    const second = await startTestServer({ listen: true, beside: first });
    const here = await present(first, 'again', 'here');
    const there = await present(second, 'again', 'there');
    await there.channel.track({});
    await here.seen.until(are(['there']));
    await first.context.database.owner`
      select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`;
    const late = await present(second, 'again', 'late');
    await late.channel.track({});
    await here.seen.until(are(['late', 'there']));
    await Promise.all([here, there, late].map(({ client }) => client.removeAllChannels()));
    await second.close();
  });

  test('deliver row changes and SQL messages to the clients of both', async () => {
    const second = await startTestServer({ listen: true, beside: first });
    const { owner } = first.context.database;
    await owner.unsafe(`
      create table public.shared_notes (id int primary key);
      grant select on public.shared_notes to authenticated;
      alter publication supabase_realtime add table public.shared_notes`);
    const inboxes = await Promise.all(
      [first, second].map(async (server) => {
        const { client } = await signedIn(server);
        const received = new Inbox<unknown>();
        const channel = client
          .channel('both')
          .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'shared_notes' }, received.put)
          .on('broadcast', { event: 'told' }, received.put);
        await subscribe(channel).statuses.until(isSubscribed);
        return { client, received };
      }),
    );
    await owner`insert into public.shared_notes values (1)`;
    await owner`select realtime.send('{}', 'told', 'both', false)`;
    for (const { client, received } of inboxes) {
      await received.until((entry) => (entry as { event?: string }).event === 'told');
      await received.until((value) => (value as { eventType?: string }).eventType === 'INSERT');
      expect(received.all).toHaveLength(2);
      await client.removeAllChannels();
    }
    await second.close();
  });
});

test('reassemble messages of any length', () => {
  const received: string[] = [];
  const receive = createJoiner((text) => received.push(text));
  const texts = ['', 'short', 'ü'.repeat(30_000)];
  const [lost = ''] = getParts('x'.repeat(20_000));
  for (const part of [lost, ...texts.flatMap(getParts)]) {
    expect(Buffer.byteLength(part)).toBeLessThan(8_000);
    receive(part);
  }
  expect(received).toEqual(texts);
});
