import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Inbox, isSubscribed, type Person, signedIn, subscribe } from '../../testing/realtime.ts';
import { getClient, startTestServer, type TestServer } from '../../testing/server.ts';
import { createRealtime } from '../realtime.ts';

type Note = Record<string, unknown>;
type Event = RealtimePostgresChangesPayload<Note>;

let server: TestServer;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startTestServer({ listen: true });
  await server.context.database.owner.unsafe(FIXTURE);
  [alice, bob] = [await signedIn(server), await signedIn(server)];
});
afterEach(async () => {
  await Promise.all([alice, bob].map(({ client }) => client.removeAllChannels()));
});
afterAll(() => server.close());

/**
 * Tables with row rules that the server can evaluate, and tables with rules that only the database can
 * evaluate.
 */
const FIXTURE = `
  create domain price as numeric(14, 2);
  create table notes (
    id int generated always as identity primary key,
    owner_id uuid, title text, secret text default 'hidden', amount price, big bigint,
    at timestamptz, day date, tags text[], numbers int[], data jsonb, done boolean
  );
  alter table notes enable row level security;
  alter table notes replica identity full;
  create policy "own" on notes for select to authenticated using (owner_id = (select auth.uid()));
  revoke all on notes from anon, authenticated;
  grant select (id, owner_id, title, amount, big, at, day, tags, numbers, data, done) on notes to authenticated;

  create table members (room text, person uuid, primary key (room, person));
  create table messages (room text, number int, body text, primary key (room, number));
  alter table members enable row level security;
  alter table messages enable row level security;
  create policy "mine" on members for select to authenticated using (person = (select auth.uid()));
  create policy "rooms" on messages for select to authenticated
    using (exists (select from members where members.room = messages.room and person = (select auth.uid())));

  grant select on members, messages to authenticated;
  grant select on notes, messages to service_role;

  create table hidden (id int primary key);
  alter table messages replica identity full;
  alter publication supabase_realtime add table notes, messages;
`;

async function listen(person: Person, table: string, filter?: string) {
  const events = new Inbox<Event>();
  const channel = person.client
    .channel(`${table} ${filter ?? ''}`)
    .on<Note>('postgres_changes', { event: '*', schema: 'public', table, filter }, events.put);
  const { statuses } = subscribe(channel);
  await statuses.until(isSubscribed);
  return { events, statuses, channel };
}

const titled = (title: string) => (event: Event) => 'title' in event.new && event.new.title === title;

async function write(owner: Person, title: string): Promise<number> {
  const [row] = await server.context.database.owner`
    insert into notes (owner_id, title, amount) values (${owner.id}, ${title}, 12.3) returning id`;
  return row?.id;
}

describe('a customer subscribed to a table', () => {
  test('receives inserts, updates, and deletions of her own rows', async () => {
    const { events } = await listen(alice, 'notes');
    const id = await write(alice, 'first');
    const { owner } = server.context.database;
    await owner`update notes set title = 'second' where id = ${id}`;
    await owner`delete from notes where id = ${id}`;
    await events.until(({ eventType }) => eventType === 'DELETE');
    expect(events.all).toMatchObject([
      { eventType: 'INSERT', new: { id, title: 'first' }, old: {}, errors: null },
      { eventType: 'UPDATE', new: { id, title: 'second' }, old: { id, title: 'first' } },
      { eventType: 'DELETE', new: {}, old: { id } },
    ]);
    expect(Object.keys(events.all[2]?.old ?? {})).toEqual(['id']);
    expect(Date.parse(events.all[0]?.commit_timestamp ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test("never receives another customer's rows", async () => {
    const [hers, his] = [await listen(alice, 'notes'), await listen(bob, 'notes')];
    const secretId = await write(bob, 'bob only');
    await server.context.database.owner`delete from notes where id = ${secretId}`;
    await write(alice, 'alice only');
    await write(bob, 'bob last');
    await write(alice, 'alice last');
    await Promise.all([hers.events.until(titled('alice last')), his.events.until(titled('bob last'))]);
    const titles = (inbox: Inbox<Event>) =>
      inbox.all.map((event) => ('title' in event.new ? event.new.title : event.old));
    expect(titles(hers.events)).toEqual(['alice only', 'alice last']);
    expect(titles(his.events)).toEqual(['bob only', { id: secretId }, 'bob last']);
  });

  test('gets values of the same types as from the table interface', async () => {
    const { events } = await listen(alice, 'notes');
    await server.context.database.owner`
      insert into notes (owner_id, title, amount, big, at, day, tags, numbers, data, done) values (
        ${alice.id}, 'types', 1234.5, 9007199254740991, '2026-01-02 03:04:05.123456+00', '2026-01-02',
        array['a', 'b,"c"', null], array[1, 2], '{"a": [1.5, null]}', true)`;
    const { new: row } = await events.until(titled('types'));
    expect(row).toMatchObject({
      amount: 1234.5,
      big: 9007199254740991,
      at: '2026-01-02T03:04:05.123456+00:00',
      day: '2026-01-02',
      tags: ['a', 'b,"c"', null],
      numbers: [1, 2],
      data: { a: [1.5, null] },
      done: true,
    });
  });

  test('never gets a column without the right to read it', async () => {
    const { events } = await listen(alice, 'notes');
    await write(alice, 'columns');
    const event = await events.until(titled('columns'));
    expect(event.new).not.toHaveProperty('secret');
  });

  test('receives only rows that match her filter', async () => {
    const { events } = await listen(alice, 'notes', 'title=like.keep%,amount=gt.5');
    await write(alice, 'drop this');
    await write(alice, 'keep this');
    await events.until(titled('keep this'));
    expect(events.all).toHaveLength(1);
  });

  test('receives all changes of a large transaction in order', async () => {
    const { events } = await listen(alice, 'notes');
    await server.context.database.owner`
      insert into notes (owner_id, title) select ${alice.id}, 'n' || n from generate_series(1, 300) n`;
    await events.until(titled('n300'));
    expect(events.all.map((event) => ('title' in event.new ? event.new.title : ''))).toEqual(
      Array.from({ length: 300 }, (_, index) => `n${index + 1}`),
    );
  });
});

describe('row level security that only the database can evaluate', () => {
  test('is evaluated for each customer, row by row', async () => {
    const { owner } = server.context.database;
    await owner`insert into members values ('attic', ${alice.id}), ('cellar', ${bob.id}), ('hall', ${alice.id}), ('hall', ${bob.id})`;
    const [hers, his] = [await listen(alice, 'messages'), await listen(bob, 'messages')];
    await owner`insert into messages values ('attic', 1, 'a'), ('cellar', 1, 'b'), ('nowhere', 1, 'c'), ('hall', 1, 'last')`;
    const isLast = (event: Event) => 'body' in event.new && event.new.body === 'last';
    await Promise.all([hers.events.until(isLast), his.events.until(isLast)]);
    const bodies = (inbox: Inbox<Event>) =>
      inbox.all.map((event) => ('body' in event.new ? event.new.body : ''));
    expect(bodies(hers.events)).toEqual(['a', 'last']);
    expect(bodies(his.events)).toEqual(['b', 'last']);
  });
});

test('of a deleted row reveals nothing but the key', async () => {
  const { owner } = server.context.database;
  await owner`insert into messages values ('vault', 1, 'gold'), ('vault', 2, 'silver')`;
  const [all, probe] = [await listen(bob, 'messages'), await listen(bob, 'messages', 'body=eq.gold')];
  await owner`delete from messages where room = 'vault' and number = 1`;
  await owner`delete from messages where room = 'vault' and number = 2`;
  await all.events.until(({ old }) => 'number' in old && old.number === 2);
  expect(all.events.all[0]?.old).toEqual({ room: 'vault', number: 1 });
  expect(probe.events.all).toEqual([]);
});

describe('an invalid subscription', () => {
  test.each([
    ['a table that is not broadcast', 'hidden', undefined],
    ['a table that does not exist', 'nowhere', undefined],
    ['a column the customer may not read', 'notes', 'secret=eq.x'],
    ['a value of another type', 'notes', 'amount=gt.much'],
    ['a condition that cannot be read', 'notes', 'title'],
  ])('is answered with the reason: %s', async (_, table, filter) => {
    const problems = new Inbox<{ status: string; message: string }>();
    const channel = alice.client
      .channel('impossible')
      .on('postgres_changes', { event: '*', schema: 'public', table, filter }, () => undefined)
      .on('system', {}, problems.put);
    subscribe(channel);
    const problem = await problems.until(({ status }) => status === 'error');
    expect(problem.message).toMatch(/^Unable to subscribe to changes with given parameters/);
  });
});

test('by a visitor receives nothing of customers', async () => {
  const client = getClient(server);
  const events = new Inbox<Event>();
  const problems = new Inbox<{ status: string }>();
  const { statuses } = subscribe(
    client
      .channel('everything')
      .on<Note>('postgres_changes', { event: '*', schema: 'public' }, events.put)
      .on('system', {}, problems.put),
  );
  await statuses.until(isSubscribed);
  const mine = await listen(alice, 'notes');
  await write(alice, 'not for visitors');
  await mine.events.until(titled('not for visitors'));
  await client.removeAllChannels();
  expect(events.all).toEqual([]);
});

test("doesn't affect the service, which receives every row", async () => {
  const client = getClient(server, { key: server.serviceKey });
  const events = new Inbox<Event>();
  const { statuses } = subscribe(
    client.channel('all').on<Note>('postgres_changes', { event: 'INSERT', schema: '*' }, events.put),
  );
  await statuses.until(isSubscribed);
  await write(alice, 'seen by the service');
  const event = await events.until(titled('seen by the service'));
  expect(event.new).toMatchObject({ secret: 'hidden' });
  await client.removeAllChannels();
});

test('aside, events continue after the replication connection is terminated', async () => {
  const { events, statuses } = await listen(alice, 'notes');
  statuses.all.length = 0;
  await server.context.database.owner`
    select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`;
  await statuses.until(({ status }) => status === 'CHANNEL_ERROR');
  await statuses.until(isSubscribed);
  await write(alice, 'after the interruption');
  await events.until(titled('after the interruption'));
});

/** Subscribes to row changes at another process with the given database. */
async function listenElsewhere(database: TestServer['context']['database']) {
  const realtime = createRealtime({ ...server.context, database });
  const http = createServer().on('upgrade', realtime.accept);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const client = getClient({ ...server, url: `http://127.0.0.1:${port}` });
  const notices = new Inbox<{ status: string; message: string }>();
  const { statuses } = subscribe(
    client
      .channel('elsewhere')
      .on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
      .on('system', {}, notices.put),
  );
  return {
    notices,
    statuses,
    async close() {
      await client.removeAllChannels();
      await realtime.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const UNAVAILABLE = 'Row changes are not available on this server at the moment';

test('is reported where the database has no logical replication', async () => {
  const elsewhere = await listenElsewhere({ ...server.context.database, subscriberUrl: null });
  await elsewhere.statuses.until(isSubscribed);
  const problem = await elsewhere.notices.until(({ status }) => status === 'error');
  expect(problem).toMatchObject({ message: UNAVAILABLE });
  await elsewhere.close();
});

test('reconnects a client that joined before row changes were available, so that it reloads', async () => {
  const { database } = server.context;
  // PostgreSQL starts to report changes when all transactions that are now running have ended.
  const running = await database.owner.reserve();
  await running`begin`;
  await running`insert into hidden values (1)`;
  const elsewhere = await listenElsewhere(database);
  await elsewhere.notices.until(({ message }) => message === UNAVAILABLE);
  elsewhere.statuses.all.length = 0;
  await running`commit`;
  running.release();
  await elsewhere.statuses.until(({ status }) => status === 'CHANNEL_ERROR');
  await elsewhere.statuses.until(isSubscribed);
  await elsewhere.notices.until(({ message }) => message === 'Subscribed to PostgreSQL');
  await elsewhere.close();
});
