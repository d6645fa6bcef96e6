import { quote } from '../../lib/sql-text.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Query } from '../parse/query.ts';
import type { BodyShape } from '../parse/request-body.ts';
import { unknownColumn } from '../rest-error.ts';
import type { Column, Relation } from '../schema/schema.ts';
import type { Source } from './source.ts';
import { BODY, type Statement } from './statement.ts';

export type Insertion = {
  body: BodyShape;
  columns: string[];
  query: Query;
  preferences: Preferences;
  /** True if inserted and merged rows are counted separately. */
  countsInserted: boolean;
  /** For PUT, the primary key values in the URL. */
  keys: [string, string][] | null;
};

/**
 * Composes an insert of the body's rows. If the request specifies a conflict resolution, composes an upsert.
 */
export function insertSql(statement: Statement, target: Source, relation: Relation, insertion: Insertion) {
  const { body, columns, preferences, countsInserted, keys } = insertion;
  const written = getWrittenColumns(target, columns, body, preferences);
  const rows = payloadSql(statement, written, body, preferences);
  const conditions = (keys ?? []).map(([name, value]) => {
    const type = relation.columns.get(name)?.type.base ?? 'text';
    return written.some((column) => column.name === name)
      ? `p.${quote(name)} = ${statement.typed(value, type)}`
      : 'false';
  });
  if (countsInserted) conditions.push(COUNT_UP);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const names = written.length === 0 ? '' : ` (${written.map(({ name }) => quote(name)).join(', ')})`;
  const insert = `insert into ${relation.sql} as ${target.alias}${names} select ${rows.list} from ${rows.from}${where}`;
  return insert + conflictSql(relation, written, insertion);
}

const COUNT = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`;
const COUNT_UP = `set_config('pgrst.inserted', (${COUNT} + 1)::text, true) <> ''`;
const COUNT_DOWN = `set_config('pgrst.inserted', (${COUNT} - 1)::text, true) <> ''`;

function conflictSql(relation: Relation, written: Column[], insertion: Insertion): string {
  const { query, preferences, keys, countsInserted } = insertion;
  const resolution = keys ? 'merge-duplicates' : preferences.resolution;
  const key = query.onConflict?.length ? query.onConflict : relation.primaryKey;
  if (resolution === null || key.length === 0) return '';
  const unknown = key.find((name) => !relation.columns.has(name));
  if (unknown !== undefined) throw unknownColumn(relation.name, unknown, relation.columns.keys());
  const conflict = ` on conflict (${key.map(quote).join(', ')})`;
  if (resolution === 'ignore-duplicates' || written.length === 0) return `${conflict} do nothing`;
  const assignments = written.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`);
  return `${conflict} do update set ${assignments.join(', ')}${countsInserted ? ` where ${COUNT_DOWN}` : ''}`;
}

/** Composes an update with the values of the body's single object. */
export function updateSql(
  statement: Statement,
  target: Source,
  body: BodyShape,
  columns: string[],
  preferences: Preferences,
  conditions: string[],
): string {
  const written = getWrittenColumns(target, columns, body, preferences);
  const from = target.relation?.sql ?? '';
  // If there are no columns to set, the update has no effect.
  if (written.length === 0) {
    const [first = quote('')] = [...target.columns.keys()].map(quote);
    return `update ${from} as ${target.alias} set ${first} = default where false`;
  }
  const rows = payloadSql(statement, written, { ...body, list: false }, preferences, body.list);
  const assignments = written.map(({ name }) => `${quote(name)} = p.${quote(name)}`);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `update ${from} as ${target.alias} set ${assignments.join(', ')} from (select ${rows.named} from ${rows.from}) as p${where}`;
}

/**
 * Returns the columns to write. If the request prefers `missing=default`, omits columns that are missing in
 * every row, so that they get their defaults.
 */
function getWrittenColumns(target: Source, names: string[], body: BodyShape, preferences: Preferences) {
  const written = preferences.missingIsDefault ? names.filter((name) => body.keys.includes(name)) : names;
  return written.flatMap((name) => target.columns.get(name) ?? []);
}

type Payload = { list: string; named: string; from: string };

/**
 * Composes the rows of the body as `p`. `list` contains the values to write, and `named` contains the same
 * values as named columns.
 */
function payloadSql(
  statement: Statement,
  written: Column[],
  body: BodyShape,
  preferences: Preferences,
  firstOfList = false,
): Payload {
  const json = `${statement.text(BODY)}::json${firstOfList ? ' -> 0' : ''}`;
  if (written.length === 0)
    return {
      list: '',
      named: '',
      from: body.list ? `json_array_elements(${json}) as p` : '(values (1)) as p',
    };
  const shape = written.map(({ name, type }) => `${quote(name)} ${type.sql}`).join(', ');
  const incomplete = preferences.missingIsDefault && written.some(({ name }) => body.sometimes.has(name));
  const values = written.map((column) => {
    const value = `p.${quote(column.name)}`;
    if (!incomplete || column.default === null || !body.sometimes.has(column.name)) return value;
    const missing = `e.value -> ${statement.text(column.name)} is null`;
    return `case when ${missing} then e.${quote(`default of ${column.name}`)} else ${value} end`;
  });
  const records = body.list ? 'json_to_recordset' : 'json_to_record';
  const from = incomplete
    ? `(select ${['value', ...getDefaults(written, body)].join(', ')} from json_array_elements(${json}) as value) as e cross join lateral json_to_record(e.value) as p(${shape})`
    : `${records}(${json}) as p(${shape})`;
  const named = written.map(({ name }, index) => `${values[index]} as ${quote(name)}`);
  return { list: values.join(', '), named: named.join(', '), from };
}

/**
 * Returns the defaults of columns that are missing in some rows. They are evaluated for every row, as in
 * PostgREST, so that sequences advance the same way.
 */
function getDefaults(written: readonly Column[], { sometimes }: BodyShape): string[] {
  return written.flatMap(({ name, default: value }) =>
    value !== null && sometimes.has(name) ? [`${value} as ${quote(`default of ${name}`)}`] : [],
  );
}
