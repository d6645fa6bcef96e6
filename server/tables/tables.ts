import { type Context, Hono } from 'hono';
import { callerOf } from '../caller.ts';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../database/database.ts';
import { refusalOf, refusalResponse } from './failure.ts';
import { quoted } from './identifier.ts';
import { describeSchema } from './openapi.ts';
import { PlanCache } from './plan-cache.ts';
import { planReply, replyTo } from './reply.ts';
import { readArguments, readRows } from './request-body.ts';
import { RestError } from './rest-error.ts';
import { runPlan } from './run-plan.ts';
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
    const path = searchPathFor(wish.schemaName, extraPath);
    const { result, estimated } = await runPlan(database, caller, plan, parameters, path);
    return wish.media.plan ? planReply(plan, result) : replyTo(plan, result, search, estimated);
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
  return [schemaName, ...extra].map(quoted).join(', ');
}
