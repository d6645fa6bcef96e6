import type postgres from 'postgres';

export type TypeRow = {
  oid: number;
  schema: string;
  name: string;
  label: string;
  kind: string;
  category: string;
  base: number;
  element: number;
  array: number;
};
export type ColumnRow = {
  number: number;
  name: string;
  type: number;
  default: string | null;
  generated: boolean;
};
export type RelationRow = {
  oid: number;
  type: number;
  schema: string;
  name: string;
  kind: string;
  comment: string | null;
  /** PostgreSQL's bit mask of possible writes: 4 for update, 8 for insert, 16 for delete. */
  events: number;
  columns: ColumnRow[];
  primary_key: string[];
};
export type ForeignKeyRow = {
  name: string;
  relation: number;
  target: number;
  columns: number[];
  target_columns: number[];
  is_unique: boolean;
};
export type ViewRow = { oid: number; tree: string };
export type RoutineRow = {
  oid: number;
  schema: string;
  name: string;
  names: string[] | null;
  modes: string[] | null;
  types: number[];
  inputs: number;
  defaults: number;
  variadic: boolean;
  volatility: string;
  returns: number;
  returns_set: boolean;
  rows: number;
  comment: string | null;
};

/**
 * Types, relations, foreign keys, views, and functions in PostgreSQL's catalog, excluding its own schemas.
 */
export type Catalog = Awaited<ReturnType<typeof readCatalog>>;

/** Reads the catalog, including the functions in the exposed schemas, in one read-only transaction. */
export function readCatalog(owner: postgres.Sql, exposed: string[]) {
  return owner.begin('isolation level repeatable read read only', async (sql) => {
    // An empty search path makes PostgreSQL include the schemas of functions in default expressions.
    await sql`set local search_path = ''`;
    return {
      types: await readTypes(sql),
      relations: await readRelations(sql),
      foreignKeys: await readForeignKeys(sql),
      views: await readViews(sql),
      routines: await readRoutines(sql, exposed),
      /**
       * The login role's `pgrst.*` settings, as stored by `alter role … set`: `pgrst.db_plan_enabled=true`.
       */
      settings: await readRoleSettings(sql),
    };
  });
}

async function readRoleSettings(sql: postgres.TransactionSql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select text from pg_catalog.pg_db_role_setting s
    join pg_catalog.pg_roles r on r.oid = s.setrole and r.rolname = 'authenticator'
    cross join unnest(s.setconfig) as text
    where text like 'pgrst.%' and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
    order by s.setdatabase`;
  return rows.map(({ text }) => text);
}

const readTypes = (sql: postgres.TransactionSql): Promise<TypeRow[]> => sql<TypeRow[]>`
    select t.oid, n.nspname as schema, t.typname as name, format_type(t.oid, null) as label, t.typtype as kind, t.typcategory as category,
      t.typbasetype as base, t.typelem as element, t.typarray as array
    from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    where n.nspname not in ('pg_toast', 'information_schema') and n.nspname not like 'pg\\_temp%'`;

function readRelations(sql: postgres.TransactionSql): Promise<RelationRow[]> {
  return sql<RelationRow[]>`
    select c.oid, c.reltype as type, n.nspname as schema, c.relname as name, c.relkind as kind,
      pg_catalog.obj_description(c.oid, 'pg_class') as comment,
      pg_catalog.pg_relation_is_updatable(c.oid, true) as events,
      coalesce((
        select json_agg(json_build_object(
          'number', a.attnum, 'name', a.attname, 'type', a.atttypid::int8,
          'default', case when a.attidentity <> ''
            then format('nextval(%L::regclass)', pg_catalog.pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
            else pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
          'generated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attnum)
        from pg_catalog.pg_attribute a
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
      coalesce((
        select json_agg(a.attname order by key.position)
        from pg_catalog.pg_constraint k
        cross join unnest(k.conkey) with ordinality as key (number, position)
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.number
        where k.conrelid = c.oid and k.contype = 'p'), '[]') as primary_key
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p', 'c')
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%'`;
}

const readForeignKeys = (sql: postgres.TransactionSql): Promise<ForeignKeyRow[]> => sql<ForeignKeyRow[]>`
    select k.conname as name, k.conrelid as relation, k.confrelid as target,
      k.conkey::int[] as columns, k.confkey::int[] as target_columns,
      exists (
        select from pg_catalog.pg_constraint u
        where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey and u.conkey @> k.conkey
      ) as is_unique
    from pg_catalog.pg_constraint k
    where k.contype = 'f' and k.conparentid = 0
    order by k.conname, k.conrelid`;

const readViews = (sql: postgres.TransactionSql): Promise<ViewRow[]> => sql<ViewRow[]>`
    select c.oid, r.ev_action::text as tree
    from pg_catalog.pg_rewrite r
    join pg_catalog.pg_class c on c.oid = r.ev_class
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and r.rulename = '_RETURN'
      and n.nspname not in ('pg_catalog', 'information_schema')`;

function readRoutines(sql: postgres.TransactionSql, exposed: string[]): Promise<RoutineRow[]> {
  return sql<RoutineRow[]>`
    select p.oid, n.nspname as schema, p.proname as name, p.proargnames as names, p.proargmodes::text[] as modes,
      to_json(coalesce(p.proallargtypes, p.proargtypes::oid[])::int8[]) as types, p.pronargs::int as inputs,
      p.pronargdefaults::int as defaults, p.provariadic <> 0 as variadic, p.provolatile as volatility,
      p.prorettype as returns, p.proretset as returns_set, p.prorows as rows,
      pg_catalog.obj_description(p.oid, 'pg_proc') as comment
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.prokind = 'f' and n.nspname = any(${exposed})
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    order by n.nspname, p.proname, p.oid`;
}
