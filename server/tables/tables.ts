import { type Context, Hono } from 'hono';
import { callerOf } from '../caller.ts';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../database/database.ts';
import { ROLLED_BACK } from './compose-reply.ts';
import { refusalOf, refusalResponse } from './failure.ts';
import { quoted } from './identifier.ts';
import { describeSchema } from './openapi.ts';
import { PlanCache } from './plan-cache.ts';
import { replyTo } from './reply.ts';
import { readArguments, readRows } from './request-body.ts';
import { RestError } from './rest-error.ts';
import { SchemaCache } from './schema-cache.ts';
import { bind } from './statement.ts';
import { readWish, shapeOf } from './wish.ts';

const OUR_FAULT = new RestError(500, 'PGRSTX00', 'An internal error occurred');
type Answer = (request: Request, caller: Caller) => Promise<Response>;

const RELATION_METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);
const CALL_METHODS = new Set(['GET', 'HEAD', 'POST']);

/** The table interface: relations and functions of the exposed schemas, in PostgREST's language. */
export function createTables(context: ServerContext): Hono {
  const { settings, database, log } = context;
  const { max_rows: maxRows, extra_search_path: extraPath } = settings.config.api;
  const cache = new SchemaCache(context);
  const plans = new PlanCache(cache, maxRows);
  const app = new Hono();

  async function answering(c: Context, answer: Answer): Promise<Response> {
    const request = c.req.raw;
    let role = 'anon';
    try {
      const caller = await callerOf(request, context);
      role = caller.role;
      return await answer(request, caller);
    } catch (error) {
      const refusal = refusalOf(error, role);
      if (!refusal || refusal.status >= 500)
        log.error({ err: error, path: c.req.path }, 'a table request failed');
      if (refusal && STALE_STATES.has(refusal.code)) cache.suspect();
      return refusalResponse(refusal ?? OUR_FAULT, request.method !== 'HEAD');
    }
  }

  async function serve(request: Request, caller: Caller, target: string, isCall: boolean): Promise<Response> {
    const wish = readWish(request, target, settings.config.api.schemas);
    const search = searchOf(request.url);
    const isRead = wish.method === 'GET' || wish.method === 'HEAD';
    const shape = shapeOf(search, isCall && isRead);
    const body =
      isRead || wish.method === 'DELETE' ? null : await (isCall ? readArguments(request) : readRows(request));
    const plan = await plans.planFor(wish, shape, body, isCall);
    const parameters = bind(plan.parameters, shape.values, body?.text ?? null);
    const options = { readOnly: plan.readOnly, searchPath: searchPathFor(wish.schemaName, extraPath) };
    const zone = wish.preferences.timezone;
    const run = (sql: string) => database.asCaller(caller, ...inZone(zone, sql, parameters), options);
    const result = await run(plan.sql).catch(rolledBackReply);
    const estimated = plan.estimate === null ? null : plannedRows(await run(plan.estimate));
    return replyTo(plan, result ?? '', search, estimated);
  }

  app.all('*', (c) =>
    answering(c, async (request, caller) => {
      const [first, second, ...more] = namesIn(c);
      if (!first) return describeSchema(await cache.current(), caller, settings);
      const isCall = first === 'rpc' && second !== undefined;
      if (more.length > 0 || (second !== undefined && !isCall)) throw invalidPath();
      checkMethod(request.method, isCall);
      return serve(request, caller, second ?? first, isCall);
    }),
  );
  return app;
}

/** The names in the path below the one this interface is mounted at. */
function namesIn(c: Context): string[] {
  const mount = c.req.routePath.length - '*'.length;
  try {
    const names = c.req.path.slice(mount).split('/').map(decodeURIComponent);
    return names.at(-1) === '' ? names.slice(0, -1) : names;
  } catch {
    throw invalidPath();
  }
}

function invalidPath(): RestError {
  return new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
}

function checkMethod(method: string, isCall: boolean): void {
  if (isCall && !CALL_METHODS.has(method))
    throw new RestError(405, 'PGRST101', 'Only GET, HEAD and POST are allowed for RPC');
  if (!RELATION_METHODS.has(method))
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
}

/** SQLSTATEs that a change of the schema behind our back leads to. */
const STALE_STATES = new Set(['42703', '42P01', '42883', '42704', '42804']);

function searchOf(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const end = url.indexOf('#', start);
  return end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
}

function searchPathFor(schemaName: string, extra: readonly string[]): string {
  return [...new Set([schemaName, ...extra])].map(quoted).join(', ');
}

/** A statement in the time zone that was preferred: instants are then written in it. */
function inZone(
  zone: string | null,
  sql: string,
  parameters: (string | null)[],
): [string, (string | null)[]] {
  if (zone === null) return [sql, parameters];
  return [
    `select set_config('timezone', ($1)[${parameters.length + 1}], true); ${sql}`,
    [...parameters, zone],
  ];
}

/** With `tx=rollback` the reply is the error that undid the transaction. */
function rolledBackReply(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === ROLLED_BACK && typeof message === 'string') return message;
  throw error;
}

function plannedRows(text: string | null): number {
  const [{ Plan: plan }] = JSON.parse(text ?? '[{"Plan":{}}]');
  return Number(plan['Plan Rows'] ?? 0);
}
