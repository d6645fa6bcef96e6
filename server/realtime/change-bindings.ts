import type { Catalogue } from './catalogue.ts';
import { checkFilterValue, type Filter, FilterError, parseFilters } from './filters.ts';
import type { Identity } from './identity.ts';
import { CHANGE_EVENTS, type ChangeWish } from './join-config.ts';
import type { ChangeType } from './pgoutput.ts';

/** Somebody who wants row changes: a channel. */
export type ChangeListener = {
  readonly identity: Identity;
  readonly isOpen: boolean;
  /** Sends one change; `data` is JSON. */
  deliver(ids: readonly number[], data: string): void;
};
/** One understood wish of a listener. */
export type Binding = {
  id: number;
  event: string;
  schema: string;
  /** Null means every table of the schema. */
  table: string | null;
  filters: Filter[];
  select: string[] | undefined;
  listener: ChangeListener;
};

let lastId = 0;

/** Ids that no other wish of this process has. */
export function nextBindingId(): number {
  lastId = (lastId % 0x7fffffff) + 1;
  return lastId;
}

/** Turns a wish into a binding. Raises FilterError in the words for the customer's developer. */
export async function bindingOf(
  id: number,
  wish: ChangeWish,
  listener: ChangeListener,
  catalogue: Catalogue,
): Promise<Binding> {
  try {
    const event = wish.event.toUpperCase();
    if (!CHANGE_EVENTS.some((known) => known === event)) throw new FilterError('there is no such event');
    const table = wish.table === undefined || wish.table === '*' ? null : wish.table;
    const filters = wish.filter === undefined || wish.filter === '' ? [] : parseFilters(wish.filter);
    if (table === null && wish.select !== undefined) throw new FilterError('select needs one table');
    if (table !== null) await checkTable(wish, table, filters, listener.identity.role, catalogue);
    return { id, event, schema: wish.schema, table, filters, select: wish.select, listener };
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const parameters = `[event: ${wish.event}, schema: ${wish.schema}, table: ${wish.table ?? '*'}, filters: ${wish.filter ?? ''}]`;
    throw new FilterError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters} (${error.message})`,
    );
  }
}

async function checkTable(
  wish: ChangeWish,
  table: string,
  filters: Filter[],
  role: string,
  catalogue: Catalogue,
) {
  const facts = await catalogue.factsOf(wish.schema, table, role);
  const mayRead = facts?.key.every(({ name }) => facts.columns.get(name)?.isReadable) ?? false;
  if (facts === null || !facts.isPublished || !mayRead) throw new FilterError('no such table to listen to');
  for (const name of [...filters.map(({ column }) => column), ...(wish.select ?? [])]) {
    if (!facts.columns.get(name)?.isReadable) throw new FilterError(`invalid column ${JSON.stringify(name)}`);
  }
  for (const filter of filters) {
    const kind = facts.columns.get(filter.column)?.kind;
    if (kind !== undefined) checkFilterValue(filter, kind);
  }
}

/** All bindings, found by the table they are about. */
export class BindingIndex {
  private readonly byTable = new Map<string, Set<Binding>>();

  add(binding: Binding): void {
    const key = keyOf(binding.schema, binding.table);
    const bindings = this.byTable.get(key) ?? new Set();
    this.byTable.set(key, bindings.add(binding));
  }

  remove(binding: Binding): void {
    const key = keyOf(binding.schema, binding.table);
    const bindings = this.byTable.get(key);
    bindings?.delete(binding);
    if (bindings?.size === 0) this.byTable.delete(key);
  }

  get isEmpty(): boolean {
    return this.byTable.size === 0;
  }

  /** The bindings a change may concern, by listener. */
  find(schema: string, table: string, type: ChangeType): Map<ChangeListener, Binding[]> {
    const found = new Map<ChangeListener, Binding[]>();
    for (const key of [keyOf(schema, table), keyOf(schema, null), keyOf('*', null)]) {
      for (const binding of this.byTable.get(key) ?? []) {
        if (binding.event !== '*' && binding.event !== type) continue;
        const bindings = found.get(binding.listener);
        if (bindings === undefined) found.set(binding.listener, [binding]);
        else bindings.push(binding);
      }
    }
    return found;
  }
}

function keyOf(schema: string, table: string | null): string {
  return table === null ? `${schema}.` : `${schema}.${table}`;
}
