import { run } from '../../../supabase/tests/support/catalog.ts';
import type { RequestRecorder } from './asking.ts';
import type { MatrixBank } from './bank.ts';
import type { Caller, Resident } from './people.ts';

type Table = {
  name: string;
  /** The column that contains a row's owner; null if the table's rows have no owners. */
  owner: string | null;
  isView: boolean;
  insertable: string[];
  updatable: string[];
  references: { column: string; table: string }[];
};
type Row = Record<string, unknown>;

/** The only write that visitors can make: reporting a page view. */
const FOR_VISITORS = 'POST page_views';

const TABLES = `
  select c.relname as name, c.relkind <> 'r' as "isView",
    (select a.attname from pg_attribute a where a.attrelid = c.oid and (a.attname = 'user_id' or (c.relname = 'customers' and a.attname = 'id'))) as owner,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attname, 'insert')) as insertable,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attname, 'update')) as updatable,
    (select coalesce(jsonb_agg(jsonb_build_object('column', a.attname, 'table', k.confrelid::regclass::text)), '[]')
      from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
      where k.conrelid = c.oid and k.contype = 'f' and a.attname not in ('user_id', 'id')) as references
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f') order by 1`;

/**
 * Tries every table and view with every method. Each must return some rows to the owner. Otherwise, empty
 * results for other callers would prove nothing.
 */
export async function tryTables(
  bank: MatrixBank,
  requests: RequestRecorder,
  owner: Resident,
  stranger: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const tables = (await run(bank.bank.owner, TABLES)) as Table[];
  const rows = new Map<string, Row>();
  for (const table of tables) {
    const row = table.isView ? null : await getRow(bank, table, owner);
    if (row) rows.set(table.name, row);
    const seen = await shownTo(bank, table, owner);
    requests.count('tables', 'owner', seen > 0 ? 'sees' : 'nothing');
    if (seen === 0 && table.owner)
      requests.report(
        `the owner sees nothing in ${table.name}, so other callers' empty results prove nothing`,
      );
  }
  for (const caller of callers) {
    for (const table of tables) await tryTable(requests, caller, table, rows.get(table.name) ?? {}, owner);
    await requests.checkUnchanged(`tables: ${caller.name}`);
  }
  await tryReferences(bank, requests, tables, owner, stranger, callers);
}

async function tryTable(
  requests: RequestRecorder,
  caller: Caller,
  table: Table,
  row: Row,
  owner: Resident,
): Promise<void> {
  const { name } = table;
  const isOpen = caller.kind === 'stranger';
  const place = `/rest/v1/${name}`;
  const theirs = table.owner ? `?${table.owner}=eq.${owner.id}` : '?limit=1';
  const id = typeof row.id === 'string' ? `?id=eq.${row.id}` : theirs;
  const insert = pick(row, table.insertable);
  const update = pick(row, table.updatable);
  const prefer = { prefer: 'return=representation, count=exact' };
  const merge = { prefer: 'return=representation, resolution=merge-duplicates' };
  const createRequest = (method: string, path: string, forbidden: boolean, headers = {}, body?: unknown) =>
    requests.send(caller, {
      surface: 'tables',
      method,
      path,
      headers,
      body,
      forbidden: forbidden && `${method} ${name}` !== FOR_VISITORS,
    });
  await createRequest('GET', `${place}?limit=5000`, !isOpen);
  const counted = await createRequest('HEAD', `${place}${theirs}`, !isOpen, prefer);
  if (table.owner && /\/[1-9]/.test(counted.headers.get('content-range') ?? ''))
    requests.report(`${caller.name}: HEAD ${name} counts the owner's rows`);
  const all = await createRequest('GET', `${place}${theirs}`, !isOpen, prefer);
  if (table.owner && all.status === 200 && all.text !== '[]')
    requests.report(`${caller.name}: GET ${name} returns the owner's rows`);
  if (table.isView) return;
  // Inserts a row in the owner's name. If the table's rows have no owner, uses the id of the owner's row.
  const named = table.owner ? { ...insert, [table.owner]: owner.id } : { ...insert, id: row.id };
  await createRequest('POST', place, !isOpen || table.owner !== null, prefer, withoutId(named, table));
  await createRequest('POST', `${place}?on_conflict=id`, !isOpen || 'id' in row, merge, {
    ...named,
    id: row.id,
  });
  for (const [method, path, body] of [
    ['PATCH', `${place}${theirs}`, update],
    ['PUT', `${place}${id}`, { ...row }],
    ['DELETE', `${place}${theirs}`, undefined],
    ['DELETE', `${place}${id}`, undefined],
  ] as const) {
    const answer = await createRequest(method, path, !isOpen || method === 'PUT', prefer, body);
    if (answer.status === 200 && answer.text !== '[]')
      requests.report(`${caller.name}: ${method} ${name} reaches ${answer.text.slice(0, 200)}`);
  }
}

/** Checks that a stranger's rows can't refer to the owner's rows. */
async function tryReferences(
  bank: MatrixBank,
  requests: RequestRecorder,
  tables: readonly Table[],
  owner: Resident,
  stranger: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const caller = callers.find(({ kind }) => kind === 'stranger');
  if (!caller) return;
  for (const table of tables) {
    const row = table.isView ? null : await getRow(bank, table, stranger);
    for (const { column, table: target } of table.references) {
      const theirs = owner.ids[target.replace(/^public\./, '')];
      if (!row || !theirs) continue;
      const place = `/rest/v1/${table.name}`;
      const headers = { prefer: 'return=representation' };
      const refer = async (method: string, path: string, body: Row) => {
        const { status, text } = await requests.send(caller, {
          ...{ surface: 'references', method, path, headers, body },
          forbidden: false,
        });
        // A refusal can repeat the request, but a successful response must not contain the id of the owner's
        // row.
        if (status < 300 && text.includes(`"${theirs}"`))
          requests.report(`stranger: ${method} ${table.name}.${column} can refer to the owner's rows`);
      };
      if (table.insertable.includes(column))
        await refer('POST', place, withoutId({ ...pick(row, table.insertable), [column]: theirs }, table));
      if (table.updatable.includes(column))
        await refer('PATCH', `${place}?id=eq.${row.id}`, { [column]: theirs });
    }
  }
  await requests.checkUnchanged('references');
}

/** Tries to access other schemas by name. */
export async function trySchemas(
  { bank }: MatrixBank,
  requests: RequestRecorder,
  callers: readonly Caller[],
): Promise<void> {
  const views = await bank.owner`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'p') and n.nspname !~ '^(public$|pg_toast|pg_temp)'
      and (n.nspname !~ '^(pg_catalog|information_schema)$' or c.relname in ('pg_authid', 'pg_shadow', 'pg_stat_activity', 'pg_settings', 'tables'))`;
  for (const caller of callers)
    for (const { schema, name } of views)
      for (const method of ['GET', 'POST', 'DELETE'])
        await requests.send(caller, {
          surface: 'other schemas',
          method,
          path: `/rest/v1/${name}?limit=5`,
          headers: { 'accept-profile': schema, 'content-profile': schema },
          body: method === 'POST' ? {} : undefined,
          forbidden: true,
        });
  await requests.checkUnchanged('other schemas');
}

async function getRow(
  { bank }: MatrixBank,
  { name, owner }: Table,
  { id, ids }: Resident,
): Promise<Row | null> {
  const text = owner
    ? `select to_jsonb(t) as row from public.${name} t where t.${owner} = ? order by t::text like ? desc limit 1`
    : `select to_jsonb(t) as row from public.${name} t where ?::text is not null and ?::text is not null limit 1`;
  const [match] = await run(bank.owner, text, id, `%${ids[name] ?? ''}%`);
  return match?.row ?? null;
}

async function shownTo(
  { url, keys }: MatrixBank,
  { name, owner }: Table,
  { token }: Resident,
): Promise<number> {
  const headers = { apikey: keys.anonKey, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/rest/v1/${name}?select=${owner ?? '*'}&limit=1`, { headers });
  const rows = await answer.json();
  return Array.isArray(rows) ? rows.length : 0;
}

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));

/**
 * Returns the row without its id, so that an insert creates a new one. Keeps the id if it identifies the
 * owner.
 */
function withoutId(row: Row, { owner }: Table): Row {
  if (owner === 'id') return row;
  const { id: _, ...otherColumns } = row;
  return otherColumns;
}
