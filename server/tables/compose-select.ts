import {
  type Branch,
  type Composition,
  conditionsOf,
  orderSql,
  type Related,
  relate,
  whereSql,
  windowSql,
} from './compose-tree.ts';
import { quoted } from './identifier.ts';
import type { EmbedItem, FieldItem, SelectItem } from './parse-select.ts';
import { RestError } from './rest-error.ts';
import type { Type } from './schema.ts';
import { columnOperand, columnSql, fieldOperand, type Source, starSql } from './source.ts';

/** A value of a select list, with the name it has in the response; a star brings its own names. */
type Term = { sql: string; name: string | null; aggregate?: boolean };

/** What a resource is read with; `names` is null when a star stands for columns whose names are not listed. */
export type Selection = { sql: string; names: string[] | null };

/** How a select list is written: `listed` names every column, where a star would not do. */
type Listing = {
  composition: Composition;
  source: Source;
  branch: Branch;
  grouped: boolean;
  listed: boolean;
};

/**
 * The rows of a resource as a select statement: filters, order and window of the query included.
 * `from` and `join` bring the source; with `listed`, stars are written out as names.
 */
export function selectSql(
  composition: Composition,
  source: Source,
  { from, join, branch, listed = false, filtered = true }: SelectParts,
): Selection {
  const grouped = branch.items.some(
    (item) => item.kind === 'field' && isAggregate(composition, source, item),
  );
  const listing = { composition, source, branch, grouped, listed: listed || grouped };
  const joins: string[] = [];
  const terms = branch.items.flatMap((item) => termsOf(listing, item, joins));
  const list = terms.map(({ sql, name }) => (name === null ? sql : `${sql} as ${quoted(name)}`));
  const names = terms.flatMap(({ name }) => name ?? []);
  const where = filtered ? [...join, ...conditionsOf(composition, source, branch)] : join;
  const keys = terms.flatMap(({ aggregate }, index) => (aggregate ? [] : [String(index + 1)]));
  const group = grouped && keys.length > 0 ? ` group by ${keys.join(', ')}` : '';
  const tail = orderSql(composition, source, branch) + windowSql(composition, branch);
  return {
    sql: `select ${list.join(', ')} from ${from}${joins.join('')}${whereSql(where)}${group}${tail}`,
    names: names.length < terms.length ? null : names,
  };
}

export type SelectParts = {
  from: string;
  join: string[];
  branch: Branch;
  listed?: boolean;
  /** Whether the query's filters on this resource apply here: a write has applied them already. */
  filtered?: boolean;
};

function termsOf(listing: Listing, item: SelectItem, joins: string[]): Term[] {
  const { source } = listing;
  if (item.kind === 'field') return [fieldTerm(listing, item)];
  if (item.kind === 'embed') return embedTerms(listing, item, joins);
  if (!listing.listed || source.columns.size === 0) return [{ sql: starSql(source), name: null }];
  return [...source.columns.keys()].map((name) => ({ sql: columnSql(source, name), name }));
}

function isAggregate({ schema }: Composition, source: Source, item: FieldItem): boolean {
  return item.aggregate !== null || isBareCount(item, () => columnOperand(schema, source, 'count') !== null);
}

/** `count` without parentheses counts rows, as it did before aggregates had them, unless it is a column. */
function isBareCount({ field }: FieldItem, isColumn: () => boolean): boolean {
  return field !== null && field.name === 'count' && field.path.length === 0 && !isColumn();
}

function fieldTerm({ composition, source }: Listing, item: FieldItem): Term {
  const { schema, statement } = composition;
  const { field, aggregate } = item;
  const isColumn = () => columnOperand(schema, source, 'count') !== null;
  if (field === null || (!aggregate && isBareCount(item, isColumn))) {
    const sql = castSql(composition, 'count(*)', item.aggregateCast);
    return { sql, name: item.alias ?? 'count', aggregate: true };
  }
  const operand = castSql(composition, fieldOperand(schema, statement, source, field).sql, item.cast);
  if (aggregate) {
    const sql = castSql(composition, `${aggregate}(${operand})`, item.aggregateCast);
    return { sql, name: item.alias ?? aggregate, aggregate: true };
  }
  const key = field.path.findLast(({ key }) => typeof key === 'string')?.key;
  return { sql: operand, name: item.alias ?? (typeof key === 'string' ? key : field.name) };
}

function castSql({ schema }: Composition, sql: string, cast: string | null): string {
  if (cast === null) return sql;
  const type: Type | undefined = schema.casts.get(cast.toLowerCase().replace(/ +/g, ' '));
  if (!type) throw new RestError(400, '42704', `type "${cast}" does not exist`);
  return `(${sql})::${type.sql}`;
}

function embedTerms(listing: Listing, item: EmbedItem, joins: string[]): Term[] {
  const { composition, source, branch, grouped } = listing;
  const related = relate(composition, source, item, branch.paths);
  const { toOne } = related.relationship;
  const name = item.alias ?? item.target;
  const child = childSelection(composition, related, item);
  if (item.spread) return spreadTerms(listing, related, child, joins);
  // Embedding nothing only filters.
  if (item.items.length === 0) return [];
  const rows = composition.statement.alias();
  // JSON has no equality to group by; jsonb has.
  const json = grouped ? '::jsonb' : '';
  if (toOne) {
    joins.push(` left join lateral (${child.sql}) as ${rows} on true`);
    return [{ sql: `row_to_json(${rows}.*)${json}`, name }];
  }
  const list = `select coalesce(json_agg(${rows}.*), '[]')${json} from (${child.sql}) as ${rows}`;
  return [{ sql: `(${list})`, name }];
}

function childSelection(composition: Composition, related: Related, item: EmbedItem): Selection {
  const { source, from, join, branch, relationship } = related;
  const inner: Composition = relationship.toOne ? { ...composition, maxRows: null } : composition;
  if (item.items.length === 0 && !item.spread) return { sql: '', names: [] };
  return selectSql(inner, source, { from, join, branch, listed: item.spread });
}

/** The columns of a to-one resource stand among its parent's; those of a to-many one as lists. */
function spreadTerms(listing: Listing, related: Related, child: Selection, joins: string[]): Term[] {
  const { composition, grouped } = listing;
  const { source, branch, relationship } = related;
  if (branch.items.some((item) => item.kind === 'field' && isAggregate(composition, source, item)))
    throw new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for spread resources',
    });
  const rows = composition.statement.alias();
  const names = child.names ?? [];
  if (relationship.toOne) {
    joins.push(` left join lateral (${child.sql}) as ${rows} on true`);
    return names.map((name) => ({ sql: `${rows}.${quoted(name)}`, name }));
  }
  const lists = composition.statement.alias();
  const json = grouped ? '::jsonb' : '';
  const aggregated = names.map((name) => `json_agg(${rows}.${quoted(name)})${json} as ${quoted(name)}`);
  joins.push(
    ` cross join lateral (select ${aggregated.join(', ')} from (${child.sql}) as ${rows}) as ${lists}`,
  );
  return names.map((name) => ({ sql: `coalesce(${lists}.${quoted(name)}, '[]')`, name }));
}
