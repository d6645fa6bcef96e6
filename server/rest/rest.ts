import { type Context, Hono } from 'hono';
import type { Caller } from '../database/database.ts';
import { getCaller } from '../http/caller.ts';
import type { ServerContext } from '../http/context.ts';
import { quote } from '../lib/sql-text.ts';
import { respondToOptions } from './allow.ts';
import { bind } from './compose/statement.ts';
import { createRefusalResponse, getRefusal } from './failure.ts';
import { notOffered } from './parse/media.ts';
import { readArguments, readRows } from './parse/request-body.ts';
import { getShape, type ParsedRequest, parseRequest } from './parse/target.ts';
import { PlanCache } from './plan/plan-cache.ts';
import { runPlan } from './plan/run-plan.ts';
import { createPlanReply, createReply } from './reply.ts';
import { RestError } from './rest-error.ts';
import { readDescription } from './schema/describe-catalog.ts';
import { describeSchema, descriptionResponse, notDescribed } from './schema/openapi.ts';
import { SchemaCache } from './schema/schema-cache.ts';

const OUR_FAULT = new RestError(500, 'PGRSTX00', 'An internal error occurred');
const OPENAPI = 'application/openapi+json';
type Answer = (request: Request, caller: Caller) => Promise<Response>;

const RELATION_METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);
const CALL_METHODS = new Set(['GET', 'HEAD', 'POST']);

/**
 * Creates the table API, which provides the relations and functions in the exposed schemas with PostgREST's
 * query language.
 */
export function createTables(context: ServerContext): Hono {
  const { settings, database, log } = context;
  const { max_rows: maxRows, extra_search_path: extraPath } = settings.config.api;
  const cache = new SchemaCache(context);
  const plans = new PlanCache(cache, maxRows);
  const app = new Hono();

  async function respond(c: Context, answer: Answer): Promise<Response> {
    const request = c.req.raw;
    let role = 'anon';
    try {
      const caller = await getCaller(request, context);
      role = caller.role;
      return await answer(request, caller);
    } catch (error) {
      const refusal = getRefusal(error, role);
      if ((!refusal || refusal.status >= 500) && !request.signal.aborted)
        log.error({ err: error, path: c.req.path }, 'a table request failed');
      if (refusal && STALE_STATES.has(refusal.code)) cache.suspect();
      return createRefusalResponse(refusal ?? OUR_FAULT, request.method !== 'HEAD');
    }
  }

  async function serve(request: Request, caller: Caller, target: string, isCall: boolean): Promise<Response> {
    const parsed = countExactly(caller, parseRequest(request, target, settings.config.api.schemas));
    const search = getSearch(request.url);
    const isRead = parsed.method === 'GET' || parsed.method === 'HEAD';
    const shape = getShape(search, isCall && isRead);
    const body =
      isRead || parsed.method === 'DELETE'
        ? null
        : await (isCall ? readArguments(request) : readRows(request));
    const plan = await plans.planFor(parsed, shape, body, isCall);
    const parameters = bind(plan.parameters, shape.values, body?.text ?? null);
    const { preRequest } = (await cache.current()).rules;
    const searchPath = getSearchPath(parsed.schemaName, extraPath);
    const surroundings = { searchPath, preRequest, signal: request.signal };
    const outcome = await runPlan(database, caller, plan, parameters, surroundings);
    if (parsed.media.plan) return createPlanReply(plan, outcome.result);
    return createReply(plan, outcome, search, request.headers.get('accept-encoding'));
  }

  async function describe(request: Request, caller: Caller): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw unsupported(request.method);
    const { schemaName, media } = parseRequest(request, '', settings.config.api.schemas);
    if (!media.offered && !media.accepted.includes(OPENAPI)) throw notOffered(media.accepted);
    const schema = await cache.current();
    const mode = schema.rules.description;
    if (mode === 'disabled') throw notDescribed();
    const everything = mode === 'ignore-privileges';
    const described = await readDescription(database.owner, schemaName, caller.role, everything);
    return descriptionResponse(describeSchema(schema, schemaName, described, settings), request);
  }

  app.all('*', (c) =>
    respond(c, async (request, caller) => {
      const [first, second, ...more] = getPathNames(c);
      if (!first) return describe(request, caller);
      const isCall = first === 'rpc' && second !== undefined;
      if (more.length > 0 || (second !== undefined && !isCall)) throw invalidPath();
      const target = second ?? first;
      if (request.method === 'OPTIONS') {
        const { schemaName } = parseRequest(request, target, settings.config.api.schemas);
        return respondToOptions(
          await plans.schemaKnowing(schemaName, target, isCall),
          schemaName,
          target,
          isCall,
        );
      }
      checkMethod(request.method, isCall);
      // Functions see the path below the API's mount point, as they do behind a gateway.
      return serve(request, { ...caller, path: getPathBelow(c) }, target, isCall);
    }),
  );
  return app;
}

/**
 * Returns the request with an exact row count instead of an estimate, except for the service role. The
 * planner's estimates would reveal statistics about all customers.
 */
function countExactly({ role }: Caller, parsed: ParsedRequest): ParsedRequest {
  const { count } = parsed.preferences;
  if (role === 'service_role' || count === null || count === 'exact') return parsed;
  const applied = parsed.preferences.applied.map((text) =>
    text.startsWith('count=') ? 'count=exact' : text,
  );
  return {
    ...parsed,
    preferences: { ...parsed.preferences, count: 'exact', applied },
    key: `${parsed.key}\u0003exact`,
  };
}

const getPathBelow = (c: Context): string => c.req.path.slice(c.req.routePath.length - '/*'.length);

function getPathNames(c: Context): string[] {
  try {
    const names = getPathBelow(c).slice(1).split('/').map(decodeURIComponent);
    return names.at(-1) === '' ? names.slice(0, -1) : names;
  } catch {
    throw invalidPath();
  }
}

const invalidPath = (): RestError => new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

function checkMethod(method: string, isCall: boolean): void {
  if (isCall && !CALL_METHODS.has(method))
    throw new RestError(405, 'PGRST101', 'Only GET, HEAD and POST are allowed for RPC');
  if (!RELATION_METHODS.has(method)) throw unsupported(method);
}

const unsupported = (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

/** SQLSTATEs that a schema change can cause. */
const STALE_STATES = new Set(['42703', '42P01', '42883', '42704', '42804']);

function getSearch(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const end = url.indexOf('#', start);
  return end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
}

function getSearchPath(schemaName: string, extra: readonly string[]): string {
  return [schemaName, ...extra].map(quote).join(', ');
}
