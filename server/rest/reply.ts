import { respond } from '../http/compress.ts';
import { unsatisfiable } from './parse/query.ts';
import type { Head, Plan } from './plan/plan.ts';
import type { Outcome } from './plan/run-plan.ts';
import { BODILESS, RestError } from './rest-error.ts';

/**
 * Creates the response from a statement's `result`, which consists of the head, a line feed, and the body.
 * Sends the body as PostgreSQL composed it. Compresses a long body if the client accepts compression.
 */
export function createReply(plan: Plan, outcome: Outcome, search: string, accepted: string | null) {
  const { result, estimated } = outcome;
  const end = result.indexOf('\n');
  const head = JSON.parse(result.slice(0, end)) as Head;
  const body = result.slice(end + 1);
  const [rows, , , chosenStatus, chosenHeaders] = head;
  const headers: Record<string, string> = { ...VARYING };
  const { preferences, method } = plan.request;
  if (preferences.applied.length > 0) headers['Preference-Applied'] = preferences.applied.join(', ');
  if (plan.contentType !== null) headers['Content-Type'] = plan.contentType;
  const total = computeTotal(plan, head, estimated);
  const range = getRange(plan, rows, total);
  if (range !== null) headers['Content-Range'] = range;
  if (plan.kind === 'read') headers['Content-Location'] = contentLocation(plan, search);
  if (plan.location && rows === 1) headers.Location = getLocation(plan.location, body);
  const status = chosenStatus === null ? getStatus(plan, head, total) : parseChosenStatus(chosenStatus);
  if (plan.schema.exposed.length > 1) headers['Content-Profile'] = plan.request.schemaName;
  const isEmpty = plan.contentType === null || method === 'HEAD' || BODILESS.has(status);
  const all = chosenHeaders === null ? headers : addChosenHeaders(headers, chosenHeaders);
  if (isEmpty) return new Response(null, { status, headers: all });
  if (plan.binary) return new Response(Buffer.from(body, 'base64'), { status, headers: all });
  return respond(body, accepted, { status, headers: all });
}

export function createPlanReply({ contentType, request }: Plan, text: string): Response {
  const headers = { ...VARYING, 'Content-Type': contentType ?? request.media.contentType };
  return new Response(request.method === 'HEAD' ? null : text, { headers });
}

const VARYING = { Vary: 'Accept, Prefer, Range' };

function computeTotal({ kind, request }: Plan, [rows, total]: Head, estimated: number | null): number | null {
  const { count } = request.preferences;
  if (count === null) return null;
  if (kind !== 'read' && kind !== 'call') return total ?? rows;
  if (count === 'exact' || estimated === null) return total;
  return count === 'planned' ? estimated : Math.max(total ?? 0, estimated);
}

/**
 * Returns the Content-Range: the range of rows and their total. Returns null for responses that have no rows.
 */
function getRange({ kind, window }: Plan, rows: number, total: number | null): string | null {
  const all = total ?? '*';
  if (kind === 'insert' || kind === 'delete') return `*/${all}`;
  if (kind === 'put') return null;
  if (rows === 0) return `*/${all}`;
  return `${window.offset}-${window.offset + rows - 1}/${all}`;
}

function getStatus(plan: Plan, [rows, written, inserted]: Head, total: number | null): number {
  const { kind, request, window, contentType } = plan;
  const isRepresented = request.preferences.return === 'representation';
  if (kind === 'insert') return inserted === 0 && isRepresented && (written ?? 0) > 0 ? 200 : 201;
  if (kind === 'put') return isRepresented ? (inserted === 1 ? 201 : 200) : 204;
  if (kind === 'update' || kind === 'delete') return isRepresented ? 200 : 204;
  if (kind === 'call' && contentType === null && request.method !== 'HEAD') return 204;
  return readStatus(window.offset, rows, total);
}

function readStatus(offset: number, rows: number, total: number | null): number {
  if (total === null) return 200;
  if (offset > 0 && offset > total)
    throw unsatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  return rows < total ? 206 : 200;
}

function contentLocation({ request }: Plan, search: string): string {
  return `/${encodeURIComponent(request.target)}${search === '' ? '' : `?${search.replace(/[^\x21-\x7e]/g, '')}`}`;
}

/** Returns the Location of an inserted row from its key columns. */
function getLocation({ path, columns }: { path: string; columns: string[] }, body: string): string {
  const [row] = JSON.parse(body) as Record<string, string>[];
  const keys = columns.map(
    (name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(row?.[name] ?? '')}`,
  );
  return `/${encodeURIComponent(path)}?${keys.join('&')}`;
}

/** Parses the status that the database set as `response.status`. */
function parseChosenStatus(text: string): number {
  const status = Number(text);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new RestError(500, 'PGRST112', 'response.status GUC must be a valid status code');
}

/**
 * Adds the headers that the database set as `response.headers`, a JSON list of objects with one header each.
 */
function addChosenHeaders(headers: Record<string, string>, text: string): Headers {
  try {
    const all = new Headers(headers);
    const list = JSON.parse(text) as Record<string, string>[];
    for (const [name, value] of list.flatMap((header) => Object.entries(header))) {
      if (name.toLowerCase() === 'set-cookie') all.append(name, value);
      else all.set(name, value);
    }
    return all;
  } catch {
    throw new RestError(
      500,
      'PGRST111',
      'response.headers GUC must be a JSON array composed of objects with a single key and a string value',
    );
  }
}
