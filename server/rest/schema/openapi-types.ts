import type { DescribedColumn } from './describe-catalog.ts';
import type { Relationship } from './relationships.ts';
import type { Relation, Type } from './schema.ts';

/** A schema object of OpenAPI 2. */
export type Shape = Record<string, unknown>;

const NUMBERS = /^(int[248]|float[48]|numeric|money)$/;

/**
 * Returns the JSON type of a PostgreSQL type, or an empty object for json and jsonb, which allow any value.
 */
export function getShape({ base, shape }: Type): Shape {
  const name = base.split('"').at(-2) ?? '';
  if (shape === 'array') return { type: 'array', items: { type: getElement(name) } };
  if (shape === 'json' || shape === 'jsonb') return {};
  return { type: getScalar(name) };
}

const getElement = (array: string) => getScalar(array.replace(/^_/, ''));

function getScalar(name: string): string {
  if (NUMBERS.test(name)) return name.startsWith('int') ? 'integer' : 'number';
  return name === 'bool' ? 'boolean' : 'string';
}

/** Describes a column as a property with its type, format, default, and keys. */
export function getProperty(
  relation: Relation,
  name: string,
  described: DescribedColumn,
  keys: readonly Relationship[],
): Shape {
  const column = relation.columns.get(name);
  const notes = [
    ...(relation.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...keys.flatMap(({ holdsKey, to, pairs: [pair, ...more] }) =>
      holdsKey && pair?.[0] === name && more.length === 0
        ? [`This is a Foreign Key to \`${to.name}.${pair[1]}\`.<fk table='${to.name}' column='${pair[1]}'/>`]
        : [],
    ),
  ];
  const note = notes.length === 0 ? null : `Note:\n${notes.join('\n')}`;
  const description = [described.comment, note].filter((text) => text !== null).join('\n\n');
  return {
    ...(column ? getShape(column.type) : {}),
    format: described.type,
    ...(described.longest === null ? {} : { maxLength: described.longest }),
    ...(described.values === null ? {} : { enum: described.values }),
    ...getDefault(column?.default ?? null),
    ...(description === '' ? {} : { description }),
  };
}

/** Describes a column's default. A literal is described by its value, and any other expression by its SQL. */
function getDefault(sql: string | null): Shape {
  if (sql === null) return {};
  const [, text] = /^'((?:[^']|'')*)'::[\w". ()[\]]+$/.exec(sql) ?? [];
  if (text !== undefined) return { default: text.replaceAll("''", "'") };
  if (/^-?\d+(\.\d+)?$/.test(sql)) return { default: Number(sql) };
  if (sql === 'true' || sql === 'false') return { default: sql === 'true' };
  return { default: sql };
}
