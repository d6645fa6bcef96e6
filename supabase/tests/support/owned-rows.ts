import { run } from './catalog.ts';
import type { Query } from './harness.ts';

export type OwnedTable = { table: string; owner: string };
export type OwnedRows = Record<string, string[]>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns all tables with an owner column, including internal tables. */
export async function getOwnedTables(owner: Query): Promise<OwnedTable[]> {
  return (await owner`
    select distinct on (c.oid) c.oid::regclass::text as table, a.attname as owner
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = any(array['public', 'bank', 'auth', 'storage']::regnamespace[]) and c.relkind in ('r', 'p')
      and (a.attname in ('user_id', 'household_id', 'customer_id', 'owner_id')
        or (a.attname = 'id' and c.oid in ('public.customers'::regclass, 'auth.users'::regclass)))
    order by c.oid, a.attname`) as OwnedTable[];
}

/** Returns all rows of a customer as text by table. */
export async function getOwnRows(
  owner: Query,
  tables: readonly OwnedTable[],
  id: string,
): Promise<OwnedRows> {
  const rows = await run(
    owner,
    `select t.name, t.row from (${union(tables, (table) => `'${table}' as name, x::text as row`)}) t order by 1, 2`,
    ...tables.map(() => id),
  );
  const all: OwnedRows = {};
  for (const { name, row } of rows) all[name] = [...(all[name] ?? []), row];
  return all;
}

/** Returns a hash of all rows of a customer. */
export async function hashRows(owner: Query, tables: readonly OwnedTable[], id: string): Promise<string> {
  const allRows = union(tables, (table) => `'${table}' as name, x::text as row`);
  const text = `select md5(string_agg(name || row, ',' order by name, row)) as hash from (${allRows}) t`;
  const [result] = await run(owner, text, ...tables.map(() => id));
  return result?.hash;
}

function union(tables: readonly OwnedTable[], columns: (table: string) => string): string {
  return tables
    .map(({ table, owner }) => `select ${columns(table)} from ${table} x where x."${owner}"::text = ?`)
    .join(' union all ');
}

/** Returns the ids that occur only in this customer's rows. */
export function getIds(rows: OwnedRows, otherRows: OwnedRows): string[] {
  const ids = (of: OwnedRows) => new Set(JSON.stringify(of).match(UUID));
  const theirs = ids(otherRows);
  return [...ids(rows)].filter((id) => !theirs.has(id));
}

/** Returns the secrets that an answer contains, except those that the caller sent. */
export function findSecrets(answer: string, secrets: readonly string[], sent: string): string[] {
  return secrets.filter((secret) => answer.includes(secret) && !sent.includes(secret));
}
