import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Inbox, isSubscribed, openSocket, type Person, signedIn, subscribe } from '../testing/realtime.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { StoredMessages } from './stored-messages.ts';
import { Topics } from './topics.ts';

type Received = { event: string; payload: unknown; meta?: { id: string; replayed?: boolean } };

let server: TestServer;
let alice: Person;

beforeAll(async () => {
  server = await startTestServer({ listen: true });
  await server.context.database.owner.unsafe(`
    create policy "customers hear rooms" on realtime.messages for select to authenticated
      using (realtime.topic() like 'room:%');
    create table public.notes (id int primary key, body text);
    create function public.note_changes() returns trigger language plpgsql security definer as $$
    begin
      perform realtime.broadcast_changes('room:notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger broadcast after insert or update or delete on public.notes
      for each row execute function public.note_changes();
    create function public.announce(topic text, text text) returns void language sql security definer as $$
      select realtime.send(jsonb_build_object('text', text), 'announced', topic, false)
    $$;
    create function public.speak(topic text) returns void language sql as $$
      select realtime.send('{"id": "mine"}', 'spoken', topic)
    $$;
    grant execute on function public.announce, public.speak to authenticated;
  `);
  alice = await signedIn(server);
});
afterAll(async () => {
  await alice.client.removeAllChannels();
  await server.close();
});

async function hearing(topic: string, broadcast: object = {}, isPrivate = true) {
  const received = new Inbox<Received>();
  const channel = alice.client
    .channel(topic, { config: { private: isPrivate, broadcast } })
    .on('broadcast', { event: '*' }, (message) => received.put(message as unknown as Received));
  await subscribe(channel).statuses.until(isSubscribed);
  return { channel, received };
}

describe('a message sent by SQL', () => {
  test('reaches the private channel when its transaction commits', async () => {
    const { channel, received } = await hearing('room:1');
    const { owner } = server.context.database;
    await owner
      .begin(async (sql) => {
        await sql`select realtime.send('{"n": 1}', 'taken back', 'room:1')`;
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await owner.begin(async (sql) => {
      await sql`select realtime.send('{"n": 2}', 'first', 'room:1'), realtime.send('{"n": 3}', 'second', 'room:1')`;
    });
    const { payload } = await received.until(({ event }) => event === 'second');
    expect(received.all.map(({ event }) => event)).toEqual(['first', 'second']);
    expect(payload).toEqual({ n: 3, id: received.all[1]?.meta?.id });
    await alice.client.removeChannel(channel);
  });

  test('reaches the public channel from a function that a customer calls', async () => {
    const { channel, received } = await hearing('open', {}, false);
    await alice.client.rpc('announce', { topic: 'open', text: 'hello' }).throwOnError();
    expect(await received.until(({ event }) => event === 'announced')).toMatchObject({
      payload: { text: 'hello' },
    });
    await alice.client.removeChannel(channel);
  });

  test('needs the right to send, and is dropped with a warning without it', async () => {
    const { channel, received } = await hearing('room:silent');
    await alice.client.rpc('speak', { topic: 'room:silent' }).throwOnError();
    await server.context.database.owner`select realtime.send('{}', 'after', 'room:silent')`;
    await received.until(({ event }) => event === 'after');
    expect(received.all).toHaveLength(1);
    await alice.client.removeChannel(channel);
  });

  test('may be raw bytes', async () => {
    const { channel, received } = await hearing('room:bytes');
    await server.context.database.owner`select realtime.send_binary('\\xde00ff', 'raw', 'room:bytes')`;
    const { payload, meta } = await received.until(({ event }) => event === 'raw');
    expect([...new Uint8Array(payload as ArrayBuffer)]).toEqual([0xde, 0, 0xff]);
    expect(meta?.id).toMatch(/^[0-9a-f-]{36}$/);
    await alice.client.removeChannel(channel);
  });

  test('may be a row change', async () => {
    const { channel, received } = await hearing('room:notes');
    await server.context.database.owner.unsafe(`
      insert into public.notes values (1, 'a');
      update public.notes set body = 'b';
      delete from public.notes`);
    await received.until(({ event }) => event === 'DELETE');
    const place = { schema: 'public', table: 'notes' };
    expect(received.all.map(({ payload }) => payload)).toMatchObject([
      { ...place, operation: 'INSERT', record: { id: 1, body: 'a' }, old_record: null },
      { ...place, operation: 'UPDATE', record: { id: 1, body: 'b' }, old_record: { id: 1, body: 'a' } },
      { ...place, operation: 'DELETE', record: null, old_record: { id: 1, body: 'b' } },
    ]);
    await alice.client.removeChannel(channel);
  });

  test('does not arrive as a row change, even for subscribers of everything', async () => {
    const received = new Inbox<unknown>();
    const channel = alice.client
      .channel('room:all', { config: { private: true } })
      .on('postgres_changes', { event: '*', schema: '*' }, received.put)
      .on('broadcast', { event: '*' }, received.put);
    await subscribe(channel).statuses.until(isSubscribed);
    await server.context.database.owner`select realtime.send('{}', 'only once', 'room:all')`;
    await received.until(() => true);
    expect(received.all).toMatchObject([{ event: 'only once' }]);
    await alice.client.removeChannel(channel);
  });
});

describe('message replay', () => {
  test('sends the latest messages of a private channel first, in order, marked as replayed', async () => {
    const { owner } = server.context.database;
    for (const n of [1, 2, 3]) await owner`select realtime.send(${owner.json({ n })}, 'kept', 'room:replay')`;
    await owner`select realtime.send_binary('\\x01', 'kept', 'room:replay')`;
    // The first listener receives the marker, so all earlier messages are delivered before the replay is
    // requested.
    const first = await hearing('room:replay');
    await owner`select realtime.send('{}', 'marker', 'room:replay')`;
    await first.received.until(({ event }) => event === 'marker');
    await alice.client.removeChannel(first.channel);
    const since = Date.now() - 60_000;
    const { channel, received } = await hearing('room:replay', { replay: { since, limit: 4 } });
    await owner`select realtime.send('{"n": 5}', 'new', 'room:replay')`;
    await received.until(({ event }) => event === 'new');
    expect(received.all).toMatchObject([
      { payload: { n: 2 }, meta: { replayed: true } },
      { payload: { n: 3 }, meta: { replayed: true } },
      { meta: { replayed: true } },
      { event: 'marker', meta: { replayed: true } },
      { payload: { n: 5 } },
    ]);
    expect(received.all.at(-1)?.meta?.replayed).toBeUndefined();
    await alice.client.removeChannel(channel);
    const later = await hearing('room:replay', { replay: { since: Date.now() + 60_000 } });
    await owner`select realtime.send('{}', 'last', 'room:replay')`;
    await later.received.until(({ event }) => event === 'last');
    expect(later.received.all).toHaveLength(1);
    await alice.client.removeChannel(later.channel);
  });

  test.each([
    [false, 'room:r', { since: 0 }, 'UnableToReplayMessages: Replay is not allowed for public channels'],
    [true, 'room:r', { since: 'yesterday' }, 'UnableToReplayMessages: Replay params are not valid'],
    [
      true,
      'hidden',
      { since: 0 },
      'Unauthorized: You do not have permissions to read from this Channel topic: hidden',
    ],
  ])('is refused (private %s, topic %s, %j)', async (isPrivate, topic, replay, reason) => {
    const { socket, frames } = await openSocket(server, `?vsn=2.0.0&apikey=${server.anonKey}`);
    const config = { private: isPrivate, broadcast: { replay } };
    socket.send(
      JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config, access_token: alice.token }]),
    );
    const reply = await frames.until((frame) => Array.isArray(frame) && frame[1] === '1');
    expect(reply).toMatchObject({ 4: { status: 'error', response: { reason } } });
    socket.terminate();
  });
});

test('covers 72 hours', async () => {
  const { database, log } = server.context;
  const stored = new StoredMessages(database, log, new Topics());
  await database.owner`
    insert into realtime.messages (topic, extension, event, inserted_at)
    select 'old', 'broadcast', event, (now() at time zone 'utc') - age
    from (values ('gone', interval '73 hours'), ('kept', interval '71 hours')) as message (event, age)`;
  await stored.prune();
  expect(await database.owner`select event from realtime.messages where topic = 'old'`).toEqual([
    { event: 'kept' },
  ]);
  await stored.close();
});

test('reports to clients that ask when database messages are ready', async () => {
  const inbox = new Inbox<unknown>();
  const channel = alice.client
    .channel('room:ready', { config: { private: true, broadcast: { replication_ready: true } as object } })
    .on('system', {}, inbox.put);
  subscribe(channel);
  expect(await inbox.until(() => true)).toMatchObject({
    extension: 'system',
    status: 'ok',
    message: 'Replication connection established',
    channel: 'room:ready',
  });
  await alice.client.removeChannel(channel);
});
