// `npm run db:types`: writes web/src/lib/database.types.ts from a newly migrated database, in the form that
// supabase-js expects for its `Database` type parameter.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { openDatabase } from '../../server/database/database.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded.ts';

const TARGET = new URL('../../web/src/lib/database.types.ts', import.meta.url);

type Column = {
  relation: string;
  kind: string;
  name: string;
  type: string;
  nullable: boolean;
  may_insert: boolean;
  may_update: boolean;
};
type Relationship = {
  relation: string;
  name: string;
  columns: string[];
  one_to_one: boolean;
  target: string;
  target_columns: string[];
};
type Routine = {
  name: string;
  arguments: { name: string; type: string; optional: boolean }[];
  returns: string;
  returns_relation: string | null;
  returns_columns: { name: string; type: string }[];
  returns_set: boolean;
};

const folder = mkdtempSync(join(tmpdir(), 'sandbank-types-'));
const cluster = await startEmbeddedPostgres({ dataFolder: folder });
const database = await openDatabase(cluster.url);
try {
  writeFileSync(TARGET, await getTypes(database.owner));
} finally {
  await database.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function getTypes(sql: Sql): Promise<string> {
  const columns = await sql<Column[]>`
    select c.relname as relation, c.relkind as kind, a.attname as name,
           case when t.typtype = 'd' then format_type(t.typbasetype, null) else format_type(a.atttypid, null) end as type,
           not a.attnotnull as nullable,
           has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as may_insert,
           has_column_privilege('authenticated', c.oid, a.attnum, 'update') as may_update
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
    order by c.relname, a.attname`;
  const relationships = await sql<Relationship[]>`
    select s.relname as relation, k.conname as name, f.relname as target,
           array(select a.attname from unnest(k.conkey) with ordinality u(n, o)
                 join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.o) as columns,
           array(select a.attname from unnest(k.confkey) with ordinality u(n, o)
                 join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.o) as target_columns,
           exists (select from pg_catalog.pg_index i where i.indrelid = k.conrelid and i.indisunique
                   and i.indkey::int2[] @> k.conkey and k.conkey @> i.indkey::int2[]) as one_to_one
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class s on s.oid = k.conrelid
    join pg_catalog.pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and s.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
    order by 1, 2`;
  const routines = await sql<Routine[]>`
    select p.proname as name, p.proretset as returns_set, format_type(p.prorettype, null) as returns,
           (select c.relname from pg_catalog.pg_class c where c.oid = t.typrelid and c.relkind in ('r', 'v')) as returns_relation,
           coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[o], 'type', format_type(p.proallargtypes[o], null)) order by o)
                     from generate_subscripts(p.proargmodes, 1) o where p.proargmodes[o] in ('t', 'o')), '[]') as returns_columns,
           coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[o], ''), 'type', format_type(u.type, null),
                                                         'optional', o > p.pronargs - p.pronargdefaults) order by o)
                     from unnest(p.proargtypes::oid[]) with ordinality u(type, o)), '[]') as arguments
    from pg_catalog.pg_proc p
    join pg_catalog.pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
    order by p.proname, p.oid`;
  return source(columns, relationships, routines);
}

function source(columns: Column[], relationships: Relationship[], routines: Routine[]): string {
  const relations = [...new Set(columns.map(({ relation }) => relation))];
  const isView = (relation: string) =>
    columns.some((column) => column.relation === relation && column.kind === 'v');
  const block = (relation: string) => {
    const own = columns.filter((column) => column.relation === relation);
    const row = own.map((column) => `${column.name}: ${orNull(getType(column.type), column.nullable)}`);
    // The columns that an API role can write. Triggers fill in the other columns, and the database reports
    // missing values.
    const writable = (granted: (column: Column) => boolean) =>
      own
        .filter(granted)
        .map((column) => `${column.name}?: ${orNull(getType(column.type), column.nullable)}`);
    const insert = writable((column) => column.may_insert);
    const update = writable((column) => column.may_update);
    const links = relationships
      .filter((relationship) => relationship.relation === relation)
      .map(
        (link) =>
          `{ foreignKeyName: '${link.name}'; columns: ${tuple(link.columns)}; isOneToOne: ${link.one_to_one}; referencedRelation: '${link.target}'; referencedColumns: ${tuple(link.target_columns)} }`,
      );
    const writes = isView(relation)
      ? ''
      : ` Insert: { ${insert.join('; ')} }; Update: { ${update.join('; ')} };`;
    return `      ${relation}: { Row: { ${row.join('; ')} };${writes} Relationships: [${links.join(', ')}] };`;
  };
  const tables = relations.filter((relation) => !isView(relation)).map(block);
  const views = relations.filter(isView).map(block);
  const names = [...new Set(routines.map(({ name }) => name))];
  const functions = names.map((name) => {
    const variants = routines
      .filter((routine) => routine.name === name)
      .map((routine) => functionType(routine, relations, isView));
    return `      ${name}: ${variants.join(' | ')};`;
  });
  return `// Generated by \`npm run db:types\` from the migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${tables.join('\n')}
    };
    Views: {
${views.join('\n')}
    };
    Functions: {
${functions.join('\n')}
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
`;
}

function functionType(routine: Routine, relations: string[], isView: (relation: string) => boolean): string {
  const args = routine.arguments.map((argument) =>
    argument.name === ''
      ? `'': ${tableOr(argument.type, relations, isView)}`
      : `${argument.name}${argument.optional ? '?' : ''}: ${orNull(tableOr(argument.type, relations, isView), argument.optional)}`,
  );
  const single = routine.returns_relation
    ? tableOr(routine.returns_relation, relations, isView)
    : routine.returns_columns.length > 0
      ? `{ ${routine.returns_columns.map((column) => `${column.name}: ${getType(column.type)}`).join('; ')} }`
      : getType(routine.returns);
  const argumentsType = args.length === 0 ? 'Record<PropertyKey, never>' : `{ ${args.join('; ')} }`;
  return `{ Args: ${argumentsType}; Returns: ${single}${routine.returns_set ? '[]' : ''} }`;
}

function tableOr(type: string, relations: string[], isView: (relation: string) => boolean): string {
  if (!relations.includes(type)) return getType(type);
  return `Database['public']['${isView(type) ? 'Views' : 'Tables'}']['${type}']['Row']`;
}

/** Returns the TypeScript type of a column's JSON value. */
function getType(type: string): string {
  if (type.endsWith('[]')) return `${getType(type.slice(0, -2))}[]`;
  if (/^(bank\.)?money$|^(numeric|integer|bigint|smallint|real|double precision)/.test(type)) return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'json' || type === 'jsonb') return 'Json';
  if (type === 'void') return 'undefined';
  return 'string';
}

function orNull(type: string, nullable: boolean): string {
  return nullable ? `${type} | null` : type;
}

function tuple(names: string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}
