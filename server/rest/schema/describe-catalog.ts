import type postgres from 'postgres';

/** The details of a column that only schema descriptions need. */
export type DescribedColumn = {
  /** The type in PostgreSQL's notation. */
  type: string;
  required: boolean;
  comment: string | null;
  longest: number | null;
  values: string[] | null;
  select: boolean;
  insert: boolean;
  update: boolean;
};
export type DescribedRelation = { deletable: boolean; columns: Map<string, DescribedColumn> };
export type Described = Awaited<ReturnType<typeof readDescription>>;

type Row = DescribedColumn & { relation: number; name: string; deletable: boolean };

/**
 * Reads a role's privileges on a schema's relations and functions. If `everything` is true, ignores
 * privileges.
 */
export async function readDescription(
  owner: postgres.Sql,
  schemaName: string,
  role: string,
  everything: boolean,
) {
  const rows = await owner<Row[]>`
    select c.oid as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      pg_catalog.col_description(c.oid, a.attnum) as comment,
      information_schema._pg_char_max_length(a.atttypid, a.atttypmod)::int as longest,
      (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
        where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid)) as values,
      ${everything} or has_column_privilege(${role}, c.oid, a.attnum, 'select') as select,
      ${everything} or has_column_privilege(${role}, c.oid, a.attnum, 'insert') as insert,
      ${everything} or has_column_privilege(${role}, c.oid, a.attnum, 'update') as update,
      ${everything} or has_table_privilege(${role}, c.oid, 'delete') as deletable
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where n.nspname = ${schemaName} and c.relkind in ('r', 'v', 'm', 'f', 'p')
    order by c.relname, a.attnum`;
  const routines = await owner<{ oid: number }[]>`
    select p.oid from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schemaName} and (${everything} or has_function_privilege(${role}, p.oid, 'execute'))`;
  const [namespace] = await owner<{ title: string | null }[]>`
    select pg_catalog.obj_description(n.oid, 'pg_namespace') as title
    from pg_catalog.pg_namespace n where n.nspname = ${schemaName}`;
  return {
    title: namespace?.title ?? null,
    /** The relations and functions that the role can use, by oid. */
    relations: getRelations(rows),
    routines: new Set(routines.map(({ oid }) => oid)),
  };
}

function getRelations(rows: readonly Row[]): Map<number, DescribedRelation> {
  const relations = new Map<number, DescribedRelation>();
  for (const { relation, name, deletable, ...column } of rows) {
    if (!column.select && !column.insert && !column.update && !deletable) continue;
    const described = relations.get(relation) ?? { deletable, columns: new Map() };
    relations.set(relation, described);
    if (column.select || column.insert || column.update) described.columns.set(name, column);
  }
  return relations;
}
