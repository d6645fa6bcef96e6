import { run } from '../../../supabase/tests/support/catalog.ts';
import type { MatrixBank } from './bank.ts';
import type { Resident } from './people.ts';

/** A published table that has some of the owner's rows. */
export type PublishedTable = {
  schema: string;
  table: string;
  key: string[];
  readable: string[];
  /** The columns that can be written. */
  written: string[];
  /** Keys of rows that the owner can see and the stranger can't, in the order of `key`. */
  rows: string[][];
  /** Filters that match the first of the rows in `rows`. */
  filters: string[];
};

const ROWS_EACH = 2;
const LONGEST_VALUE = 100;

const PUBLISHED = `
  select p.schemaname as schema, p.tablename as table,
    array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k (number, place), pg_attribute a
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number order by k.place) as key,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attname, 'select') order by a.attnum) as readable,
    array(select a.attname::text from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attname, 'select')
      and coalesce(nullif(t.typbasetype, 0), t.oid)::regtype::text = any(array['uuid', 'text', 'numeric', 'integer', 'bigint', 'boolean', 'date'])
      order by a.attnum) as compared,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum) as written
  from pg_publication_tables p join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
  where p.pubname = 'supabase_realtime' order by 1, 2`;

/** Returns every published table, as listed in the database catalog. */
export async function broadcastTables(
  { bank }: MatrixBank,
  owner: Resident,
  stranger: Resident,
): Promise<PublishedTable[]> {
  const tables = await run(bank.owner, PUBLISHED);
  return Promise.all(
    tables.map(async ({ schema, table, key, readable, compared, written }) => {
      const keys = `select jsonb_build_array(${key.map((name: string) => `"${name}"::text`)})::text as key from "${schema}"."${table}"`;
      const shown = async ({ id, email }: Resident) =>
        key.length === 0
          ? []
          : (await run(bank.asCustomer({ id, email }), keys).catch(() => [])).map((row) => String(row.key));
      const strangersRows = new Set(await shown(stranger));
      const own = (await shown(owner)).filter((row) => !strangersRows.has(row)).slice(0, ROWS_EACH);
      const rows: string[][] = own.map((row) => JSON.parse(row));
      const filters = rows[0] ? await filtersFor(bank.owner, { schema, table, key, compared }, rows[0]) : [];
      return { schema, table, key, readable, written, rows, filters };
    }),
  );
}

/** Returns filters for a column's value in this row, and for an unused key. */
async function filtersFor(
  query: MatrixBank['bank']['owner'],
  { schema, table, key, compared }: { schema: string; table: string; key: string[]; compared: string[] },
  row: readonly string[],
): Promise<string[]> {
  const columns = compared.map((name) => `'${name}', "${name}"::text`);
  const text = `select jsonb_build_object(${columns}) as values from "${schema}"."${table}" where ${isRow(key)}`;
  const [match] = await run(query, text, ...row);
  const values = Object.entries((match?.values ?? {}) as Record<string, string | null>);
  const equal = values.flatMap(([name, value]) =>
    value !== null && value.length < LONGEST_VALUE && !/[",()\\]/.test(value) ? `${name}=eq.${value}` : [],
  );
  const conditions = values.filter(([, value]) => value !== null).map(([name]) => `${name}=not.is.null`);
  return [...equal, ...conditions];
}

/**
 * Updates, deletes, and restores some of the owner's rows with row-level security and triggers turned off.
 * Afterward, the rows are unchanged.
 */
export function touch(
  { withoutRules }: MatrixBank,
  { schema, table, key, written, rows }: PublishedTable,
): Promise<void> {
  const place = `"${schema}"."${table}"`;
  const columns = written.map((name) => `"${name}"`).join(', ');
  return withoutRules(async (query) => {
    for (const row of rows) {
      await run(query, `update ${place} set "${key[0]}" = "${key[0]}" where ${isRow(key)}`, ...row);
      const deletion = `with gone as (delete from ${place} where ${isRow(key)} returning *)`;
      const back = `insert into ${place} (${columns}) overriding system value select ${columns} from gone`;
      await run(query, `${deletion} ${back}`, ...row);
    }
  });
}

const isRow = (key: readonly string[]) => key.map((name) => `"${name}"::text = ?`).join(' and ');
