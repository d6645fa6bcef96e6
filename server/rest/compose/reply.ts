import { quote } from '../../lib/sql-text.ts';
import type { Form } from '../parse/media.ts';
import type { ParsedRequest } from '../parse/target.ts';
import type { Selection } from './select.ts';
import type { Statement } from './statement.ts';
import type { Composition } from './tree.ts';

export type Body = Form | 'nullable' | 'value' | 'values' | 'raw' | 'bytes' | 'empty';

export type ReplyParts = {
  /** Common table expressions, in the form `name as (…)`. */
  before: string[];
  page: Selection;
  body: Body;
  stripped: boolean;
  /** The total number of rows, as an SQL expression. */
  total: string;
  /** The number of rows that an upsert inserted, as an SQL expression. */
  inserted?: string;
  guards: string[];
};

/**
 * Composes the statement for a request. The statement returns a single string: the head, a line feed, and the
 * body. Responses that exceed the maximum size fail in the database, except for the service role.
 */
export function replySql({ statement, schema }: Composition, { media }: ParsedRequest, parts: ReplyParts) {
  // Query plans are short, so they need no limit.
  const largest = media.plan ? Number.POSITIVE_INFINITY : schema.rules.maxResponseBytes;
  const { before, page, guards, total, inserted = 'null' } = parts;
  const chosen = `nullif(current_setting('response.status', true), ''), nullif(current_setting('response.headers', true), '')`;
  const head = `json_build_array(count(*), ${total}, ${inserted}, ${chosen})::text`;
  const reply = [...guards, head, 'chr(10)', bodySql(statement, parts)].join(' || ');
  if (parts.body === 'empty' || largest === Number.POSITIVE_INFINITY)
    return `${prelude(before)}select ${reply} from (${page.sql}) as page`;
  const answer = `select ${reply} as reply from (${page.sql}) as page`;
  const guarded = `select reply || ${sizeGuard(largest)} from`;
  // PostgreSQL allows data-modifying statements only at the top level.
  return before.length === 0
    ? `${guarded} (${answer}) as answer`
    : `${prelude([...before, `answer as (${answer})`])}${guarded} answer`;
}

const prelude = (before: readonly string[]) => (before.length === 0 ? '' : `with ${before.join(', ')} `);

/** Composes a guard that refuses with 413 and rolls back if the response is too large. */
function sizeGuard(largest: number): string {
  const size = Math.floor(largest / 1024 / 102.4) / 10;
  return guard(`octet_length(reply) > ${Math.floor(largest)} and current_setting('role') <> 'service_role'`, {
    status: 413,
    code: '54000',
    message: `The response is larger than ${size} MB. Request fewer columns or rows, for example with limit and offset.`,
    details: 'null',
  });
}

function bodySql(statement: Statement, { body, page, stripped }: ReplyParts): string {
  const strip = (json: string) => (stripped ? `json_strip_nulls(${json})` : json);
  if (body === 'csv') {
    const header = (page.names ?? []).map((name) => (/[",\r\n]/.test(name) ? quote(name) : name));
    const lines = `string_agg(substr((page.*)::text, 2, length((page.*)::text) - 2), chr(10))`;
    return `${statement.text(header.join(','))} || coalesce(chr(10) || ${lines}, '')`;
  }
  return {
    empty: `''`,
    array: `coalesce(${strip('json_agg(page.*)')}::text, '[]')`,
    object: `coalesce(string_agg(${strip('row_to_json(page.*)')}::text, ','), '')`,
    nullable: `coalesce(string_agg(${strip('row_to_json(page.*)')}::text, ','), 'null')`,
    geojson: `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(page.*)::json), '[]'))::text`,
    raw: `coalesce(string_agg(page.value::text, ''), '')`,
    bytes: `encode(coalesce(string_agg(page.value, ''), ''), 'base64')`,
    value: `coalesce(string_agg(to_json(page.value)::text, ','), 'null')`,
    values: `coalesce(json_agg(page.value)::text, '[]')`,
  }[body];
}

/** Composes a guard that refuses with 406 PGRST116 and rolls back unless there is exactly one row. */
export const singleGuard = (): string =>
  guard('count(*) <> 1', {
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `'The result contains ' || count(*) || ' rows'`,
  });

/** Composes a guard that refuses with 400 PGRST124 and rolls back if too many rows were changed. */
export const affectedGuard = (statement: Statement, most: number, affected: string): string =>
  guard(`${affected} > ${statement.typed(String(most), 'int8')}`, {
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `'The query affects ' || ${affected} || ' rows'`,
  });

/** Composes a guard that refuses with 400 PGRST115 if the row of a PUT doesn't match its URL. */
export const putGuard = (affected: string): string =>
  guard(`${affected} <> 1`, {
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key columns',
    details: 'null',
  });

/**
 * Composes SQL that raises a refusal if a condition is true, and otherwise returns an empty string. `details`
 * is an SQL expression.
 */
function guard(
  condition: string,
  { status, code, message, details }: { status: number; code: string; message: string; details: string },
): string {
  const body = `json_build_object('code', '${code}', 'message', '${message}', 'details', ${details}, 'hint', null)::text`;
  return `coalesce(case when ${condition} then platform.refuse('PGRST', ${body}, '{"status":${status},"headers":{}}') end, '')`;
}
