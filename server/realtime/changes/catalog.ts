import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import { EVERYBODY, getRule, type Policy } from './row-rules.ts';
import { getValueKind } from './values.ts';

/** A table's columns, key, and row rules, as they apply to a role. */
export type TableInfo = ReturnType<typeof toTableInfo>;

/** Privileges and rules rarely change, so they are cached briefly. */
const REMEMBER_MS = 5_000;
const MAX_TABLES = 1_000;

type FactsRow = {
  schema: string;
  table: string;
  is_published: boolean;
  has_row_rules: boolean;
  key: { name: string; type: string }[] | null;
  columns: { name: string; type: string; readable: boolean }[] | null;
  policies: Policy[] | null;
};

export type Catalog = ReturnType<typeof createCatalog>;

/** Reads tables, privileges, and row rules from the database's catalog and caches them briefly. */
export function createCatalog(database: Database) {
  const cache = new LRUCache<string, Promise<TableInfo | null>>({ max: MAX_TABLES, ttl: REMEMBER_MS });
  return {
    /** Returns null if the table or role doesn't exist. */
    getFacts(schema: string, table: string, role: string): Promise<TableInfo | null> {
      const name = JSON.stringify([schema, table, role]);
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const reading = readFacts(database, schema, table, role).catch((error: unknown) => {
        cache.delete(name);
        throw error;
      });
      cache.set(name, reading);
      return reading;
    },
    /** Returns the customers who have verified an address. Sign-in stores addresses in lower case. */
    async findCustomersByAddress(address: string): Promise<string[]> {
      const rows = await database.auth<{ id: string }[]>`
        select id::text from auth.users
        where email = ${address} and not is_sso_user and email_confirmed_at is not null`;
      return rows.map(({ id }) => id);
    },
  };
}

async function readFacts(database: Database, schema: string, table: string, role: string) {
  const [row] = await database.owner<FactsRow[]>`
    select
      namespace.nspname as schema,
      class.relname as table,
      exists (
        select from pg_publication_tables
        where pubname = 'supabase_realtime' and schemaname = namespace.nspname and tablename = class.relname
      ) as is_published,
      class.relrowsecurity and not (
        role.rolsuper or role.rolbypassrls
        or (pg_has_role(role.oid, class.relowner, 'usage') and not class.relforcerowsecurity)
      ) as has_row_rules,
      (
        select json_agg(
          json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by place
        )
        from pg_index, unnest(indkey) with ordinality as member (number, place), pg_attribute
        where indrelid = class.oid and indisprimary and attrelid = class.oid and attnum = member.number
      ) as key,
      (
        select json_agg(
          json_build_object(
            'name', attname,
            'type', base.typname,
            'readable', has_column_privilege(role.oid, class.oid, attnum, 'select')
          ) order by attnum
        )
        from pg_attribute, lateral (
          with recursive types as (
            select t.* from pg_type t where t.oid = atttypid
            union all
            select t.* from pg_type t join types on t.oid = types.typbasetype where types.typtype = 'd'
          )
          select typname from types where typtype <> 'd'
        ) as base
        where attrelid = class.oid and attnum > 0 and not attisdropped
      ) as columns,
      (
        select json_agg(
          json_build_object('permissive', polpermissive, 'expression', pg_get_expr(polqual, polrelid))
        )
        from pg_policy
        where polrelid = class.oid and polcmd in ('r', '*') and exists (
          select from unnest(polroles) as member where member = 0 or pg_has_role(role.oid, member, 'usage')
        )
      ) as policies
    from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace, pg_roles role
    where namespace.nspname = ${schema} and class.relname = ${table} and class.relkind in ('r', 'p')
      and role.rolname = ${role} and has_schema_privilege(role.oid, namespace.oid, 'usage')`;
  return row === undefined ? null : toTableInfo(row);
}

function toTableInfo(row: FactsRow) {
  const columns = (row.columns ?? []).map(
    ({ name, type, readable }) =>
      [name, { typeName: type, kind: getValueKind(type), isReadable: readable }] as const,
  );
  const types = new Map(columns);
  return {
    schema: row.schema,
    table: row.table,
    isPublished: row.is_published,
    /** The columns of the primary key with their SQL types. Empty if there is no primary key. */
    key: row.key ?? [],
    columns: types,
    /** False if row-level security doesn't apply to this role. */
    hasRowRules: row.has_row_rules,
    /** The table's row-level security, as far as it can be evaluated outside the database. */
    rule: row.has_row_rules
      ? getRule(row.policies ?? [], (name) => types.get(name)?.typeName === 'uuid')
      : EVERYBODY,
  };
}
