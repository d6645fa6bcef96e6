import { formatArray } from '../../lib/sql-text.ts';
import type { Comparison } from '../parse/filter.ts';
import { malformed, RestError } from '../rest-error.ts';
import type { Type } from '../schema/schema.ts';
import type { Operand } from './source.ts';
import type { Statement } from './statement.ts';

/** SQL operators that take one right-hand operand, keyed by their names in filters. */
const OPERATORS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const SEARCHES: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const STATES: Record<string, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

/**
 * Composes a comparison as an SQL condition. The filter's value is passed as a parameter with the operand's
 * type.
 */
export function composeComparison(statement: Statement, operand: Operand, comparison: Comparison): string {
  const condition = compose(statement, operand, comparison);
  return comparison.not ? `not (${condition})` : condition;
}

function compose(statement: Statement, operand: Operand, comparison: Comparison): string {
  const { operator, modifier, value } = comparison;
  if (Array.isArray(value)) return composeIn(statement, operand, value);
  if (operator === 'is') return `${operand.sql} ${getState(value)}`;
  const search = SEARCHES[operator];
  if (search) return composeSearch(statement, operand, search, modifier, value);
  const symbol = OPERATORS[operator];
  if (!symbol) throw malformed(`unknown operator ${operator}`);
  const isPattern = operator === 'like' || operator === 'ilike';
  const asText = isPattern || operator === 'match' || operator === 'imatch';
  const text = isPattern ? getPattern(value) : value;
  const type = asText || operand.type.shape === 'text' ? null : operand.type.base;
  if (modifier === null) return `${operand.sql} ${symbol} ${cast(statement, text, type)}`;
  const list = type === null ? TEXT_ARRAY : getArray(operand.type);
  return `${operand.sql} ${symbol} ${modifier} (${statement.typed(text, list)})`;
}

const TEXT_ARRAY = '"pg_catalog"."_text"';

function cast(statement: Statement, value: string, type: string | null): string {
  return type === null ? statement.text(value) : statement.typed(value, type);
}

/** Converts a pattern from a URL, where an asterisk is used instead of the percent sign. */
export const getPattern = (value: string): string => value.replaceAll('*', '%');

function getState(value: string): string {
  const state = Object.hasOwn(STATES, value.toLowerCase()) ? STATES[value.toLowerCase()] : undefined;
  if (!state)
    throw malformed(
      `"failed to parse filter (is.${value.slice(0, 50)})"`,
      'expecting null, not_null, true, false or unknown',
    );
  return state;
}

/**
 * Composes the `in` operator. All values share one list parameter. Array columns need a separate parameter
 * for each value.
 */
function composeIn(statement: Statement, { sql, type }: Operand, values: string[]): string {
  if (type.shape === 'array') {
    if (values.length === 0) return 'false';
    return `${sql} in (${values.map((value) => statement.typed(value, type.base)).join(', ')})`;
  }
  const list = type.shape === 'text' ? TEXT_ARRAY : getArray(type);
  return `${sql} = any (${statement.typed(formatArray(values), list)})`;
}

/**
 * Returns the SQL name of a type's array type. A domain's values are compared as its base type, so for a
 * domain, returns the base type's name with brackets.
 */
function getArray({ name, sql, base, array }: Type): string {
  if (array === null) throw new RestError(400, '42704', `could not find array type for data type ${name}`);
  return base === sql ? array : `${base}[]`;
}

function composeSearch(
  statement: Statement,
  { sql, type }: Operand,
  search: string,
  language: string | null,
  value: string,
): string {
  const configuration = language === null ? '' : `${statement.typed(language, 'regconfig')}, `;
  const isVector = type.shape === 'tsvector';
  const vector = isVector ? sql : `to_tsvector(${configuration}${sql})`;
  return `${vector} @@ ${search}(${configuration}${statement.text(value)})`;
}
