import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Change, Row, Transaction } from './changes/pgoutput.ts';
import { waitUntilVisible } from './changes/visibility.ts';
import type { Broadcast, Topics } from './topics.ts';

const KEPT_HOURS = 72;
const PRUNE_EVERY_MS = 60 * 60 * 1000;
const PRUNED_AT_ONCE = 10_000;
const MAX_REPLAYED = 25;

/** Delivers messages that SQL sends as rows in realtime.messages, after their transaction is committed. */
export class StoredMessages {
  private queue: { xid: number; messages: Change[] }[] = [];
  private delivering: Promise<void> | null = null;
  private readonly pruning: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly topics: Topics,
  ) {
    this.pruning = setInterval(() => void this.prune(), PRUNE_EVERY_MS);
    this.pruning.unref();
  }

  /** Queues a transaction's messages for delivery. Returns the transaction's other changes. */
  take(transaction: Transaction): Transaction {
    const messages = transaction.changes.filter(isMessage);
    if (messages.length === 0) return transaction;
    this.queue.push({ xid: transaction.xid, messages });
    this.delivering ??= this.deliver();
    return { ...transaction, changes: transaction.changes.filter((change) => !isMessage(change)) };
  }

  async close(): Promise<void> {
    clearInterval(this.pruning);
    await this.delivering;
  }

  /** Deletes messages older than three days in small batches. */
  async prune(): Promise<void> {
    try {
      let deleted = PRUNED_AT_ONCE;
      while (deleted === PRUNED_AT_ONCE) {
        const { count } = await this.database.owner`
          delete from realtime.messages where ctid = any (array(
            select ctid from realtime.messages
            where inserted_at < (now() at time zone 'utc') - make_interval(hours => ${KEPT_HOURS})
            limit ${PRUNED_AT_ONCE}
          ))`;
        deleted = count;
      }
    } catch (error) {
      this.log.warn({ err: error }, 'failed to delete old messages');
    }
  }

  /**
   * Delivers queued messages in batches. Messages that arrive while a batch becomes visible form the next
   * batch.
   */
  private async deliver(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue;
      this.queue = [];
      try {
        // A client that receives a message must be able to read the data that the message refers to.
        await waitUntilVisible(
          this.database,
          batch.map(({ xid }) => xid),
        );
      } catch (error) {
        this.log.warn({ err: error }, 'a message was sent before its transaction was visible');
      }
      for (const { messages } of batch)
        for (const { row } of messages) if (row !== null) this.deliverMessage(row);
    }
    this.delivering = null;
  }

  private deliverMessage(row: Row): void {
    try {
      const message = getMessage(row);
      if (message === null) return;
      const { topic, isPrivate, broadcast } = message;
      this.topics.broadcast({ name: topic, isPrivate }, broadcast, null);
    } catch (error) {
      this.log.warn({ err: error }, 'failed to send a message');
    }
  }
}

/**
 * Returns up to 25 messages of a private channel since an instant (milliseconds since 1970), oldest first.
 */
export async function readReplayedMessages({ owner }: Database, topic: string, since: number, limit: number) {
  const rows = await owner<
    { id: string; event: string | null; payload: string | null; bytes: string | null }[]
  >`
    select id::text, event, payload::text, encode(binary_payload, 'hex') as bytes from (
      select * from realtime.messages
      where private and extension = 'broadcast' and topic = ${topic}
        and inserted_at >= to_timestamp(${since}::float8 / 1000) at time zone 'utc'
      order by inserted_at desc limit ${Math.min(Math.max(limit, 1), MAX_REPLAYED)}
    ) as latest order by inserted_at`;
  return rows.map(({ id, event, payload, bytes }) =>
    getBroadcast(event, payload, bytes, { id, replayed: true }),
  );
}

function isMessage({ relation, type }: Change): boolean {
  return type === 'INSERT' && relation.schema === 'realtime' && relation.table === 'messages';
}

function getMessage(row: Row): { topic: string; isPrivate: boolean; broadcast: Broadcast } | null {
  const { topic, event, payload, binary_payload: bytes, id } = row;
  if (typeof topic !== 'string' || typeof event !== 'string' || row.extension !== 'broadcast') return null;
  if (payload == null && bytes == null) return null;
  const hex = bytes?.replace(/^\\x/, '') ?? null;
  const broadcast = getBroadcast(event, payload ?? null, hex, { id: id ?? '' });
  return { topic: `realtime:${topic}`, isPrivate: row.private === 't', broadcast };
}

function getBroadcast(event: string | null, json: string | null, hex: string | null, meta: object) {
  const payload = hex === null ? JSON.parse(json ?? 'null') : new Uint8Array(Buffer.from(hex, 'hex'));
  return { type: 'broadcast', event: event ?? '', payload, meta };
}
