import { quote } from '../../lib/sql-text.ts';
import type { Field } from '../parse/field.ts';
import { unknownColumn } from '../rest-error.ts';
import type { Column, Relation, Schema, Type } from '../schema/schema.ts';
import type { Statement } from './statement.ts';

/** A source of rows with an alias: a relation, a function's result, or the rows of a write. */
export type Source = {
  /** The name to use in error messages. */
  name: string;
  alias: string;
  relation: Relation | null;
  columns: Map<string, Column>;
  /** For changed rows, the columns that the statement needs; null if all columns are available. */
  needed: Set<string> | null;
  /** The source in which this source is embedded. */
  parent?: Source;
};

export type Operand = { sql: string; type: Type };

/** Returns a relation as a source. The name of an embedded relation includes its depth, as in `authors_1`. */
export function relationSource(relation: Relation, alias: string, depth = 0): Source {
  const name = depth === 0 ? relation.name : `${relation.name}_${depth}`;
  return { name, alias, relation, columns: relation.columns, needed: null };
}

export function columnSql(source: Source, name: string): string {
  source.needed?.add(name);
  return `${source.alias}.${quote(name)}`;
}

/** Returns all columns of a source as a select list. */
export function starSql(source: Source): string {
  for (const name of source.needed ? source.columns.keys() : []) source.needed?.add(name);
  return `${source.alias}.*`;
}

/** Returns SQL for a whole row that can be passed to a function. */
export function rowSql(source: Source): string {
  if (!source.needed || !source.relation) return `${source.alias}.*`;
  const columns = [...source.columns.keys()].map((name) => columnSql(source, name));
  return `row(${columns.join(', ')})::${source.relation.sql}`;
}

/** Returns a column or computed column by name, or null if the source has neither. */
export function columnOperand(schema: Schema, source: Source, name: string): Operand | null {
  const column = source.columns.get(name);
  if (column) return { sql: columnSql(source, name), type: column.type };
  const routine = source.relation ? schema.computed.get(source.relation.oid)?.get(name) : undefined;
  if (routine?.result !== 'value' || routine.set) return null;
  return { sql: `${routine.sql}(${rowSql(source)})`, type: routine.type };
}

/** Returns a field with its JSON path as an operand. Throws 42703 for an unknown column. */
export function fieldOperand(schema: Schema, statement: Statement, source: Source, field: Field): Operand {
  const operand = columnOperand(schema, source, field.name);
  if (!operand) throw unknownColumn(source.name, field.name, source.columns.keys());
  if (field.path.length === 0) return operand;
  const isJson = operand.type.shape === 'json' || operand.type.shape === 'jsonb';
  let sql = isJson ? operand.sql : `to_jsonb(${operand.sql})`;
  let type = isJson ? operand.type : (schema.casts.get('jsonb') ?? operand.type);
  for (const { key, asText } of field.path) {
    const step = typeof key === 'number' ? statement.typed(String(key), 'int4') : statement.text(key);
    sql = `(${sql} ${asText ? '->>' : '->'} ${step})`;
    if (asText) type = schema.casts.get('text') ?? type;
  }
  return { sql, type };
}
