import type { Identity } from '../identity.ts';
import { CHANGE_EVENTS, type ChangeFilter } from '../join-config.ts';
import type { Catalog } from './catalog.ts';
import { checkFilterValue, type Filter, FilterError, parseFilters } from './filters.ts';

/** A channel that subscribes to row changes. */
export type ChangeListener = {
  readonly identity: Identity;
  readonly isOpen: boolean;
  /** Sends a change. `data` is JSON. */
  deliver(ids: readonly number[], data: string): void;
};
export type Binding = {
  id: number;
  event: string;
  schema: string;
  /** Null for all tables in the schema. */
  table: string | null;
  filters: Filter[];
  select: string[] | undefined;
  listener: ChangeListener;
};

let lastId = 0;

/** Returns an id that is unique in this process. */
export function nextBindingId(): number {
  lastId = (lastId % 0x7fffffff) + 1;
  return lastId;
}

/** Parses a subscription. If it is invalid, throws FilterError with a message for developers. */
export async function getBinding(
  id: number,
  request: ChangeFilter,
  listener: ChangeListener,
  catalog: Catalog,
): Promise<Binding> {
  try {
    const event = request.event.toUpperCase();
    if (!CHANGE_EVENTS.some((name) => name === event)) throw new FilterError('unknown event');
    const table = request.table === undefined || request.table === '*' ? null : request.table;
    const filters = request.filter === undefined || request.filter === '' ? [] : parseFilters(request.filter);
    if (table === null && request.select !== undefined) throw new FilterError('select needs one table');
    if (table !== null) await checkTable(request, table, filters, listener.identity.role, catalog);
    return { id, event, schema: request.schema, table, filters, select: request.select, listener };
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const parameters = `[event: ${request.event}, schema: ${request.schema}, table: ${request.table ?? '*'}, filters: ${request.filter ?? ''}]`;
    throw new FilterError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters} (${error.message})`,
    );
  }
}

async function checkTable(
  request: ChangeFilter,
  table: string,
  filters: Filter[],
  role: string,
  catalog: Catalog,
) {
  const facts = await catalog.getFacts(request.schema, table, role);
  const mayRead = facts?.key.every(({ name }) => facts.columns.get(name)?.isReadable) ?? false;
  if (facts === null || !facts.isPublished || !mayRead)
    throw new FilterError('the table does not exist, is not published, or is not readable');
  for (const name of [...filters.map(({ column }) => column), ...(request.select ?? [])]) {
    if (!facts.columns.get(name)?.isReadable) throw new FilterError(`invalid column ${JSON.stringify(name)}`);
  }
  for (const filter of filters) {
    const kind = facts.columns.get(filter.column)?.kind;
    if (kind !== undefined) checkFilterValue(filter, kind);
  }
}
