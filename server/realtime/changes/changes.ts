import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { considerChange, type Delivery, send } from '../deliveries.ts';
import type { ChangeFilter } from '../join-config.ts';
import { LIMITS } from '../limits.ts';
import { createAudience } from './audience.ts';
import { BindingIndex } from './binding-index.ts';
import { type Binding, type ChangeListener, getBinding } from './bindings.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import type { Transaction } from './pgoutput.ts';
import type { Replication } from './replication.ts';
import { answerQuestions, waitUntilVisible } from './visibility.ts';

const CHANGES_PER_BATCH = 2_000;
/** The time after which processing pauses, so that other work can run. */
const LONGEST_SLICE_MS = 10;

/** A subscription that can be stopped, or updated when its listener's identity changes. */
export type Following = { stop(): void; moved(): void };

/** Delivers row changes from the write-ahead log to the listeners who are allowed to see them. */
export class Changes {
  private readonly catalog: Catalog;
  private readonly index = new BindingIndex();
  private queue: Transaction[] = [];
  private queuedChanges = 0;
  private isWorking = false;
  private isClosed = false;
  /** True if listeners miss changes until the stream is live. They joined earlier or were interrupted. */
  private missesChanges = false;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    /** Null if the database doesn't support logical replication. */
    private readonly replication: Replication | null,
    /** Called if changes were lost, so that all listeners reload. */
    private readonly onMissed: () => void,
  ) {
    this.catalog = createCatalog(database);
  }

  /**
   * Connects the stream if necessary. Returns false if replication isn't supported or the stream doesn't
   * become live in time.
   */
  async ready(): Promise<boolean> {
    const isLive = (await this.replication?.ready(LIMITS.streamWaitMs)) ?? false;
    if (!isLive) this.missesChanges = true;
    return isLive;
  }

  /** Called each time the stream is live. All later times follow an interruption. */
  onLive(): void {
    if (this.missesChanges) this.onMissed();
    this.missesChanges = true;
  }

  /** Starts a subscription. Throws FilterError if it is invalid. */
  async listen(listener: ChangeListener, subscriptions: readonly { id: number; request: ChangeFilter }[]) {
    const bindings: Binding[] = [];
    for (const { id, request } of subscriptions)
      bindings.push(await getBinding(id, request, listener, this.catalog));
    const stop = () => {
      for (const binding of bindings) this.index.remove(binding);
    };
    const start = () => {
      for (const binding of bindings) this.index.add(binding);
    };
    start();
    return {
      stop,
      moved: () => {
        stop();
        start();
      },
    };
  }

  close(): void {
    this.isClosed = true;
    this.forget();
  }

  enqueue(transaction: Transaction): void {
    if (this.index.isEmpty || transaction.changes.length === 0) return;
    this.queue.push(transaction);
    this.queuedChanges += transaction.changes.length;
    if (this.queuedChanges > LIMITS.queuedChanges) {
      this.log.warn('row changes arrived faster than they could be checked; listeners must reload');
      this.forget();
      this.onMissed();
    } else if (!this.isWorking) {
      void this.work();
    }
  }

  private forget(): void {
    this.queue = [];
    this.queuedChanges = 0;
  }

  /**
   * Processes the queue in batches. Changes that arrive during a batch form the next batch, so that a burst
   * needs few calls.
   */
  private async work(): Promise<void> {
    this.isWorking = true;
    while (this.queue.length > 0 && !this.isClosed) {
      try {
        await this.deliver(this.nextBatch());
      } catch (error) {
        if (this.isClosed) break;
        this.log.error({ err: error }, 'failed to check row changes; listeners must reload');
        this.onMissed();
      }
    }
    this.isWorking = false;
  }

  private nextBatch(): Transaction[] {
    let size = 0;
    let end = 0;
    while (end < this.queue.length && size < CHANGES_PER_BATCH) {
      size += this.queue[end]?.changes.length ?? 0;
      end += 1;
    }
    this.queuedChanges -= size;
    return this.queue.splice(0, end);
  }

  private async deliver(batch: readonly Transaction[]): Promise<void> {
    const deliveries = await this.getDeliveries(batch);
    if (deliveries.length === 0) return;
    // A client that receives a change must be able to read the changed row, and policies must see the current
    // row.
    const xids = batch.map(({ xid }) => xid);
    await waitUntilVisible(this.database, xids);
    const questions = deliveries.flatMap(({ question }) => question ?? []);
    await answerQuestions(this.database, this.log, questions);
    send(deliveries);
  }

  private async getDeliveries(batch: readonly Transaction[]): Promise<Delivery[]> {
    const audience = createAudience(this.index, this.catalog);
    const deliveries: Delivery[] = [];
    let since = performance.now();
    for (const { changes, committedAt } of batch) {
      for (const change of changes) {
        for (const { facts, listening } of await audience(change)) {
          for (const { listener, bindings } of listening) {
            const delivery = considerChange(change, committedAt, listener, bindings, facts);
            if (delivery !== null) deliveries.push(delivery);
          }
        }
        if (performance.now() - since < LONGEST_SLICE_MS) continue;
        await nextTurn();
        since = performance.now();
      }
    }
    return deliveries;
  }
}
