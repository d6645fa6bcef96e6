import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Inbox, isSubscribed, type Person, signedIn, subscribe } from '../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { openSession } from '../testing/sessions.ts';

type Received = { event: string; payload?: unknown };

let server: TestServer;
let member: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer({ listen: true });
  [member, reader, stranger] = [await signedIn(server), await signedIn(server), await signedIn(server)];
  const { owner } = server.context.database;
  await owner.unsafe(`
    create table public.members (topic text, person uuid, speaks boolean, extension text);
    alter table public.members enable row level security;
    create policy "members see themselves" on public.members for select to authenticated
      using (person = (select auth.uid()));
    grant select on public.members to authenticated;
    create policy "members hear" on realtime.messages for select to authenticated using (exists (
      select from public.members
      where topic = realtime.topic() and messages.extension = coalesce(members.extension, messages.extension)
    ));
    create policy "members speak" on realtime.messages for insert to authenticated with check (exists (
      select from public.members where topic = realtime.topic() and speaks
    ));
    create policy "customers hear the lobby" on realtime.messages for select to authenticated
      using (realtime.topic() = 'lobby');
    create policy "customers speak in the lobby" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'lobby' and extension = 'broadcast');
    create policy "broken rooms" on realtime.messages for select to authenticated
      using (1 / (length(realtime.topic()) - length('broken')) > 100);`);
  await owner`insert into public.members values
    ('club', ${member.id}, true, null), ('club', ${reader.id}, false, null), ('who', ${reader.id}, true, 'presence'),
    ('broken', ${member.id}, true, null)`;
});
afterAll(async () => {
  await Promise.all([member, reader, stranger].map(({ client }) => client.removeAllChannels()));
  await server.close();
});

async function joined({ client }: Person, topic: string, config: object = {}) {
  const received = new Inbox<Received>();
  const channel = client
    .channel(topic, { config: { private: true, ...config } })
    .on('broadcast', { event: '*' }, received.put);
  const { statuses } = subscribe(channel);
  await statuses.until(isSubscribed);
  return { channel, received, statuses };
}

async function getRefusal({ client }: { client: Person['client'] }, topic: string): Promise<string> {
  const channel = client.channel(topic, { config: { private: true } });
  const { statuses } = subscribe(channel);
  const { message } = await statuses.until(({ status }) => status === 'CHANNEL_ERROR');
  await client.removeChannel(channel);
  return message;
}

describe('a private channel', () => {
  test('is open only to clients with a read policy', async () => {
    const text = 'Unauthorized: You do not have permissions to read from this Channel topic: club';
    expect(await getRefusal(stranger, 'club')).toContain(text);
    expect(await getRefusal({ client: getClient(server) }, 'club')).toContain(text);
    expect(await getRefusal(member, 'elsewhere')).toContain('topic: elsewhere');
    expect(await getRefusal(stranger, 'broken')).toContain('Unauthorized');
    await member.client.removeChannel((await joined(member, 'club')).channel);
  });

  test('carries what a write policy allows and drops the rest', async () => {
    const [speaker, listener] = [await joined(member, 'club'), await joined(reader, 'club')];
    await listener.channel.send({ type: 'broadcast', event: 'unheard', payload: {} });
    expect(await listener.channel.track({ here: true })).toBe('error');
    await speaker.channel.send({ type: 'broadcast', event: 'heard', payload: { n: 1 } });
    expect(await listener.received.until(({ event }) => event === 'heard')).toMatchObject({
      payload: { n: 1 },
    });
    await server.context.database.owner`select realtime.send('{}', 'marker', 'club')`;
    await speaker.received.until(({ event }) => event === 'marker');
    expect(speaker.received.all.map(({ event }) => event)).toEqual(['marker']);
    await member.client.removeChannel(speaker.channel);
    await reader.client.removeChannel(listener.channel);
  });

  test('reports refused messages to clients that ask for acknowledgments', async () => {
    const { channel } = await joined(reader, 'club', { broadcast: { ack: true } });
    expect(await channel.send({ type: 'broadcast', event: 'unheard', payload: {} })).toBe('error');
    await reader.client.removeChannel(channel);
    const speaker = await joined(member, 'club', { broadcast: { ack: true } });
    expect(await speaker.channel.send({ type: 'broadcast', event: 'heard', payload: {} })).toBe('ok');
    await member.client.removeChannel(speaker.channel);
  });

  test('opens on a socket with an opaque key after a sign-in', async () => {
    const client = getClient(server, { key: server.context.keys.publishableKey });
    const text = 'Unauthorized: You do not have permissions to read from this Channel topic: lobby';
    expect(await getRefusal({ client }, 'lobby')).toContain(text);
    const { data } = await client.auth.signInAnonymously();
    await client.realtime.setAuth(data.session?.access_token);
    const channel = client.channel('lobby', { config: { private: true, broadcast: { ack: true } } });
    await subscribe(channel).statuses.until(isSubscribed);
    expect(await channel.send({ type: 'broadcast', event: 'hello', payload: {} })).toBe('ok');
    await client.removeAllChannels();
    const operator = getClient(server, { key: server.context.keys.secretKey });
    const { statuses } = subscribe(operator.channel('club', { config: { private: true } }));
    await statuses.until(isSubscribed);
    await operator.removeAllChannels();
  });

  test('differs from the public channel of the same name', async () => {
    const inside = await joined(member, 'club');
    const outside = await joined(stranger, 'club', { private: false, broadcast: { ack: true } });
    await outside.channel.send({ type: 'broadcast', event: 'outside', payload: {} });
    const http = getClient(server).channel('club');
    await http.httpSend('outside', {});
    await server.context.database.owner`select realtime.send('{}', 'marker', 'club', private)
      from unnest(array[true, false]) as private`;
    await inside.received.until(({ event }) => event === 'marker');
    await outside.received.until(({ event }) => event === 'marker');
    expect(inside.received.all.map(({ event }) => event)).toEqual(['marker']);
    expect(outside.received.all.map(({ event }) => event)).toEqual(['outside', 'marker']);
    await member.client.removeChannel(inside.channel);
    await stranger.client.removeChannel(outside.channel);
  });

  test('may allow presence without broadcasts', async () => {
    const seen = new Inbox<object>();
    const channel = reader.client.channel('who', { config: { private: true, presence: { key: 'reader' } } });
    const received = new Inbox<Received>();
    channel
      .on('presence', { event: 'sync' }, () => seen.put({ ...channel.presenceState() }))
      .on('broadcast', { event: '*' }, received.put);
    await subscribe(channel).statuses.until(isSubscribed);
    await server.context.database.owner`select realtime.send('{}', 'marker', 'who')`;
    expect(await channel.track({ mood: 'glad' })).toBe('ok');
    await seen.until((state) => 'reader' in state);
    expect(received.all).toEqual([]);
    await reader.client.removeChannel(channel);
  });

  test('accepts HTTP broadcasts under the same policies', async () => {
    const { channel, received } = await joined(member, 'club');
    const send = ({ token }: Person, event: string) =>
      server.fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: {
          apikey: server.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ messages: [{ topic: 'club', event, payload: { n: 1 }, private: true }] }),
      });
    expect((await send(reader, 'unheard')).status).toBe(202);
    expect((await send(member, 'heard')).status).toBe(202);
    const single = member.client.channel('club', { config: { private: true } });
    expect(await single.httpSend('bytes', new Uint8Array([7]))).toEqual({ success: true });
    await received.until(({ event }) => event === 'bytes');
    expect(received.all.map(({ event }) => event)).toEqual(['heard', 'bytes']);
    await member.client.removeChannel(channel);
  });
});

test.each(['1.0.0', '2.0.0'])('reaches a new customer, with serializer %s', async (vsn) => {
  const client = getClient(server, { realtime: { vsn, heartbeatIntervalMs: 500 } });
  const email = `lobby-${vsn}@example.com`;
  await client.auth.signUp({ email, password: 'correct horse battery staple' });
  const received = new Inbox<Received>();
  const channel = client.channel('lobby', { config: { broadcast: { self: true }, private: true } });
  channel.on('broadcast', { event: '*' }, received.put);
  await subscribe(channel).statuses.until(isSubscribed);
  await channel.send({ type: 'broadcast', event: 'test-event', payload: { message: 'test' } });
  expect(await received.until(() => true)).toMatchObject({
    event: 'test-event',
    payload: { message: 'test' },
  });
  await client.removeAllChannels();
});

describe('a renewed token', () => {
  const renewed = ({ id }: Person, claims: object = {}) =>
    openSession(server.context.database.owner, server.context.keys, id, { lifetimeSeconds: 900, claims });

  test('keeps the channel while the policies agree and closes it otherwise', async () => {
    const person = await signedIn(server);
    const { owner } = server.context.database;
    await owner`insert into public.members values ('leaving', ${person.id}, true)`;
    const problems = new Inbox<{ message: string }>();
    const { channel, received, statuses } = await joined(person, 'leaving', { broadcast: { self: true } });
    channel.on('system', {}, problems.put);
    await person.client.realtime.setAuth(await renewed(person));
    await channel.send({ type: 'broadcast', event: 'still here', payload: {} });
    await received.until(({ event }) => event === 'still here');

    await owner`delete from public.members where person = ${person.id}`;
    await person.client.realtime.setAuth(await renewed(person, { again: true }));
    await statuses.until(({ status }) => status === 'CLOSED');
    expect(problems.all).toMatchObject([
      {
        extension: 'system',
        status: 'error',
        message: 'You do not have permissions to read from this Channel topic: leaving',
        channel: 'leaving',
      },
    ]);
    await person.client.removeAllChannels();
  });

  test('is checked again for write policies', async () => {
    const person = await signedIn(server);
    const { owner } = server.context.database;
    await owner`insert into public.members values ('club', ${person.id}, false)`;
    const { channel, received } = await joined(person, 'club', { broadcast: { self: true } });
    expect(await channel.track({ too: 'early' })).toBe('error');
    await owner`update public.members set speaks = true where person = ${person.id}`;
    await channel.send({ type: 'broadcast', event: 'too early', payload: {} });
    await person.client.realtime.setAuth(await renewed(person));
    await channel.send({ type: 'broadcast', event: 'said', payload: {} });
    await received.until(({ event }) => event === 'said');
    expect(received.all).toHaveLength(1);
    await person.client.removeAllChannels();
  });
});

test("can't open a public channel where only private ones are allowed", async () => {
  const strict = await startTestServer({ listen: true, config: { realtime: { private_only: true } } });
  const client = getClient(strict);
  const { statuses } = subscribe(client.channel('open'));
  const { message } = await statuses.until(({ status }) => status === 'CHANNEL_ERROR');
  expect(message).toContain('PrivateOnly: This project only allows private channels');
  await client.removeAllChannels();
  await strict.close();
});
