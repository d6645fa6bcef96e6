import { groupBy } from '../../lib/group-by.ts';
import { quoteWithSchema } from '../../lib/sql-text.ts';
import type { Rules } from '../plan/rules.ts';
import type { Catalog, RelationRow, TypeRow } from './catalog.ts';
import { buildRelationships } from './relationships.ts';
import { buildRoutines, type Routine } from './routines.ts';

type TypeShape = 'scalar' | 'text' | 'array' | 'json' | 'jsonb' | 'tsvector' | 'void' | 'pseudo';

/**
 * A type that values are cast to. A domain is cast to its base type, so that filter values can't violate its
 * constraints.
 */
export type Type = {
  oid: number;
  name: string;
  /** The name in PostgreSQL's notation. */
  label: string;
  sql: string;
  /** The SQL of the type that filter values are cast to. */
  base: string;
  /** The SQL of an array of `base`. */
  array: string | null;
  shape: TypeShape;
};

export type Column = { name: string; type: Type; default: string | null; generated: boolean };

/** A table (including foreign and partitioned tables), a view, or a composite type. */
export type Relation = ReturnType<typeof buildRelation>;

/**
 * All names that requests can use, built once per version of the catalog. Each map's keys consist of a schema
 * and a name.
 */
export type Schema = ReturnType<typeof buildSchema>;

/** Returns the key of a name in the schema's maps. */
export const getKey = (schema: string, name: string): string => `${schema}\u0000${name}`;

export function buildSchema(catalog: Catalog, exposed: string[], rules: Rules) {
  const types = buildTypes(catalog.types);
  const all = catalog.relations.map((row) => buildRelation(row, types));
  const relations = all.filter((relation) => exposed.includes(relation.schema) && relation.kind !== 'c');
  const byType = new Map(all.map((relation) => [relation.type, relation]));
  const routines = buildRoutines(catalog.routines, types, byType);
  const computed = new Map<number, Map<string, Routine>>();
  for (const routine of routines) {
    const [parameter, ...more] = routine.parameters;
    const relation = parameter && more.length === 0 ? byType.get(parameter.type.oid) : undefined;
    if (!relation) continue;
    const own = computed.get(relation.oid) ?? new Map<string, Routine>();
    computed.set(relation.oid, own.set(routine.name, routine));
  }
  return {
    exposed,
    rules,
    relations: new Map(relations.map((relation) => [getKey(relation.schema, relation.name), relation])),
    routines: groupBy(
      routines.filter(({ callable }) => callable),
      (routine) => getKey(routine.schema, routine.name),
    ),
    /** The relationships, by the oid of their first relation. */
    relationships: buildRelationships(catalog, relations, computed),
    /** The functions that take a row of a relation, by the relation's oid. */
    computed,
    /** The types that a select can cast to, by name. */
    casts: buildCasts(catalog.types, types, exposed),
  };
}

const UPDATE_EVENT = 4;
const INSERT_EVENT = 8;
const DELETE_EVENT = 16;

function buildRelation(row: RelationRow, types: Map<number, Type>) {
  const { events, columns: rows, primary_key: primaryKey, ...relation } = row;
  const columns = rows.map((column) => ({ ...column, type: types.get(column.type) ?? UNKNOWN }));
  return {
    ...relation,
    sql: quoteWithSchema(row.schema, row.name),
    /** The possible writes, regardless of privileges. */
    writable: {
      insert: (events & INSERT_EVENT) !== 0,
      update: (events & UPDATE_EVENT) !== 0,
      delete: (events & DELETE_EVENT) !== 0,
    },
    columns: new Map<string, Column>(columns.map((column) => [column.name, column])),
    numbers: new Map(columns.map((column) => [column.number, column.name])),
    primaryKey,
  };
}

const TEXT = '"pg_catalog"."text"';
const UNKNOWN: Type = {
  oid: 0,
  name: 'text',
  label: 'text',
  sql: TEXT,
  base: TEXT,
  array: null,
  shape: 'scalar',
};
const SHAPES: Record<string, TypeShape> = {
  json: 'json',
  jsonb: 'jsonb',
  tsvector: 'tsvector',
  text: 'text',
  varchar: 'text',
  void: 'void',
};

function buildTypes(rows: readonly TypeRow[]): Map<number, Type> {
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  const getSql = (row: TypeRow | undefined) => (row ? quoteWithSchema(row.schema, row.name) : TEXT);
  const types = rows.map((row): [number, Type] => {
    let base = row;
    while (base.kind === 'd') base = byOid.get(base.base) ?? { ...base, kind: 'b' };
    const array = byOid.get(base.array);
    const type: Type = {
      oid: row.oid,
      name: row.name,
      label: row.label,
      sql: getSql(row),
      base: getSql(base),
      array: array ? getSql(array) : null,
      shape: getShape(base),
    };
    return [row.oid, type];
  });
  return new Map(types);
}

function getShape(row: TypeRow): TypeShape {
  if (row.schema === 'pg_catalog' && SHAPES[row.name]) return SHAPES[row.name] ?? 'scalar';
  if (row.category === 'A') return 'array';
  return row.kind === 'p' ? 'pseudo' : 'scalar';
}

/** Maps standard and common type names to PostgreSQL's internal names. */
const TYPE_NAMES: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  char: 'bpchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

/**
 * Returns the types that casts can use: base, domain, enum, and range types of PostgreSQL and the exposed
 * schemas. Excludes object identifier types such as regclass.
 */
function buildCasts(rows: readonly TypeRow[], types: Map<number, Type>, exposed: string[]) {
  const casts = new Map<string, Type>();
  const add = (name: string, oid: number) => {
    const type = types.get(oid);
    if (type) casts.set(name, type);
  };
  const schemas = ['extensions', ...exposed.toReversed(), 'pg_catalog'];
  for (const schema of schemas) {
    for (const row of rows) {
      const castable = ['b', 'd', 'e', 'r', 'm'].includes(row.kind) && !row.name.startsWith('reg');
      if (row.schema !== schema || !castable || row.category === 'A') continue;
      add(row.name, row.oid);
      add(`${row.name}[]`, row.array);
    }
  }
  for (const [alias, name] of Object.entries(TYPE_NAMES)) {
    for (const suffix of ['', '[]']) {
      const type = casts.get(name + suffix);
      if (type) casts.set(alias + suffix, type);
    }
  }
  return casts;
}
