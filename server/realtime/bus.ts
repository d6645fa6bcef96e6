import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Replication, SLOT_PREFIX } from './changes/replication.ts';
import { LIMITS } from './limits.ts';

/**
 * Messages between the processes of a database. All processes, including the sender, receive them in the same
 * order.
 */
export type Bus = {
  /** Connects if needed; returns false if that takes longer than `waitMs`. */
  ready(waitMs: number): Promise<boolean>;
  /** Sends a message, in order. Failed ones are logged and lost. */
  say(text: string): void;
  /** Resolves when everything is sent. */
  quiet(): Promise<void>;
  /** The names of the processes' current connections. */
  members(): Promise<string[]>;
  close(): Promise<void>;
};

/** Marks our messages in the write-ahead log. */
export const BUS_PREFIX = 'realtime';

/**
 * Sends through the write-ahead log, without size limits or storage. Messages belong to transactions, because
 * only a commit makes PostgreSQL send them immediately.
 */
export function createLogBus({ owner }: Database, log: Logger, replication: Replication): Bus {
  const speaker = createSpeaker(log, async (texts) => {
    await owner`
      select pg_logical_emit_message(true, ${BUS_PREFIX}, message)
      from unnest(${texts}::text[]) with ordinality as said (message, place) order by place`;
  });
  return {
    ...speaker,
    ready: (waitMs) => replication.ready(waitMs),
    async members() {
      const slots = await owner<{ slot_name: string }[]>`
        select slot_name from pg_replication_slots
        where temporary and database = current_database() and starts_with(slot_name, ${SLOT_PREFIX})`;
      return slots.map(({ slot_name }) => slot_name);
    },
    close: () => speaker.quiet(),
  };
}

/** Sends everything queued during the last send at once, so that many messages share a commit under load. */
export function createSpeaker(
  log: Logger,
  speak: (texts: string[]) => Promise<void>,
): Pick<Bus, 'say' | 'quiet'> {
  let waiting: string[] = [];
  let waitingSize = 0;
  let speaking: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      waitingSize = 0;
      await speak(texts).catch((error: unknown) => {
        log.warn({ err: error, count: texts.length }, 'the other processes could not be told');
      });
    }
    speaking = null;
  }

  return {
    say(text) {
      if (waitingSize + text.length > LIMITS.unsaidCharacters) {
        log.warn('more is broadcast than the other processes can be told; some is lost to them');
        return;
      }
      waiting.push(text);
      waitingSize += text.length;
      speaking ??= run();
    },
    quiet: () => speaking ?? Promise.resolve(),
  };
}
