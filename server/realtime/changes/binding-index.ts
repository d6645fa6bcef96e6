import type { Binding, ChangeListener } from './bindings.ts';
import type { ChangeType } from './pgoutput.ts';

/** A listener's bindings that match a change. */
export type Listening = { listener: ChangeListener; bindings: Binding[] };
type Place = { table: string; role: string; subject: string | null };
/** A role's bindings, by customer. */
type OfRole = Map<string | null, Set<Binding>>;

/**
 * Indexes all bindings by table and listener, so that the cost of a change doesn't depend on how many other
 * customers listen to the table.
 */
export class BindingIndex {
  private readonly byTable = new Map<string, Map<string, OfRole>>();
  /**
   * The position of each binding in the index. The position is stored, because the listener's identity can
   * change.
   */
  private readonly places = new Map<Binding, Place>();

  add(binding: Binding): void {
    const { role, subject } = binding.listener.identity;
    const place = { table: getKey(binding.schema, binding.table), role, subject };
    const roles = getEntry(this.byTable, place.table, () => new Map());
    const ofRole: OfRole = getEntry(roles, role, () => new Map());
    getEntry(ofRole, subject, () => new Set()).add(binding);
    this.places.set(binding, place);
  }

  remove(binding: Binding): void {
    const place = this.places.get(binding);
    if (place === undefined) return;
    this.places.delete(binding);
    const roles = this.byTable.get(place.table);
    const ofRole = roles?.get(place.role);
    const bindings = ofRole?.get(place.subject);
    bindings?.delete(binding);
    if (bindings?.size === 0) ofRole?.delete(place.subject);
    if (ofRole?.size === 0) roles?.delete(place.role);
    if (roles?.size === 0) this.byTable.delete(place.table);
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  getRoles(schema: string, table: string): Set<string> {
    return new Set(getKeys(schema, table).flatMap((key) => [...(this.byTable.get(key)?.keys() ?? [])]));
  }

  /**
   * Returns a role's bindings that a change can affect. Includes only bindings of the row's `owners`, or all
   * bindings if `owners` is null.
   */
  find(
    { relation, type }: { relation: { schema: string; table: string }; type: ChangeType },
    role: string,
    owners: readonly string[] | null,
  ): Listening[] {
    const result = new Map<ChangeListener, Listening>();
    for (const key of getKeys(relation.schema, relation.table)) {
      const ofRole = this.byTable.get(key)?.get(role);
      if (ofRole === undefined) continue;
      for (const subject of owners === null ? ofRole.keys() : new Set(owners)) {
        for (const binding of ofRole.get(subject) ?? []) {
          if (binding.event !== '*' && binding.event !== type) continue;
          const { listener } = binding;
          getEntry(result, listener, () => ({ listener, bindings: [] })).bindings.push(binding);
        }
      }
    }
    return [...result.values()];
  }
}

/** Returns the keys for a table, for all tables in its schema, and for all tables. */
function getKeys(schema: string, table: string): string[] {
  return [getKey(schema, table), getKey(schema, null), getKey('*', null)];
}

const getKey = (schema: string, table: string | null) =>
  table === null ? `${schema}.` : `${schema}.${table}`;

function getEntry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = create();
  map.set(key, value);
  return value;
}
