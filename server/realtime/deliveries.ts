import { groupBy } from '../lib/group-by.ts';
import type { Binding, ChangeListener } from './changes/bindings.ts';
import type { TableInfo } from './changes/catalog.ts';
import { matchesFilter } from './changes/filters.ts';
import { changePayload } from './changes/payload.ts';
import type { Change, Row } from './changes/pgoutput.ts';
import type { Question } from './changes/visibility.ts';

/** A change to deliver to a listener. The delivery can depend on the answer to a visibility question. */
export type Delivery = NonNullable<ReturnType<typeof considerChange>>;

/** Returns a key made of the role and subject. It identifies a person even after the token is renewed. */
export const getPerson = ({ identity }: ChangeListener): string => `${identity.role} ${identity.subject}`;

/** Evaluates permissions, filters, and policies as far as possible outside the database. */
export function considerChange(
  change: Change,
  committedAt: Date,
  listener: ChangeListener,
  bindings: readonly Binding[],
  facts: TableInfo,
) {
  const { identity } = listener;
  const isDeletion = change.type === 'DELETE';
  const current = isDeletion ? change.old : change.row;
  if (current === null || !facts.key.every(({ name }) => facts.columns.get(name)?.isReadable)) return null;
  const verdict = facts.rule.judge(current, identity.subject);
  if (verdict === 'no') return null;
  const seesOld = change.old !== null && facts.rule.judge(change.old, identity.subject) === 'yes';
  // Unless the row is known to be visible, filters must not reveal anything about it.
  const isSecret = isDeletion ? !seesOld : facts.hasRowRules && facts.key.length === 0;
  const shown = readable(isSecret ? pickKey(current, facts) : current, facts);
  const matching = bindings.filter(({ filters }) =>
    filters.every((filter) => matchesFilter(shown, filter, facts.columns.get(filter.column)?.kind ?? 'text')),
  );
  if (matching.length === 0) return null;
  const key = facts.key.map(({ name }) => current[name] ?? null);
  const mustAsk = verdict === 'unknown' && !isDeletion && key.length > 0;
  const question: Question | null = mustAsk ? { facts, identity, key, isSeen: false } : null;
  return {
    change,
    committedAt,
    listener,
    person: getPerson(listener),
    facts,
    bindings: matching,
    // As in Supabase, only the key of a deleted row is sent if row-level security is enabled.
    seesOld: seesOld && !(isDeletion && facts.hasRowRules),
    question,
  };
}

/**
 * Sends the allowed changes in order. Serializes each change once for all listeners who can see the same
 * columns.
 */
export function send(deliveries: readonly Delivery[]): void {
  const payloads = new Map<Change, Map<string, string>>();
  for (const { change, committedAt, listener, person, facts, bindings, seesOld, question } of deliveries) {
    if (question !== null && !question.isSeen) continue;
    // The channel may have been closed, or its identity may have changed, in the meantime.
    if (!listener.isOpen || getPerson(listener) !== person) continue;
    const ofChange = payloads.get(change) ?? new Map<string, string>();
    payloads.set(change, ofChange);
    for (const [name, chosen] of groupBy(bindings, ({ select }) => JSON.stringify(select ?? null))) {
      const version = `${listener.identity.role} ${seesOld} ${name}`;
      const select = chosen[0]?.select;
      const data = ofChange.get(version) ?? changePayload(change, committedAt, facts, { select, seesOld });
      ofChange.set(version, data);
      const ids = chosen.map(({ id }) => id);
      listener.deliver(ids, data);
    }
  }
}

function pickKey(row: Row, facts: TableInfo): Row {
  return Object.fromEntries(facts.key.map(({ name }) => [name, row[name] ?? null]));
}

function readable(row: Row, facts: TableInfo): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => facts.columns.get(name)?.isReadable));
}
