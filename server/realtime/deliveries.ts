import { groupBy } from '../lib/group-by.ts';
import type { Binding, ChangeListener } from './changes/bindings.ts';
import type { TableInfo } from './changes/catalog.ts';
import { matchesFilter } from './changes/filters.ts';
import { changePayload } from './changes/payload.ts';
import type { Change, Row } from './changes/pgoutput.ts';
import type { Question } from './changes/visibility.ts';

/** A change for a listener, pending the answer to its visibility question. */
export type Delivery = NonNullable<ReturnType<typeof considerChange>>;

/** Role and subject identify a person, also with a renewed token. */
export function getPerson({ identity }: ChangeListener): string {
  return `${identity.role} ${identity.subject}`;
}

/** Evaluates rights, filters, and policies as far as possible without the database. */
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
  // Without proven visibility, even filters must not reveal the row.
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
    // Supabase's rule for deletions: under row-level security only the key is sent.
    seesOld: seesOld && !(isDeletion && facts.hasRowRules),
    question,
  };
}

/** Sends the allowed changes in order. Serializes each change once for all who see the same columns. */
export function send(deliveries: readonly Delivery[]): void {
  const payloads = new Map<Change, Map<string, string>>();
  for (const { change, committedAt, listener, person, facts, bindings, seesOld, question } of deliveries) {
    if (question !== null && !question.isSeen) continue;
    // The channel may have closed or changed its identity meanwhile.
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
