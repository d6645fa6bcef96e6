import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { createAudience } from './audience.ts';
import { createCatalogue } from './catalogue.ts';
import { type Binding, BindingIndex, bindingOf, type ChangeListener } from './change-bindings.ts';
import { considered, type Delivery, send } from './deliveries.ts';
import type { ChangeWish } from './join-config.ts';
import { LIMITS } from './limits.ts';
import type { Transaction } from './pgoutput.ts';
import { createReplication } from './replication.ts';
import { answer, untilVisible } from './visibility.ts';

const CHANGES_PER_BATCH = 2_000;
/** Other work gets its turn after this long. */
const LONGEST_SLICE_MS = 10;

export type Changes = {
  /** Connects the stream if needed; false when it does not become live in time, or this database offers none. */
  ready(): Promise<boolean>;
  /** Starts to deliver; returns how to stop. Raises FilterError when a wish cannot be met. */
  listen(listener: ChangeListener, wishes: readonly { id: number; wish: ChangeWish }[]): Promise<() => void>;
  close(): Promise<void>;
};

/**
 * Row changes from the write-ahead log for those who listen, each only to those whose rights and row rules allow it.
 * `onMissed` is called when changes were lost, so that everybody who listens must read anew.
 */
export function createChanges(database: Database, log: Logger, onMissed: () => void): Changes {
  const catalogue = createCatalogue(database);
  const index = new BindingIndex();
  let queue: Transaction[] = [];
  let queued = 0;
  let isWorking = false;
  let isClosed = false;

  function enqueue(transaction: Transaction): void {
    if (index.isEmpty) return;
    queue.push(transaction);
    queued += transaction.changes.length;
    if (queued > LIMITS.queuedChanges) {
      log.warn('row changes arrive faster than they can be checked; listeners start anew');
      forget();
      onMissed();
    } else if (!isWorking) {
      void work();
    }
  }

  function forget(): void {
    queue = [];
    queued = 0;
  }

  /** What arrives while a batch is checked becomes the next batches, so a burst costs few calls. */
  async function work(): Promise<void> {
    isWorking = true;
    while (queue.length > 0 && !isClosed) {
      try {
        await deliver(nextBatch());
      } catch (error) {
        if (isClosed) break;
        log.error({ err: error }, 'row changes could not be checked; listeners start anew');
        onMissed();
      }
    }
    isWorking = false;
  }

  function nextBatch(): Transaction[] {
    let size = 0;
    let end = 0;
    while (end < queue.length && size < CHANGES_PER_BATCH) {
      size += queue[end]?.changes.length ?? 0;
      end += 1;
    }
    queued -= size;
    return queue.splice(0, end);
  }

  async function deliver(batch: readonly Transaction[]): Promise<void> {
    const audience = createAudience(index, catalogue);
    const deliveries: Delivery[] = [];
    let since = performance.now();
    for (const { changes, committedAt } of batch) {
      for (const change of changes) {
        for (const { facts, listening } of await audience(change)) {
          for (const { listener, bindings } of listening) {
            const delivery = considered(change, committedAt, listener, bindings, facts);
            if (delivery !== null) deliveries.push(delivery);
          }
        }
        if (performance.now() - since > LONGEST_SLICE_MS) {
          await nextTurn();
          since = performance.now();
        }
      }
    }
    if (deliveries.length === 0) return;
    // Whoever hears of a change and reads must find it, and row rules must judge the row as it is now.
    await untilVisible(
      database,
      batch.map(({ xid }) => xid),
    );
    await answer(
      database,
      log,
      deliveries.flatMap(({ question }) => question ?? []),
    );
    send(deliveries);
  }

  const replication =
    database.subscriberUrl === null
      ? null
      : createReplication(database.subscriberUrl, log, { onTransaction: enqueue, onResumed: onMissed });

  return {
    ready: () => replication?.ready(LIMITS.streamWaitMs) ?? Promise.resolve(false),
    async listen(listener, wishes) {
      const bindings: Binding[] = [];
      for (const { id, wish } of wishes) bindings.push(await bindingOf(id, wish, listener, catalogue));
      for (const binding of bindings) index.add(binding);
      return () => {
        for (const binding of bindings) index.remove(binding);
      };
    },
    async close() {
      isClosed = true;
      forget();
      await replication?.close();
    },
  };
}
