import { quote } from '../../lib/sql-text.ts';
import type { Query } from '../parse/query.ts';
import type { BodyShape } from '../parse/request-body.ts';
import type { ParsedRequest } from '../parse/target.ts';
import type { Plan } from '../plan/plan.ts';
import { malformed, RestError } from '../rest-error.ts';
import type { Relation, Schema } from '../schema/schema.ts';
import { insertSql, updateSql } from './payload.ts';
import { startComposition } from './read.ts';
import { affectedGuard, type Body, putGuard, replySql, singleGuard } from './reply.ts';
import { selectSql } from './select.ts';
import { relationSource, type Source } from './source.ts';
import { type Composition, checkPaths, getFilters, getInner, ROOT_PATHS, whereSql } from './tree.ts';

const KINDS = { POST: 'insert', PATCH: 'update', DELETE: 'delete', PUT: 'put' } as const;
type WriteKind = (typeof KINDS)[keyof typeof KINDS];

/** Composes a POST, PATCH, PUT, or DELETE request for a relation. `body` is null if there is none. */
export function composeWrite(
  schema: Schema,
  relation: Relation,
  request: ParsedRequest,
  query: Query,
  body: BodyShape | null,
): Plan {
  const kind = KINDS[request.method as keyof typeof KINDS];
  const composition = startComposition(schema, query, null);
  const { statement } = composition;
  const { preferences } = request;
  const target = relationSource(relation, statement.alias());
  const changed: Source = { ...relationSource(relation, statement.alias()), needed: new Set() };
  const location = kind === 'insert' && preferences.return === 'headers-only' ? relation.primaryKey : [];
  const page = getPage(composition, request, changed, location);
  const countsInserted =
    kind === 'put' || (kind === 'insert' && preferences.resolution === 'merge-duplicates');
  const write = writeSql(composition, target, request, kind, body, countsInserted);
  const returned = [...(changed.needed ?? [])].map((name) => `${target.alias}.${quote(name)}`);
  const affected = `(select count(*) from changed)`;
  const sql = replySql(composition, request, {
    before: [`changed as (${write} returning ${returned.join(', ') || '1'})`],
    page,
    body: replyBody(request, location),
    stripped: request.media.stripped,
    total: affected,
    inserted: countsInserted ? `nullif(current_setting('pgrst.inserted', true), '')::int` : 'null',
    guards: getGuards(composition, request, kind, affected),
  });
  checkPaths(composition);
  return {
    schema,
    request,
    sql,
    parameters: statement.parameters,
    readOnly: false,
    window: { limit: null, offset: 0 },
    kind,
    contentType: preferences.return === 'representation' ? request.media.contentType : null,
    location: location.length > 0 ? { path: relation.name, columns: location } : null,
  };
}

/** Returns the rows in the response to a write. Records the columns that these rows need. */
function getPage(composition: Composition, request: ParsedRequest, changed: Source, location: string[]) {
  const from = `changed as ${changed.alias}`;
  const branch = { items: composition.query.select, paths: ROOT_PATHS };
  if (request.preferences.return === 'representation') {
    return selectSql(composition, changed, {
      from,
      // Filters select the rows to change. Inner embeds select the rows to return.
      join: getInner(composition, changed, branch),
      branch,
      listed: request.media.form === 'csv',
      filtered: false,
    });
  }
  const keys = location.map((name) => {
    changed.needed?.add(name);
    return `${changed.alias}.${quote(name)}::text as ${quote(name)}`;
  });
  // The response has no rows, so its embedded resources are not composed. Filters can still refer to them.
  for (const item of branch.items)
    if (item.kind === 'embed') composition.known.add(`${item.alias ?? item.target}\u0000`);
  return { sql: `select ${keys.join(', ')} from ${from}`, names: location, aggregates: new Map() };
}

function replyBody({ preferences, media }: ParsedRequest, location: string[]): Body {
  if (preferences.return === 'representation') return media.form;
  return location.length > 0 ? 'array' : 'empty';
}

function getGuards({ statement }: Composition, request: ParsedRequest, kind: WriteKind, affected: string) {
  const { preferences, media } = request;
  const guards: string[] = [];
  if (kind === 'put') guards.push(putGuard(affected));
  if (preferences.maxAffected !== null && (kind === 'update' || kind === 'delete'))
    guards.push(affectedGuard(statement, preferences.maxAffected, affected));
  if (media.form === 'object' && preferences.return === 'representation') guards.push(singleGuard());
  return guards;
}

function writeSql(
  composition: Composition,
  target: Source,
  request: ParsedRequest,
  kind: WriteKind,
  body: BodyShape | null,
  countsInserted: boolean,
): string {
  const { statement, query } = composition;
  const relation = target.relation;
  if (!relation) throw new TypeError('a write needs a relation');
  const branch = { items: query.select, paths: ROOT_PATHS };
  if (kind === 'delete')
    return `delete from ${relation.sql} as ${target.alias}${whereSql(getFilters(composition, target, branch))}`;
  if (!body) throw new TypeError('a write needs a body');
  const columns = getColumns(relation, query, body);
  if (kind === 'update')
    return updateSql(
      statement,
      target,
      body,
      columns,
      request.preferences,
      getFilters(composition, target, branch),
    );
  const keys = kind === 'put' ? putKeys(relation, query) : null;
  return insertSql(statement, target, relation, {
    body,
    columns,
    query,
    preferences: request.preferences,
    countsInserted,
    keys,
  });
}

/** Returns the columns that a body writes. Throws PGRST204 for unknown columns. */
function getColumns(relation: Relation, query: Query, body: BodyShape): string[] {
  if (!body.objects) throw new RestError(400, 'PGRST102', 'The body must be an object or a list of objects');
  if (query.columns === null && body.sometimes.size > 0)
    throw new RestError(400, 'PGRST102', 'All object keys must match');
  const columns = query.columns ?? body.keys;
  const unknown = columns.find((name) => !relation.columns.has(name));
  if (unknown !== undefined)
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${unknown}' column of '${relation.name}' in the schema cache`,
    );
  return columns;
}

/**
 * Returns the key columns and values in the filters of a PUT. Throws PGRST105 unless the filters are exactly
 * the primary key columns with eq.
 */
function putKeys(relation: Relation, query: Query): [string, string][] {
  if (query.windows.size > 0)
    throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');
  const filters = query.conditions.get('') ?? [];
  const keys = filters.map((filter): [string, string] => {
    const isEqual =
      filter.kind === 'comparison' && filter.operator === 'eq' && !filter.not && !filter.modifier;
    if (!isEqual || filter.field.path.length > 0 || typeof filter.value !== 'string') throw createNotTheKey();
    return [filter.field.name, filter.value];
  });
  const names = new Set(keys.map(([name]) => name));
  const isKey =
    names.size === relation.primaryKey.length && relation.primaryKey.every((name) => names.has(name));
  if (keys.length === 0 || names.size !== keys.length || !isKey) throw createNotTheKey();
  if (query.conditions.size > 1) throw malformed('PUT does not support filters on embedded resources');
  return keys;
}

const createNotTheKey = (): RestError =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators");
