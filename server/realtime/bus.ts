import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Replication, SLOT_PREFIX } from './changes/replication.ts';
import { LIMITS } from './limits.ts';

/**
 * Sends messages between the processes that use a database. All processes, including the sender, receive them
 * in the same order.
 */
export type Bus = {
  /** Connects if necessary. Returns false if that takes longer than `waitMs`. */
  ready(waitMs: number): Promise<boolean>;
  /** Sends a message. Messages are sent in order. Messages that can't be sent are logged and lost. */
  send(text: string): void;
  /** Resolves when all messages are sent. */
  flushed(): Promise<void>;
  /** Returns the names of all processes' current connections. */
  members(): Promise<string[]>;
  close(): Promise<void>;
};

/** The prefix of Sandbank's messages in the write-ahead log. */
export const BUS_PREFIX = 'realtime';

/**
 * Sends messages through the write-ahead log, which neither limits their size nor stores them. Each message
 * is part of a transaction, because PostgreSQL delivers messages promptly only after a commit.
 */
export function createLogBus({ owner }: Database, log: Logger, replication: Replication): Bus {
  const sender = createSender(log, async (texts) => {
    await owner`
      select pg_logical_emit_message(true, ${BUS_PREFIX}, message)
      from unnest(${texts}::text[]) with ordinality as queued (message, place) order by place`;
  });
  return {
    ...sender,
    ready: (waitMs) => replication.ready(waitMs),
    async members() {
      const slots = await owner<{ slot_name: string }[]>`
        select slot_name from pg_replication_slots
        where temporary and database = current_database() and starts_with(slot_name, ${SLOT_PREFIX})`;
      return slots.map(({ slot_name }) => slot_name);
    },
    close: () => sender.flushed(),
  };
}

/**
 * Creates a sender that sends all messages queued during the previous send together, so that many messages
 * share a commit under load.
 */
export function createSender(log: Logger, sendAll: (texts: string[]) => Promise<void>) {
  let queued: string[] = [];
  let queuedSize = 0;
  let sending: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (queued.length > 0) {
      const texts = queued;
      queued = [];
      queuedSize = 0;
      await sendAll(texts).catch((error: unknown) => {
        log.warn({ err: error, count: texts.length }, 'messages to the other processes were lost');
      });
    }
    sending = null;
  }

  return {
    send(text: string) {
      if (queuedSize + text.length > LIMITS.unsentCharacters) {
        log.warn('too many messages to other processes are queued; some were dropped');
        return;
      }
      queued.push(text);
      queuedSize += text.length;
      sending ??= run();
    },
    flushed: () => sending ?? Promise.resolve(),
  };
}
