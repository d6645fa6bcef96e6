import type { Field } from '../parse/field.ts';
import type { Condition } from '../parse/filter.ts';
import { getPath, type Query } from '../parse/query.ts';
import type { EmbedItem, SelectItem } from '../parse/select.ts';
import { RestError } from '../rest-error.ts';
import { findRelationship } from '../schema/find-relationship.ts';
import type { Relationship } from '../schema/relationships.ts';
import type { Schema } from '../schema/schema.ts';
import { composeComparison } from './filter.ts';
import { columnSql, fieldOperand, relationSource, rowSql, type Source } from './source.ts';
import type { Statement } from './statement.ts';

/** The state of a statement while it is composed. */
export type Composition = {
  schema: Schema;
  statement: Statement;
  query: Query;
  /** The maximum number of rows in each list of the response; null if writes return all written rows. */
  maxRows: number | null;
  /** The query paths that refer to an existing resource. */
  known: Set<string>;
};

/** A selected resource, and the query paths that refer to it. */
export type Branch = { items: SelectItem[]; paths: string[] };

export const ROOT_PATHS = [''];

export type Related = ReturnType<typeof resolveEmbed>;

/** Resolves an embedded resource from its parent, and returns the join conditions. */
export function resolveEmbed(composition: Composition, parent: Source, item: EmbedItem, paths: string[]) {
  const { schema, statement } = composition;
  if (!parent.relation) throw noRelationships(parent, item);
  const relationship = findRelationship(schema, parent.relation, item);
  const names = new Set([item.alias ?? item.target, item.target]);
  const own = paths.flatMap((path) => [...names].map((name) => getPath(path, name)));
  for (const path of own) composition.known.add(path);
  const branch = { items: item.items, paths: own };
  const depth = (own[0] ?? '').split('\u0000').length - 1;
  const source = { ...relationSource(relationship.to, statement.alias(), depth), parent };
  checkRepeats(schema, relationship, source, item);
  const { routine, junction, pairs } = relationship;
  const related = { relationship, source, branch };
  // A function that takes a row returns a row of nulls if it finds nothing. The response includes that row.
  if (routine) return { ...related, from: `${routine.sql}(${rowSql(parent)}) as ${source.alias}`, join: [] };
  const target = `${relationship.to.sql} as ${source.alias}`;
  if (!junction) return { ...related, from: target, join: getJoinConditions(parent, source, pairs) };
  const between = relationSource(junction.relation, statement.alias());
  return {
    ...related,
    from: `${target} cross join ${junction.relation.sql} as ${between.alias}`,
    join: [
      ...getJoinConditions(between, parent, junction.from.pairs),
      ...getJoinConditions(between, source, junction.to.pairs),
    ],
  };
}

/**
 * Refuses a query that nests lists in rows of the same relation more times than the operator allows. Each
 * level multiplies the size of the response.
 */
function checkRepeats({ rules }: Schema, { to, toOne }: Relationship, { parent }: Source, item: EmbedItem) {
  if (toOne) return;
  let repeats = 0;
  for (let above = parent; above; above = above.parent) if (above.relation?.oid === to.oid) repeats += 1;
  if (repeats > rules.repeatedEmbeds)
    throw new RestError(400, '54001', `'${item.target}' is embedded within itself too many times`, {
      details: `'${to.name}' can't be embedded inside '${to.name}' ${formatRepeats(rules.repeatedEmbeds)}.`,
      hint: 'Request the lists separately.',
    });
}

const formatRepeats = (limit: number) =>
  limit === 0 ? 'again' : limit === 1 ? 'more than once' : `more than ${limit} times`;

function getJoinConditions(first: Source, second: Source, pairs: Relationship['pairs']): string[] {
  return pairs.map(([own, theirs]) => `${columnSql(first, own)} = ${columnSql(second, theirs)}`);
}

function noRelationships(parent: Source, { target }: EmbedItem): RestError {
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${parent.name}' and '${target}' in the schema cache`,
  );
}

/** Returns a resource's conditions: its filters, and the existence of each inner embed. */
export function getConditions(composition: Composition, source: Source, branch: Branch): string[] {
  return [...getFilters(composition, source, branch), ...getInner(composition, source, branch)];
}

export function getFilters(composition: Composition, source: Source, branch: Branch): string[] {
  const filters = branch.paths.flatMap((path) => composition.query.conditions.get(path) ?? []);
  return filters.map((condition) => conditionSql(composition, source, branch, condition));
}

export function getInner(composition: Composition, source: Source, branch: Branch): string[] {
  return branch.items.flatMap((item) =>
    item.kind === 'embed' && item.inner
      ? [getExistenceCondition(composition, source, item, branch.paths)]
      : [],
  );
}

function conditionSql(
  composition: Composition,
  source: Source,
  branch: Branch,
  condition: Condition,
): string {
  if (condition.kind === 'group') {
    const parts = condition.conditions.map((part) => conditionSql(composition, source, branch, part));
    return `${condition.not ? 'not ' : ''}(${parts.join(` ${condition.operator} `)})`;
  }
  const { field } = condition;
  const embed = source.columns.has(field.name) ? undefined : findEmbed(branch.items, field.name);
  if (!embed || field.path.length > 0) {
    const operand = fieldOperand(composition.schema, composition.statement, source, field);
    return composeComparison(composition.statement, operand, condition);
  }
  const isNull = condition.operator === 'is' && condition.value === 'null';
  const isNotNull = condition.operator === 'is' && condition.value === 'not_null';
  if (!isNull && !isNotNull)
    throw new RestError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    });
  const isRequired = isNull === condition.not;
  return `${isRequired ? '' : 'not '}${getExistenceCondition(composition, source, embed, branch.paths)}`;
}

export function findEmbed(items: readonly SelectItem[], name: string): EmbedItem | undefined {
  const embeds = items.filter((item) => item.kind === 'embed');
  return embeds.find(({ alias }) => alias === name) ?? embeds.find(({ target }) => target === name);
}

function getExistenceCondition(composition: Composition, parent: Source, item: EmbedItem, paths: string[]) {
  const related = resolveEmbed(composition, parent, item, paths);
  const where = [...related.join, ...getConditions(composition, related.source, related.branch)];
  return `exists (select from ${related.from}${whereSql(where)})`;
}

export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** Returns the order of a resource as SQL, or an empty string if there is none. */
export function orderSql(composition: Composition, source: Source, branch: Branch): string {
  const terms = branch.paths.flatMap((path) => composition.query.order.get(path) ?? []);
  const parts = terms.map(({ field, relation, descending, nulls }) => {
    const { sql } = relation
      ? relatedOperand(composition, source, branch, relation, field)
      : fieldOperand(composition.schema, composition.statement, source, field);
    return `${sql}${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  });
  return parts.length === 0 ? '' : ` order by ${parts.join(', ')}`;
}

function relatedOperand(
  composition: Composition,
  source: Source,
  branch: Branch,
  name: string,
  field: Field,
) {
  const item = findEmbed(branch.items, name);
  if (!item) throw notEmbedded(name);
  const related = resolveEmbed(composition, source, item, branch.paths);
  if (!related.relationship.toOne)
    throw new RestError(400, 'PGRST118', `A related order on '${name}' is not possible`, {
      details: `'${source.relation?.name ?? source.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  const { sql } = fieldOperand(composition.schema, composition.statement, related.source, field);
  const where = [...related.join, ...getConditions(composition, related.source, related.branch)];
  return { sql: `(select ${sql} from ${related.from}${whereSql(where)} limit 1)` };
}

export function getWindow(composition: Composition, branch: Branch) {
  const windows = branch.paths.flatMap((path) => composition.query.windows.get(path) ?? []);
  const limits = [composition.maxRows, ...windows.map(({ limit }) => limit)].filter(
    (limit) => limit !== null,
  );
  return {
    limit: limits.length === 0 ? null : Math.min(...limits),
    offset: Math.max(0, ...windows.map(({ offset }) => offset)),
  };
}

export function windowSql(composition: Composition, branch: Branch): string {
  const { limit, offset } = getWindow(composition, branch);
  const { statement } = composition;
  // The limit is a literal, so that the planner can use it for all requests of this shape.
  const limitSql = limit === null ? '' : ` limit ${BigInt(limit)}`;
  return offset === 0 ? limitSql : `${limitSql} offset ${statement.typed(String(offset), 'int8')}`;
}

/** Refuses queries that refer to a resource that is not embedded (PGRST108). */
export function checkPaths({ query, known }: Composition): void {
  for (const path of [...query.conditions.keys(), ...query.order.keys(), ...query.windows.keys()]) {
    if (path !== '' && !known.has(path)) throw notEmbedded(path.split('\u0000').at(-2) ?? '');
  }
}

const notEmbedded = (name: string): RestError =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
