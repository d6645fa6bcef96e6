import type { Query } from '../parse/query.ts';
import type { ParsedRequest } from '../parse/target.ts';
import type { Plan } from '../plan/plan.ts';
import type { Relation, Schema } from '../schema/schema.ts';
import { type Body, replySql, singleGuard } from './reply.ts';
import { selectSql } from './select.ts';
import { relationSource, type Source } from './source.ts';
import { Statement } from './statement.ts';
import { type Composition, checkPaths, getConditions, getWindow, ROOT_PATHS, whereSql } from './tree.ts';

/** Starts the composition of a query's statement. If `maxRows` is 0, there is no limit. */
export function startComposition(schema: Schema, query: Query, maxRows: number | null): Composition {
  return { schema, query, statement: new Statement(), maxRows: maxRows || null, known: new Set() };
}

/** Composes a GET or HEAD request for a relation. */
export function composeRead(
  schema: Schema,
  relation: Relation,
  request: ParsedRequest,
  query: Query,
  maxRows: number,
): Plan {
  const composition = startComposition(schema, query, maxRows);
  const source = relationSource(relation, composition.statement.alias());
  return composeRows(composition, request, source, `${relation.sql} as ${source.alias}`, 'read');
}

/**
 * Composes a response with rows of a source, filtered and paged by the query. Counting reads the source
 * again, so the source must be a relation or existing rows.
 */
export function composeRows(
  composition: Composition,
  request: ParsedRequest,
  source: Source,
  from: string,
  kind: 'read' | 'call',
  { before = [], guards = [], body = request.media.form }: RowsOptions = {},
): Plan {
  const { statement, query, schema } = composition;
  const { media, preferences } = request;
  const branch = { items: query.select, paths: ROOT_PATHS };
  const page = selectSql(composition, source, { from, join: [], branch, listed: media.form === 'csv' });
  const counted = () => `from ${from}${whereSql(getConditions(composition, source, branch))}`;
  const window = getWindow(composition, branch);
  const hidden = request.method === 'HEAD' || (kind === 'call' && preferences.return === 'minimal');
  const sql = replySql(composition, request, {
    before,
    page,
    body: hidden ? 'empty' : body,
    stripped: media.stripped,
    total: totalSql(composition, request, window, counted),
    guards: media.form === 'object' ? [...guards, singleGuard()] : guards,
  });
  const estimates = preferences.count === 'planned' || preferences.count === 'estimated';
  const estimate = estimates
    ? `${before.length === 0 ? '' : `with ${before.join(', ')} `}select ${counted()}`
    : null;
  checkPaths(composition);
  return {
    schema,
    request,
    sql,
    parameters: statement.parameters,
    readOnly: true,
    window,
    estimate: estimate && `explain (format json) ${estimate}`,
    countedTo: composition.maxRows,
    kind,
    contentType: hidden ? null : media.contentType,
  };
}

export type RowsOptions = {
  /** Common table expressions that the source uses. */
  before?: string[];
  guards?: string[];
  /** The format of the body, if it differs from the media type's format. */
  body?: Body;
};

/**
 * Composes the SQL for the total number of rows. Counts the rows only if the page doesn't reveal the total.
 */
function totalSql(
  { statement, maxRows }: Composition,
  { preferences }: ParsedRequest,
  { limit, offset }: Plan['window'],
  counted: () => string,
): string {
  if (preferences.count === 'exact') {
    const all = `(select count(*) ${counted()})`;
    if (limit === null && offset === 0) return 'count(*)';
    const skipped = statement.typed(String(offset), 'int8');
    const full = limit === null ? 'false' : `count(*) >= ${statement.typed(String(limit), 'int8')}`;
    return `case when ${full} or count(*) = 0 then ${all} else ${skipped} + count(*) end`;
  }
  if (preferences.count !== 'estimated') return 'null';
  const most = maxRows === null ? '' : ` limit ${statement.typed(String(maxRows + 1), 'int8')}`;
  return `(select count(*) from (select ${counted()}${most}) as counted)`;
}
