import { quote } from '../../lib/sql-text.ts';
import type { EmbedItem, FieldItem, SelectItem } from '../parse/select.ts';
import { RestError } from '../rest-error.ts';
import { findRelationship } from '../schema/find-relationship.ts';
import type { Type } from '../schema/schema.ts';
import { columnOperand, columnSql, fieldOperand, relationSource, type Source, starSql } from './source.ts';
import {
  type Branch,
  type Composition,
  getConditions,
  orderSql,
  type Related,
  resolveEmbed,
  whereSql,
  windowSql,
} from './tree.ts';

/**
 * A selected value with its name in the response. The name is null for a star, because a star selects
 * several columns. `aggregate` allows an outer resource to aggregate a spread value.
 */
type Term = { sql: string; name: string | null; aggregate?: Aggregation };
type Aggregation = { operand: string; over(operand: string): string };

/** The selected columns of a resource. `names` is null if a star hides the names of columns. */
export type Selection = { sql: string; names: string[] | null; aggregates: Map<string, Aggregation> };

/** The context of a select list. If `listed` is true, the list names every column instead of using a star. */
type Listing = {
  composition: Composition;
  source: Source;
  branch: Branch;
  grouped: boolean;
  listed: boolean;
};

/**
 * Composes a select statement for the rows of a resource with the query's filters, order, and page. `from`
 * and `join` provide the source. If `listed` is true, expands stars.
 */
export function selectSql(
  composition: Composition,
  source: Source,
  { from, join, branch, listed = false, filtered = true, spread = null }: SelectParts,
): Selection {
  checkNames(source, branch);
  const grouped = spread !== 'one' && aggregates(composition, source, branch.items);
  const listing = { composition, source, branch, grouped, listed: listed || grouped || spread !== null };
  const joins: string[] = [];
  const written = branch.items.flatMap((item) => getTerms(listing, item, joins));
  const hoisted = new Map<string, Aggregation>();
  const own = spread === 'one' ? written.map((term) => hoist(composition, term, hoisted)) : written;
  const terms = spread === null ? own : own.filter(isFirstOfName);
  const list = terms.map(({ sql, name }) => (name === null ? sql : `${sql} as ${quote(name)}`));
  const names = terms.flatMap(({ name }) => name ?? []);
  const where = filtered ? [...join, ...getConditions(composition, source, branch)] : join;
  const keys = terms.flatMap(({ aggregate }, index) => (aggregate ? [] : [String(index + 1)]));
  const group = grouped && keys.length > 0 ? ` group by ${keys.join(', ')}` : '';
  const tail = orderSql(composition, source, branch) + windowSql(composition, branch);
  return {
    sql: `select ${list.join(', ')} from ${from}${joins.join('')}${whereSql(where)}${group}${tail}`,
    names: names.length < terms.length ? null : names,
    aggregates: hoisted,
  };
}

/** Gives an aggregate a unique name, so that the outer resource can aggregate it. */
function hoist({ statement }: Composition, term: Term, hoisted: Map<string, Aggregation>): Term {
  if (!term.aggregate || term.name === null) return term;
  const column = `${term.name} ${statement.alias()}`;
  hoisted.set(column, { operand: term.name, over: term.aggregate.over });
  return { sql: term.aggregate.operand, name: column };
}

/**
 * Spread columns are referenced by name, so only the first of several columns with the same name can be used.
 */
function isFirstOfName({ name }: Term, index: number, terms: readonly Term[]): boolean {
  return terms.findIndex((term) => term.name === name) === index;
}

/** Throws PostgreSQL's 42712 if two embeds in a resource have the same name. */
function checkNames(source: Source, { items, paths }: Branch): void {
  const seen = new Set<string>();
  const depth = (paths[0] ?? '').split('\u0000').length;
  for (const item of items) {
    if (item.kind !== 'embed' || item.spread || item.items.length === 0) continue;
    const name = item.alias ?? item.target;
    const shown = `${source.relation?.name ?? source.name}_${name}_${depth}`;
    if (seen.has(name)) throw new RestError(400, '42712', `table name "${shown}" specified more than once`);
    seen.add(name);
  }
}

export type SelectParts = {
  from: string;
  join: string[];
  branch: Branch;
  listed?: boolean;
  /** True if the query's filters apply here. A write has already applied them. */
  filtered?: boolean;
  /**
   * Set if the columns are spread into the outer resource: `one` for a to-one resource, whose aggregates the
   * outer resource computes, or `many` for a to-many resource.
   */
  spread?: 'one' | 'many' | null;
};

function getTerms(listing: Listing, item: SelectItem, joins: string[]): Term[] {
  const { source } = listing;
  if (item.kind === 'field') return [fieldTerm(listing, item)];
  if (item.kind === 'embed') return embedTerms(listing, item, joins);
  if (!listing.listed || source.columns.size === 0) return [{ sql: starSql(source), name: null }];
  return [...source.columns.keys()].map((name) => ({ sql: columnSql(source, name), name }));
}

/**
 * Returns true if a resource is grouped, because it or a to-one resource spread into it contains an
 * aggregate.
 */
function aggregates(composition: Composition, source: Source, items: readonly SelectItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'field') return isAggregate(composition, source, item);
    if (item.kind !== 'embed' || !item.spread || !source.relation) return false;
    const { to, toOne } = findRelationship(composition.schema, source.relation, item);
    return toOne && aggregates(composition, relationSource(to, ''), item.items);
  });
}

function isAggregate({ schema }: Composition, source: Source, item: FieldItem): boolean {
  return item.aggregate !== null || isBareCount(item, () => columnOperand(schema, source, 'count') !== null);
}

/** `count` without parentheses counts rows, as in older versions, unless it is a column. */
function isBareCount({ field }: FieldItem, isColumn: () => boolean): boolean {
  return field !== null && field.name === 'count' && field.path.length === 0 && !isColumn();
}

function fieldTerm({ composition, source }: Listing, item: FieldItem): Term {
  const { schema, statement } = composition;
  const { field, aggregate } = item;
  if (aggregate !== null && !schema.rules.aggregates)
    throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
  const isColumn = () => columnOperand(schema, source, 'count') !== null;
  if (field === null || (!aggregate && isBareCount(item, isColumn))) {
    const over = (rows: string) => castSql(composition, `count(${rows})`, item.aggregateCast);
    return { sql: over('*'), name: item.alias ?? 'count', aggregate: { operand: 'true', over } };
  }
  const operand = castSql(composition, fieldOperand(schema, statement, source, field).sql, item.cast);
  if (aggregate) {
    const over = (values: string) => castSql(composition, `${aggregate}(${values})`, item.aggregateCast);
    return { sql: over(operand), name: item.alias ?? aggregate, aggregate: { operand, over } };
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
  const related = resolveEmbed(composition, source, item, branch.paths);
  const { toOne } = related.relationship;
  const name = item.alias ?? item.target;
  const child = childSelection(composition, related, item);
  if (item.spread) return spreadTerms(listing, related, child, joins);
  // An embed that selects no columns only filters rows.
  if (item.items.length === 0) return [];
  const rows = composition.statement.alias();
  // Groups by jsonb, because json has no equality.
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
  if (item.items.length === 0 && !item.spread) return { sql: '', names: [], aggregates: new Map() };
  const spread = item.spread ? (relationship.toOne ? 'one' : 'many') : null;
  return selectSql(inner, source, { from, join, branch, spread });
}

/**
 * The columns of a spread to-one resource become columns of its parent. The columns of a spread to-many
 * resource become lists.
 */
function spreadTerms(listing: Listing, related: Related, child: Selection, joins: string[]): Term[] {
  const { composition, grouped } = listing;
  const { source, branch, relationship } = related;
  if (!relationship.toOne && aggregates(composition, source, branch.items))
    throw new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    });
  const rows = composition.statement.alias();
  const names = child.names ?? [];
  if (relationship.toOne) {
    joins.push(` left join lateral (${child.sql}) as ${rows} on true`);
    return names.map((column): Term => {
      const operand = `${rows}.${quote(column)}`;
      const hoisted = child.aggregates.get(column);
      if (!hoisted) return { sql: operand, name: column };
      const { operand: name, over } = hoisted;
      return { sql: over(operand), name, aggregate: { operand, over } };
    });
  }
  const lists = composition.statement.alias();
  const json = grouped ? '::jsonb' : '';
  const aggregated = names.map((name) => `json_agg(${rows}.${quote(name)})${json} as ${quote(name)}`);
  joins.push(
    ` cross join lateral (select ${aggregated.join(', ')} from (${child.sql}) as ${rows}) as ${lists}`,
  );
  return names.map((name) => ({ sql: `coalesce(${lists}.${quote(name)}, '[]')`, name }));
}
