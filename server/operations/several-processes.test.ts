import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { openKeys } from '../settings/keys.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';

let first: TestServer;
let second: TestServer;

beforeAll(async () => {
  const config = { auth: { rate_limit: { token_refresh: 5 } } };
  first = await startTestServer({ listen: true, config: { auth: { rate_limit: { token_refresh: 50 } } } });
  second = await startTestServer({ listen: true, beside: first, config });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const login = { email: 'alice@example.com', password: 'correct horse battery staple' };
const overTheNetwork = (server: TestServer) => getClient(server, { global: { fetch } });

test('two servers over one database share keys and sessions', async () => {
  expect(second.anonKey).toBe(first.anonKey);
  expect(second.context.keys.jwks).toEqual(first.context.keys.jwks);
  const alice = overTheNetwork(first);
  const { data } = await alice.auth.signUp(login);
  const elsewhere = overTheNetwork(second);
  await elsewhere.auth.setSession(data.session ?? { access_token: '', refresh_token: '' });
  expect((await elsewhere.auth.getUser()).data.user?.id).toBe(data.user?.id);
  await alice.auth.signOut();
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('a refresh token used on both servers in parallel gives one session', async () => {
  const { data } = await overTheNetwork(first).auth.signInWithPassword(login);
  const refresh_token = data.session?.refresh_token ?? '';
  const refreshed = await Promise.all(
    [first, second, first, second].map((server) =>
      overTheNetwork(server).auth.refreshSession({ refresh_token }),
    ),
  );
  expect(refreshed.map(({ error }) => error)).toEqual([null, null, null, null]);
  const getSession = (token: string | undefined) =>
    JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).session_id;
  expect(new Set(refreshed.map(({ data: { session } }) => getSession(session?.access_token))).size).toBe(1);
  expect(new Set(refreshed.map(({ data: { session } }) => session?.refresh_token)).size).toBe(1);
  const { error } = await overTheNetwork(second).auth.setSession(refreshed[0]?.data.session as never);
  expect(error).toBeNull();
});

test('rate limits count both servers together', async () => {
  const wrong = { email: 'bob@example.com', password: 'wrong password' };
  for (let attempt = 0; attempt < 6; attempt += 1) await overTheNetwork(first).auth.signInWithPassword(wrong);
  const { error } = await overTheNetwork(second).auth.signInWithPassword(wrong);
  expect(error?.status).toBe(429);
});

test('both servers know a new table immediately', async () => {
  const { owner } = first.context.database;
  await owner`create table public.newcomers (name text)`;
  await owner`grant select on public.newcomers to service_role`;
  await owner`insert into public.newcomers values ('here')`;
  for (const server of [first, second]) {
    const client = getClient(server, { key: server.serviceKey });
    const read = async () => (await client.from('newcomers').select()).data;
    await expect.poll(read, { timeout: 20_000 }).toEqual([{ name: 'here' }]);
  }
  await owner`alter table public.newcomers add column age integer`;
  await owner`notify pgrst, 'reload schema'`;
  for (const server of [first, second]) {
    const client = getClient(server, { key: server.serviceKey });
    const read = async () => (await client.from('newcomers').select('age')).data;
    await expect.poll(read, { timeout: 20_000 }).toEqual([{ age: null }]);
  }
});

test('a message sent to one server reaches a listener of the other', async () => {
  const [listener, speaker] = [overTheNetwork(first), overTheNetwork(second)];
  const received = new Promise((resolve) => {
    listener
      .channel('across')
      .on('broadcast', { event: 'hello' }, ({ payload }) => resolve(payload))
      .subscribe(async (status) => {
        if (status === 'SUBSCRIBED') await speaker.channel('across').httpSend('hello', { from: 'elsewhere' });
      });
  });
  expect(await received).toEqual({ from: 'elsewhere' });
  await listener.removeAllChannels();
});

test('parallel first starts over an empty database create one bank with one pair of keys', async () => {
  const name = `raced_${process.pid}`;
  const server = postgres(inject('serverUrl'), { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${name} template template0`);
  const url = new URL(inject('serverUrl'));
  url.pathname = name;
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase(url.href, { connections: 1 })));
  const keys = await Promise.all(databases.map((database) => openKeys(database, 'http://sandbank.test')));
  expect(new Set(keys.map(({ serviceKey }) => serviceKey)).size).toBe(1);
  for (const { owner } of databases)
    expect(await owner`select from supabase_migrations.schema_migrations`).not.toHaveLength(0);
  for (const database of databases) await database.close();
  await server.unsafe(`drop database ${name} with (force)`);
  await server.end();
});
