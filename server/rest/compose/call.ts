import { formatArray, quote } from '../../lib/sql-text.ts';
import { type Media, notOffered } from '../parse/media.ts';
import type { Query } from '../parse/query.ts';
import type { ParsedRequest } from '../parse/target.ts';
import type { Plan } from '../plan/plan.ts';
import { RestError } from '../rest-error.ts';
import type { Call } from '../schema/find-routine.ts';
import type { Parameter, Routine } from '../schema/routines.ts';
import type { Schema } from '../schema/schema.ts';
import { composeRows, startComposition } from './read.ts';
import { affectedGuard, type Body, replySql, singleGuard } from './reply.ts';
import type { Source } from './source.ts';
import { BODY } from './statement.ts';
import type { Composition } from './tree.ts';
import { checkPaths, getWindow, ROOT_PATHS, windowSql } from './tree.ts';

/** Composes the plan of a function call. `keys` are the names of the given arguments. */
export function composeCall(
  schema: Schema,
  call: Call,
  request: ParsedRequest,
  query: Query,
  keys: readonly string[],
  maxRows: number,
): Plan {
  const composition = startComposition(schema, query, maxRows);
  const { routine } = call;
  if (!request.media.offered && !getOwnMedia(routine, request.media))
    throw notOffered(request.media.accepted);
  if (request.preferences.maxAffected !== null && !routine.set)
    throw new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    );
  const source = callSql(composition, call, request, keys);
  const getPlan = routine.result === 'rows' ? rowsPlan : valuePlan;
  const isRead = request.method !== 'POST';
  return { ...getPlan(composition, call, request, source), readOnly: isRead || routine.readOnly };
}

type CallSql = { from: string; expression: string };

/** Returns the SQL of the call, and the source of its arguments: the body's keys or URL parameters. */
function callSql(
  { statement, query }: Composition,
  { routine, unnamed }: Call,
  request: ParsedRequest,
  keys: readonly string[],
): CallSql {
  const parameters = routine.parameters.filter(({ name }) => keys.includes(name));
  if (unnamed) {
    const [parameter] = routine.parameters;
    return {
      from: '',
      expression: `${routine.sql}(${statement.typed(BODY, parameter?.type.sql ?? 'text')})`,
    };
  }
  if (parameters.length === 0) return { from: '', expression: `${routine.sql}()` };
  if (parameters.some(({ name }) => name === '')) {
    const [parameter] = parameters;
    const isJson = parameter?.type.shape === 'json' || parameter?.type.shape === 'jsonb';
    const value = `(${statement.text(BODY)}::json ${isJson ? '->' : '->>'} '')::${parameter?.type.sql ?? 'text'}`;
    return { from: '', expression: `${routine.sql}(${value})` };
  }
  if (request.method !== 'POST') {
    const values = parameters.map((parameter) => [parameter, argumentText(parameter, query)] as const);
    const list = values.map(([parameter, value]) =>
      getNamedArgument(parameter, statement.typed(value, parameter.type.sql)),
    );
    return { from: '', expression: `${routine.sql}(${list.join(', ')})` };
  }
  const shape = parameters.map(({ name, type }) => `${quote(name)} ${type.sql}`).join(', ');
  return {
    from: `json_to_record(${statement.text(BODY)}::json) as arguments(${shape})`,
    expression: `${routine.sql}(${parameters.map((parameter) => getNamedArgument(parameter, `arguments.${quote(parameter.name)}`)).join(', ')})`,
  };
}

function getNamedArgument(parameter: Parameter, value: string): string {
  return `${parameter.variadic ? 'variadic ' : ''}${quote(parameter.name)} => ${value}`;
}

/**
 * Returns the text of an argument. If an argument is repeated, uses the last value. A variadic argument gets
 * all values.
 */
function argumentText({ name, variadic }: Parameter, query: Query): string {
  const values = query.arguments.get(name) ?? [];
  const [only = ''] = values;
  if (variadic && (values.length > 1 || !only.startsWith('{'))) return formatArray(values);
  return values.at(-1) ?? '';
}

function rowsPlan(composition: Composition, { routine }: Call, request: ParsedRequest, call: CallSql): Plan {
  const { statement } = composition;
  const { from, expression } = call;
  const alias = statement.alias();
  const source: Source = {
    name: routine.name,
    alias,
    relation: routine.relation,
    columns: routine.columns,
    needed: null,
  };
  const lead = from === '' ? '' : `${from} cross join lateral `;
  const single = !routine.set;
  const body: Body = single && request.media.form === 'array' ? 'nullable' : request.media.form;
  const counts = request.preferences.count !== null || request.preferences.maxAffected !== null;
  if (!counts)
    return composeRows(composition, request, source, `${lead}${expression} as ${alias}`, 'call', { body });
  // The common table expression calls the function only once, although its rows are used twice: for the page
  // and for the count.
  const called = `called as materialized (select ${alias}.* from ${lead}${expression} as ${alias})`;
  const rows: Source = { ...source, needed: new Set() };
  const guards =
    request.preferences.maxAffected === null
      ? []
      : [affectedGuard(statement, request.preferences.maxAffected, '(select count(*) from called)')];
  const before = [called];
  return composeRows(composition, request, rows, `called as ${alias}`, 'call', { before, guards, body });
}

function valuePlan(composition: Composition, { routine }: Call, request: ParsedRequest, call: CallSql): Plan {
  const { statement, schema, query } = composition;
  const { from, expression } = call;
  const { media, preferences } = request;
  const hidden = request.method === 'HEAD' || preferences.return === 'minimal' || routine.result === 'void';
  const lead = from === '' ? '' : ` from ${from}`;
  // In the select list, the result of a call is named `value`, regardless of its type.
  const called = `called as materialized (select ${expression} as value${lead})`;
  const branch = { items: query.select, paths: ROOT_PATHS };
  const window = routine.set ? getWindow(composition, branch) : { limit: null, offset: 0 };
  const page = {
    sql: `select value from called${routine.set ? windowSql(composition, branch) : ''}`,
    names: ['value'],
    aggregates: new Map(),
  };
  const own = getOwnMedia(routine, media);
  const body: Body = own?.body ?? getValueBody(routine, media);
  const guards = media.form === 'object' && routine.set ? [singleGuard()] : [];
  if (preferences.maxAffected !== null)
    guards.push(affectedGuard(statement, preferences.maxAffected, '(select count(*) from called)'));
  const sql = replySql(composition, request, {
    before: [called],
    page,
    body: hidden ? 'empty' : body,
    stripped: false,
    total: preferences.count === null ? 'null' : '(select count(*) from called)',
    guards,
  });
  checkPaths(composition);
  return {
    schema,
    request,
    sql,
    parameters: statement.parameters,
    readOnly: false,
    window,
    kind: 'call',
    contentType: hidden ? null : (own?.contentType ?? media.contentType),
    binary: own?.body === 'bytes',
  };
}

function getValueBody({ set }: Routine, { form }: Media): Body {
  if (form === 'csv') return 'csv';
  return set && form === 'array' ? 'values' : 'value';
}

/**
 * Returns the media type of a function whose result is a domain named after a media type, such as `create
 * domain "image/png" as bytea`. If the client accepts that type, the response is the raw value. If the domain
 * accepts any type, the response is always the raw value.
 */
function getOwnMedia(
  { type, result }: Routine,
  { accepted }: Media,
): { body: Body; contentType: string } | null {
  if (result !== 'value' || !type.name.includes('/')) return null;
  const isAny = type.name === '*/*';
  if (!isAny && !accepted.includes(type.name.toLowerCase())) return null;
  const contentType = isAny ? 'application/octet-stream' : type.name;
  return {
    body: type.base === '"pg_catalog"."bytea"' ? 'bytes' : 'raw',
    contentType: contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
  };
}
