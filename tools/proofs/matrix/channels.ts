import { run } from '../../../supabase/tests/support/catalog.ts';
import type { RequestRecorder } from './asking.ts';
import type { MatrixBank } from './bank.ts';
import { broadcastTables, type PublishedTable, touch } from './changes.ts';
import { type Caller, MARK, type Resident } from './people.ts';
import { type Frame, MatrixSocket } from './socket.ts';

type Channel = { topic: string; config: object };
type Subscription = { caller: Caller; authentication: string; socket: MatrixSocket };

/** The number of channels per socket. */
const CHANNELS_PER_SOCKET = 80;
const EVENTS = ['INSERT', 'UPDATE', 'DELETE'];

/**
 * Joins every kind of channel as every caller, with every form of authentication. Meanwhile, the owner's rows
 * change in each published table, and the owner receives private messages. The owner must receive every
 * change and message. Otherwise, the absence of messages on other channels would prove nothing.
 */
export async function tryChannels(
  bank: MatrixBank,
  requests: RequestRecorder,
  owner: Resident,
  stranger: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const tables = await broadcastTables(bank, owner, stranger);
  for (const { table, rows } of tables)
    if (rows.length === 0) requests.count('channels', 'owner', `nothing in ${table}`);
  const changes = channelsOfChanges(tables, owner);
  const topics = await privateTopics(bank, owner);
  const open: Subscription[] = [];
  const control: MatrixSocket[] = [];
  try {
    await listenAsOwner(bank, requests, changes, topics, owner, control);
    for (const caller of callers)
      open.push(...(await listen(bank, requests, caller, changes, topics, stranger)));
    await requests.recordState();
    for (const caller of callers) await broadcast(requests, caller, topics);
    for (const published of tables) await touch(bank, published);
    for (const topic of topics)
      await bank.bank
        .owner`select realtime.send(jsonb_build_object('words', ${MARK}::text), 'last', ${topic}, true)`;
    await receivedByOwner(requests, control, tables, topics);
    for (const { socket } of open) await socket.settle();
    for (const subscription of open) checkSubscription(requests, subscription);
    for (const socket of control) if (socket.isClosed) requests.report('the owner was sent away');
    await requests.checkUnchanged('channels');
  } finally {
    for (const socket of [...control, ...open.map((subscription) => subscription.socket)]) socket.end();
  }
}

/** Returns subscriptions to one table (with and without filters), to a schema, and to everything. */
function channelsOfChanges(tables: readonly PublishedTable[], owner: Resident): Channel[] {
  const ofChanges = (name: string, changes: object[]) => ({
    topic: `changes ${name}`,
    config: { postgres_changes: changes },
  });
  const subscriptions = tables.flatMap(({ schema, table, readable, filters }) => {
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
  const relations = [...wide, { schema: 'realtime', table: 'messages' }, { schema: 'public', table: '*' }];
  return [
    ...subscriptions,
    ...relations.map((relation) => ofChanges(JSON.stringify(relation), [{ event: '*', ...relation }])),
    ofChanges(
      `of ${owner.id}`,
      EVENTS.map((event) => ({ event, schema: '*', table: '*' })),
    ),
  ];
}

/** Returns topics that policies mention, topics that were used, and topics that can be guessed. */
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

/**
 * Opens the owner's sockets for changes. The last socket uses the bank's service key and receives private
 * messages.
 */
async function listenAsOwner(
  bank: MatrixBank,
  requests: RequestRecorder,
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
      if (!(await socket.join(topic, config, null))) requests.report(`the owner cannot join ${topic}`);
  }
  const socket = await MatrixSocket.open(bank.url, bank.keys.serviceKey, '2.0.0');
  if (!socket) throw new Error('The bank cannot listen.');
  control.push(socket);
  for (const topic of topics) {
    if (!(await socket.join(topic, { private: true }, null)))
      requests.report(`the bank cannot join ${topic}`);
    socket.send(`realtime:${topic}`, 'presence', {
      type: 'presence',
      event: 'track',
      payload: { words: MARK },
    });
  }
  await socket.settle();
}

/**
 * Joins every channel and sends the token in several ways: as the socket's key, when joining, or later to
 * change the identity.
 */
async function listen(
  bank: MatrixBank,
  requests: RequestRecorder,
  caller: Caller,
  changes: readonly Channel[],
  topics: readonly string[],
  stranger: Resident,
): Promise<Subscription[]> {
  const { authorization, apikey } = caller.headers;
  const token = authorization?.replace('Bearer ', '') ?? null;
  const refused = caller.kind === 'void' || caller.kind === 'other';
  const all = [...changes, ...topics.flatMap(channelsOfTopic)];
  const listening: Subscription[] = [];
  for (const part of inParts(all))
    for (const authentication of token === null ? ['key'] : ['key', 'join', 'change of hands']) {
      const key = authentication === 'key' ? (token ?? apikey ?? null) : bank.keys.anonKey;
      const socket = await MatrixSocket.open(bank.url, key, authentication === 'key' ? '1.0.0' : '2.0.0');
      if (!socket) {
        requests.count('channels', caller.kind, `${authentication}: refused`);
        continue;
      }
      listening.push({ caller, authentication, socket });
      if (refused && authentication === 'key') requests.report(`${caller.name}: opens a socket`);
      const before = refused ? stranger.token : bank.keys.anonKey;
      for (const { topic, config } of part) {
        const isIn = await socket.join(
          topic,
          config,
          authentication === 'join' ? token : authentication === 'key' ? null : before,
        );
        if (isIn && authentication === 'change of hands') await socket.changeHands(topic, token);
        if (isIn && 'private' in config)
          requests.report(`${caller.name}: joined ${topic} (${authentication})`);
        requests.count('channels', caller.kind, `${authentication}: ${isIn ? 'joins' : 'refused'}`);
      }
      await socket.settle();
      if (refused && socket.inside.size > 0)
        requests.report(`${caller.name}: joined ${socket.inside.size} channels (${authentication})`);
    }
  return listening;
}

/** Returns a private topic with and without replay, and the public topic with the same name. */
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

/** Broadcasts over HTTP to topics on which only the owner can send. */
async function broadcast(
  requests: RequestRecorder,
  caller: Caller,
  topics: readonly string[],
): Promise<void> {
  const messages = topics.map((topic) => ({ topic, event: 'forged', payload: {}, private: true }));
  const refused = caller.kind === 'void' || caller.kind === 'other';
  const question = { surface: 'channels', method: 'POST' };
  const forbidden = refused || Object.keys(caller.headers).length === 0;
  await requests.send(caller, {
    ...question,
    ...{ path: '/realtime/v1/api/broadcast', body: { messages }, forbidden },
  });
  for (const topic of topics)
    await requests.send(caller, {
      ...question,
      path: `/realtime/v1/api/broadcast/${encodeURIComponent(topic)}/events/forged?private=true`,
      ...{ body: {}, forbidden },
    });
}

/**
 * Waits until the owner has received every change and the bank has received every message. Checks that no
 * other client sent a message.
 */
async function receivedByOwner(
  requests: RequestRecorder,
  sockets: readonly MatrixSocket[],
  tables: readonly PublishedTable[],
  topics: readonly string[],
): Promise<void> {
  const bank = sockets.at(-1);
  for (const topic of topics)
    if (!(await bank?.until((frame) => frame.topic === `realtime:${topic}` && getWord(frame) === 'last')))
      requests.report(`nobody receives private messages on ${topic}`);
  if (bank?.received.some((frame) => getWord(frame) === 'forged'))
    requests.report('somebody speaks on a private topic');
  const hears = async (name: string, type: string) => {
    const topic = `realtime:changes ${name}`;
    const socket = sockets.find(({ inside }) => inside.has(topic));
    const received = await socket?.until((frame) => frame.topic === topic && getChange(frame) === type);
    if (!received) requests.report(`the owner does not receive ${type} events in ${name}`);
    requests.count('channels', 'owner', received ? `hears ${type}` : 'hears nothing');
  };
  for (const { schema, table, rows } of tables) {
    if (rows.length === 0) continue;
    for (const type of EVENTS) await hears(`${schema}.${table}`, type);
    await hears(`${schema}.${table} filtered`, 'UPDATE');
  }
}

/** Checks a caller's frames. Only the owner's rows change, so any change received is a failure. */
function checkSubscription(
  requests: RequestRecorder,
  { caller, authentication, socket }: Subscription,
): void {
  if (socket.isClosed)
    requests.report(`${caller.name} (${authentication}) was disconnected before any message`);
  for (const frame of socket.received) {
    const text = JSON.stringify(frame.payload);
    // A reply can repeat names from the request. Other frames must not.
    const isAnswer = frame.event === 'phx_reply' || frame.event === 'system';
    const secrets = requests.findSecrets(text, isAnswer ? socket.sent : '');
    if (frame.event === 'postgres_changes' || secrets.length > 0)
      requests.report(
        `${caller.name} (${authentication}) receives ${secrets.slice(0, 3).join(', ')} in ${frame.event}: ${text.slice(0, 300)}`,
      );
  }
  requests.count('channels', caller.kind, `${authentication}: hears nothing`);
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
