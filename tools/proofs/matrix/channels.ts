import { run } from '../../../supabase/tests/support/catalog.ts';
import type { Asking } from './asking.ts';
import type { MatrixBank } from './bank.ts';
import { broadcastTables, type Told, touch } from './changes.ts';
import { type Asker, MARK, type Resident } from './people.ts';
import { type Frame, MatrixSocket } from './socket.ts';

type Channel = { topic: string; config: object };
/** A caller's socket, and how it was opened. */
type Listening = { asker: Asker; way: string; socket: MatrixSocket };

/** The number of channels per socket. */
const CHANNELS_PER_SOCKET = 80;
const EVENTS = ['INSERT', 'UPDATE', 'DELETE'];

/**
 * Joins every kind of channel as every caller in every way, while the owner's rows change in each published
 * table and the owner gets private messages. The owner must receive all of them, or silence elsewhere would
 * prove nothing.
 */
export async function tryChannels(
  bank: MatrixBank,
  asking: Asking,
  owner: Resident,
  stranger: Resident,
  askers: readonly Asker[],
): Promise<void> {
  const tables = await broadcastTables(bank, owner, stranger);
  for (const { table, rows } of tables)
    if (rows.length === 0) asking.count('channels', 'owner', `nothing in ${table}`);
  const changes = channelsOfChanges(tables, owner);
  const topics = await privateTopics(bank, owner);
  const open: Listening[] = [];
  const control: MatrixSocket[] = [];
  try {
    await listenAsOwner(bank, asking, changes, topics, owner, control);
    for (const asker of askers) open.push(...(await listen(bank, asking, asker, changes, topics, stranger)));
    await asking.begin();
    for (const asker of askers) await speak(asking, asker, topics);
    for (const told of tables) await touch(bank, told);
    for (const topic of topics)
      await bank.bank
        .owner`select realtime.send(jsonb_build_object('words', ${MARK}::text), 'last', ${topic}, true)`;
    await heardByOwner(asking, control, tables, topics);
    for (const { socket } of open) await socket.settle();
    for (const one of open) judge(asking, one);
    for (const socket of control) if (socket.isClosed) asking.found('the owner was sent away');
    await asking.unchanged('channels');
  } finally {
    for (const socket of [...control, ...open.map((one) => one.socket)]) socket.end();
  }
}

/** Subscriptions of one table, with and without filters, of a schema, and of all. */
function channelsOfChanges(tables: readonly Told[], owner: Resident): Channel[] {
  const ofChanges = (name: string, wishes: object[]) => ({
    topic: `changes ${name}`,
    config: { postgres_changes: wishes },
  });
  const each = tables.flatMap(({ schema, table, readable, filters }) => {
    const request = { event: '*', schema, table };
    const filtered = filters.map((filter) => ({ ...request, filter }));
    return [
      ofChanges(`${schema}.${table}`, [request, { ...request, select: readable }]),
      ofChanges(`${schema}.${table} filtered`, filtered.length === 0 ? [request] : filtered),
    ];
  });
  const wide = [
    { schema: 'public' },
    { schema: '*' },
    { schema: 'bank' },
    { schema: 'auth', table: 'users' },
  ];
  const rooms = [...wide, { schema: 'realtime', table: 'messages' }, { schema: 'public', table: '*' }];
  return [
    ...each,
    ...rooms.map((room) => ofChanges(JSON.stringify(room), [{ event: '*', ...room }])),
    ofChanges(
      `of ${owner.id}`,
      EVENTS.map((event) => ({ event, schema: '*', table: '*' })),
    ),
  ];
}

/** Topics that policies mention, that were used, and that can be guessed. */
async function privateTopics({ bank }: MatrixBank, { id, email }: Resident): Promise<string[]> {
  const named = await run(
    bank.owner,
    `select distinct m[1] || ? as topic from pg_policy p, regexp_matches(
        coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), ''), $$'([^']*:)'$$, 'g') m
      where p.polrelid = 'realtime.messages'::regclass
      union select topic from realtime.messages where position(? in topic) > 0`,
    ...[id, id],
  );
  return [...new Set([...named.map(({ topic }) => String(topic)), id, email, `customers:${id}`])];
}

/** The owner listens to changes, and the bank, on the last of these sockets, to private messages. */
async function listenAsOwner(
  bank: MatrixBank,
  asking: Asking,
  changes: readonly Channel[],
  topics: readonly string[],
  owner: Resident,
  control: MatrixSocket[],
): Promise<void> {
  for (const part of inParts(changes)) {
    const socket = await MatrixSocket.open(bank.url, owner.token, '2.0.0');
    if (!socket) throw new Error('The owner cannot listen.');
    control.push(socket);
    for (const { topic, config } of part)
      if (!(await socket.join(topic, config, null))) asking.found(`the owner cannot join ${topic}`);
  }
  const socket = await MatrixSocket.open(bank.url, bank.keys.serviceKey, '2.0.0');
  if (!socket) throw new Error('The bank cannot listen.');
  control.push(socket);
  for (const topic of topics) {
    if (!(await socket.join(topic, { private: true }, null))) asking.found(`the bank cannot join ${topic}`);
    socket.say(`realtime:${topic}`, 'presence', {
      type: 'presence',
      event: 'track',
      payload: { words: MARK },
    });
  }
  await socket.settle();
}

/**
 * Joins everything with a token: as the socket's key, at the join, and as someone who changes identity later.
 */
async function listen(
  bank: MatrixBank,
  asking: Asking,
  asker: Asker,
  changes: readonly Channel[],
  topics: readonly string[],
  stranger: Resident,
): Promise<Listening[]> {
  const { authorization, apikey } = asker.headers;
  const token = authorization?.replace('Bearer ', '') ?? null;
  const refused = asker.kind === 'void' || asker.kind === 'other';
  const all = [...changes, ...topics.flatMap(channelsOfTopic)];
  const listening: Listening[] = [];
  for (const part of inParts(all))
    for (const way of token === null ? ['key'] : ['key', 'join', 'change of hands']) {
      const key = way === 'key' ? (token ?? apikey ?? null) : bank.keys.anonKey;
      const socket = await MatrixSocket.open(bank.url, key, way === 'key' ? '1.0.0' : '2.0.0');
      if (!socket) {
        asking.count('channels', asker.kind, `${way}: refused`);
        continue;
      }
      listening.push({ asker, way, socket });
      if (refused && way === 'key') asking.found(`${asker.name}: opens a socket`);
      const before = refused ? stranger.token : bank.keys.anonKey;
      for (const { topic, config } of part) {
        const isIn = await socket.join(topic, config, way === 'join' ? token : way === 'key' ? null : before);
        if (isIn && way === 'change of hands') await socket.changeHands(topic, token);
        if (isIn && 'private' in config) asking.found(`${asker.name}: joins ${topic} (${way})`);
        asking.count('channels', asker.kind, `${way}: ${isIn ? 'joins' : 'refused'}`);
      }
      await socket.settle();
      if (refused && socket.inside.size > 0)
        asking.found(`${asker.name}: is on ${socket.inside.size} channels (${way})`);
    }
  return listening;
}

/** A private topic with and without replay, and the public one with the same name. */
function channelsOfTopic(topic: string): Channel[] {
  const replay = { since: 0, limit: 25 };
  return [
    { topic, config: { private: true } },
    { topic, config: { private: true, broadcast: { replay } } },
    { topic, config: { private: 'true', presence: { enabled: true, key: 'probe' } } },
    { topic, config: { broadcast: { self: true, replay } } },
    { topic, config: { broadcast: { self: true }, presence: { enabled: true } } },
  ];
}

/** Sends over HTTP to topics where only the owner may. */
async function speak(asking: Asking, asker: Asker, topics: readonly string[]): Promise<void> {
  const messages = topics.map((topic) => ({ topic, event: 'forged', payload: {}, private: true }));
  const refused = asker.kind === 'void' || asker.kind === 'other';
  const question = { surface: 'channels', method: 'POST' };
  const forbidden = refused || Object.keys(asker.headers).length === 0;
  await asking.ask(asker, {
    ...question,
    ...{ path: '/realtime/v1/api/broadcast', body: { messages }, forbidden },
  });
  for (const topic of topics)
    await asking.ask(asker, {
      ...question,
      path: `/realtime/v1/api/broadcast/${encodeURIComponent(topic)}/events/forged?private=true`,
      ...{ body: {}, forbidden },
    });
}

/**
 * Waits until the owner has received every change and the bank every message, and checks that nobody else
 * sent one.
 */
async function heardByOwner(
  asking: Asking,
  sockets: readonly MatrixSocket[],
  tables: readonly Told[],
  topics: readonly string[],
): Promise<void> {
  const bank = sockets.at(-1);
  for (const topic of topics)
    if (!(await bank?.until((frame) => frame.topic === `realtime:${topic}` && getWord(frame) === 'last')))
      asking.found(`nobody hears what is said in private on ${topic}`);
  if (bank?.heard.some((frame) => getWord(frame) === 'forged'))
    asking.found('somebody speaks on a private topic');
  const hears = async (name: string, type: string) => {
    const topic = `realtime:changes ${name}`;
    const socket = sockets.find(({ inside }) => inside.has(topic));
    const heard = await socket?.until((frame) => frame.topic === topic && getChange(frame) === type);
    if (!heard) asking.found(`the owner does not hear of ${type} in ${name}`);
    asking.count('channels', 'owner', heard ? `hears ${type}` : 'hears nothing');
  };
  for (const { schema, table, rows } of tables) {
    if (rows.length === 0) continue;
    for (const type of EVENTS) await hears(`${schema}.${table}`, type);
    await hears(`${schema}.${table} filtered`, 'UPDATE');
  }
}

/** Only the owner's rows change, so any received change is a failure. */
function judge(asking: Asking, { asker, way, socket }: Listening): void {
  if (socket.isClosed) asking.found(`${asker.name} (${way}) was sent away before anything was told`);
  for (const frame of socket.heard) {
    const text = JSON.stringify(frame.payload);
    // A reply may repeat the request's names; other frames must not.
    const isAnswer = frame.event === 'phx_reply' || frame.event === 'system';
    const told = asking.toldIn(text, isAnswer ? socket.said : '');
    if (frame.event === 'postgres_changes' || told.length > 0)
      asking.found(
        `${asker.name} (${way}) is told ${told.slice(0, 3).join(', ')} by ${frame.event}: ${text.slice(0, 300)}`,
      );
  }
  asking.count('channels', asker.kind, `${way}: hears nothing`);
}

function getWord({ event, payload }: Frame): unknown {
  return event === 'broadcast' && payload !== null && typeof payload === 'object' && 'event' in payload
    ? payload.event
    : null;
}

function getChange({ event, payload }: Frame): unknown {
  const { data } = (payload ?? {}) as { data?: { type?: string } };
  return event === 'postgres_changes' ? data?.type : null;
}

function inParts(channels: readonly Channel[]): Channel[][] {
  const parts: Channel[][] = [];
  for (let at = 0; at < channels.length; at += CHANNELS_PER_SOCKET)
    parts.push(channels.slice(at, at + CHANNELS_PER_SOCKET));
  return parts;
}
