import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { createCatalogue, type TableFacts } from './catalogue.ts';
import { type Binding, BindingIndex, bindingOf, type ChangeListener } from './change-bindings.ts';
import { changePayload } from './change-payload.ts';
import { meets } from './filters.ts';
import type { ChangeWish } from './join-config.ts';
import { LIMITS } from './limits.ts';
import type { Change, Row, Transaction } from './pgoutput.ts';
import { createReplication } from './replication.ts';
import { answer, type Question, untilVisible } from './visibility.ts';

export type Changes = {
  /** Connects the stream if needed; false when it does not become live in time, or this database offers none. */
  ready(): Promise<boolean>;
  /** Starts to deliver; returns how to stop. Raises FilterError when a wish cannot be met. */
  listen(listener: ChangeListener, wishes: readonly { id: number; wish: ChangeWish }[]): Promise<() => void>;
  close(): Promise<void>;
};

/** A change that a listener will get if the question, where there is one, is answered with yes. */
type Delivery = {
  change: Change;
  committedAt: Date;
  listener: ChangeListener;
  subject: string;
  facts: TableFacts;
  bindings: Binding[];
  seesOld: boolean;
  question: Question | null;
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

  /** Everything that arrived while the last batch was checked is the next batch, so a burst costs few calls. */
  async function work(): Promise<void> {
    isWorking = true;
    while (queue.length > 0 && !isClosed) {
      const batch = queue;
      forget();
      try {
        await deliver(batch);
      } catch (error) {
        if (isClosed) break;
        log.error({ err: error }, 'row changes could not be checked; listeners start anew');
        onMissed();
      }
    }
    isWorking = false;
  }

  async function deliver(batch: readonly Transaction[]): Promise<void> {
    const deliveries: Delivery[] = [];
    for (const { changes, committedAt } of batch) {
      for (const change of changes) {
        const { schema, table } = change.relation;
        for (const [listener, bindings] of index.find(schema, table, change.type)) {
          const facts = await catalogue.factsOf(schema, table, listener.identity.role);
          const delivery = facts === null ? null : considered(change, committedAt, listener, bindings, facts);
          if (delivery !== null) deliveries.push(delivery);
        }
      }
    }
    const questions = deliveries.flatMap(({ question }) => question ?? []);
    if (questions.length > 0) {
      await untilVisible(
        database,
        batch.map(({ xid }) => xid),
      );
      await answer(database, questions);
    }
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

/** What can be told without the database: rights, filters, and row rules where their answer can be proved. */
function considered(
  change: Change,
  committedAt: Date,
  listener: ChangeListener,
  bindings: readonly Binding[],
  facts: TableFacts,
): Delivery | null {
  if (!facts.key.every(({ name }) => facts.columns.get(name)?.isReadable)) return null;
  const { identity } = listener;
  const isDeletion = change.type === 'DELETE';
  const current = isDeletion ? change.old : change.row;
  if (current === null) return null;
  const verdict = facts.judge(current, identity.subject);
  if (verdict === 'no') return null;
  const seesOld = change.old !== null && facts.judge(change.old, identity.subject) === 'yes';
  // Where it is not proved or asked that the customer may see the row, filters must not tell about it either.
  const isSecret = isDeletion ? !seesOld : facts.hasRowRules && facts.key.length === 0;
  const shown = readable(isSecret ? keyOnly(current, facts) : current, facts);
  const matching = bindings.filter(({ filters }) =>
    filters.every((filter) => meets(shown, filter, facts.columns.get(filter.column)?.kind ?? 'text')),
  );
  if (matching.length === 0) return null;
  const key = facts.key.map(({ name }) => current[name] ?? null);
  const mustAsk = verdict === 'unknown' && !isDeletion && key.length > 0;
  return {
    change,
    committedAt,
    listener,
    subject: `${identity.role} ${identity.subject}`,
    facts,
    bindings: matching,
    // Supabase's rule for deletions: of a row under row rules, only the key is told.
    seesOld: seesOld && !(isDeletion && facts.hasRowRules),
    question: mustAsk ? { facts, identity, key, isSeen: false } : null,
  };
}

function send(deliveries: readonly Delivery[]): void {
  const payloads = new Map<Change, Map<string, string>>();
  for (const delivery of deliveries) {
    const { change, committedAt, listener, facts, seesOld, question } = delivery;
    if (question !== null && !question.isSeen) continue;
    const { role, subject } = listener.identity;
    // Meanwhile the channel may have closed or changed hands.
    if (!listener.isOpen || delivery.subject !== `${role} ${subject}`) continue;
    const ofChange = payloads.get(change) ?? new Map<string, string>();
    payloads.set(change, ofChange);
    for (const [name, bindings] of bySelection(delivery.bindings)) {
      const version = `${role} ${seesOld} ${name}`;
      const data =
        ofChange.get(version) ??
        changePayload(change, committedAt, facts, { select: bindings[0]?.select, seesOld });
      ofChange.set(version, data);
      listener.deliver(
        bindings.map(({ id }) => id),
        data,
      );
    }
  }
}

function bySelection(bindings: readonly Binding[]): Map<string, Binding[]> {
  const groups = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const name = JSON.stringify(binding.select ?? null);
    groups.set(name, [...(groups.get(name) ?? []), binding]);
  }
  return groups;
}

function keyOnly(row: Row, facts: TableFacts): Row {
  return Object.fromEntries(facts.key.map(({ name }) => [name, row[name] ?? null]));
}

function readable(row: Row, facts: TableFacts): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => facts.columns.get(name)?.isReadable));
}
