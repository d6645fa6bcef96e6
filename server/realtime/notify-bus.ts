import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { type Bus, createSender } from './bus.ts';
import { type Attempt, createLastingConnection } from './changes/lasting-connection.ts';

const CHANNEL = 'realtime';
const MEMBER_PREFIX = 'realtime_';
/** PostgreSQL limits notifications to less than 8,000 bytes, so longer messages are split. */
const PART_CHARACTERS = 7_500;
/** Matches a part in the form `id:part number:part count:base64`. */
const PART = /^([^:]+):(\d+):(\d+):(.*)$/;

type Events = { onMember(name: string): void; onText(text: string): void };

/** Sends messages with LISTEN and NOTIFY, for databases whose write-ahead log can't be read. */
export function createNotifyBus({ owner, url }: Database, log: Logger, events: Events): Bus {
  const connection = createLastingConnection(
    log,
    'the connection for messages from other processes was interrupted',
    (attempt) => listen(url, events, attempt),
  );
  const sender = createSender(log, async (texts) => {
    const parts = texts.flatMap(getParts);
    await owner`
      select pg_notify(${CHANNEL}, part)
      from unnest(${parts}::text[]) with ordinality as queued (part, place) order by place`;
  });
  return {
    ...sender,
    ready: (waitMs) => connection.ready(waitMs),
    async members() {
      const members = await owner<{ name: string }[]>`
        select application_name as name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, ${MEMBER_PREFIX})`;
      return members.map(({ name }) => name);
    },
    async close() {
      await sender.flushed();
      await connection.close();
    },
  };
}

/** Listens on a separate connection. Rejects if it is disconnected. */
async function listen(url: string, events: Events, { onLive, fail, ended }: Attempt): Promise<void> {
  const member = `${MEMBER_PREFIX}${randomUUID().replaceAll('-', '')}`;
  const receive = createJoiner(events.onText);
  // Uses `onnotify` instead of the driver's listen function, which hides disconnections. The option is
  // missing from the driver's types.
  const handlers = { onnotify: (_: string, part: string) => receive(part) };
  const client = connect(url, {
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    connection: { application_name: member },
    onclose: () => fail(new Error('The connection was closed.')),
    ...handlers,
  });
  try {
    const listening = client.unsafe(`listen ${CHANNEL}`);
    if (!(await Promise.race([listening, ended]))) return;
    onLive();
    events.onMember(member);
    await ended;
  } finally {
    await client.end({ timeout: 0 });
  }
}

/**
 * Splits a message into parts. They are sent in one transaction, so that they arrive together and in order.
 */
export function getParts(text: string): string[] {
  const id = randomUUID();
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  const count = Math.max(1, Math.ceil(encoded.length / PART_CHARACTERS));
  return Array.from({ length: count }, (_, index) => {
    const part = encoded.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS);
    return `${id}:${index + 1}:${count}:${part}`;
  });
}

/** Returns a function that reassembles messages from parts. Drops messages that have a missing part. */
export function createJoiner(onText: (text: string) => void): (part: string) => void {
  let current = '';
  let parts: string[] = [];
  return (received) => {
    const [, id = '', place, count, part = ''] = PART.exec(received) ?? [];
    if (id !== current) parts = [];
    current = id;
    parts.push(part);
    if (place !== count) return;
    if (parts.length === Number(count)) onText(Buffer.from(parts.join(''), 'base64').toString('utf8'));
    parts = [];
  };
}
