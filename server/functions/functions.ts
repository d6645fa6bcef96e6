import { type Context, Hono } from 'hono';
import { callerOf } from '../caller.ts';
import type { ServerContext } from '../context.ts';
import { loadFunctions, type ServerFunction } from './load-function.ts';

const PREFIX = '/functions/v1';
/** Supabase's own limit for the first byte of an answer. */
const TIME_LIMIT_MS = 150_000;

type Handler = (request: Request) => Response | Promise<Response>;
type Options = {
  /** The whole application: calls of functions to the server's own address go there without a network. */
  fetch?: Handler;
  timeLimitMs?: number;
};

/**
 * Runs the modules of supabase/functions in this process: `<METHOD> /functions/v1/<name>[/sub/path]`.
 * As on Supabase, the function sees the path from its own name on, and its answer passes through unchanged; where it
 * says nothing about other origins, the application adds what browsers need.
 */
export function createFunctions(context: ServerContext, options: Options = {}): Hono {
  const functions = loadFunctions(context.settings.functionsFolder);
  const environment = environmentOf(context, options.fetch);
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS;

  async function answer(c: Context): Promise<Response> {
    const request = c.req.raw;
    const name = c.req.param('name') ?? '';
    const refusal = verifiesTokens(context, name) ? await refusalOf(request, context) : null;
    if (refusal !== null) return refusal;
    let found: ServerFunction | null;
    try {
      found = await functions.find(name);
    } catch (error) {
      context.log.error({ err: error, function: name }, 'a server function does not load');
      return failure(503, 'BOOT_ERROR', 'Worker failed to boot (please check logs)');
    }
    if (found === null) return failure(404, 'NOT_FOUND', 'Requested function was not found');
    try {
      return await within(timeLimitMs, found, requestFor(c, name), environment);
    } catch (error) {
      if (error instanceof TimeLimitError) return failure(504, 'IDLE_TIMEOUT', error.message);
      context.log.error({ err: error, function: name }, 'a server function failed');
      return failure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
    }
  }

  const routes = new Hono();
  routes.all('/:name', answer);
  routes.all('/:name/*', answer);
  return routes;
}

class TimeLimitError extends Error {}

async function within(
  limitMs: number,
  found: ServerFunction,
  request: Request,
  environment: Parameters<ServerFunction>[1],
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError('The function did not answer in time')), limitMs);
  });
  try {
    const response = await Promise.race([found(request, environment), expired]);
    if (!(response instanceof Response)) throw new TypeError('The function did not return a Response.');
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** The settings a function may read, by the names Supabase gives them, and the way to the outside. */
function environmentOf(context: ServerContext, application: Handler | undefined) {
  const { settings, keys, database } = context;
  const own = new Map([
    ['SUPABASE_URL', settings.publicUrl],
    ['SUPABASE_ANON_KEY', keys.anonKey],
    ['SUPABASE_SERVICE_ROLE_KEY', keys.serviceKey],
    ['SUPABASE_DB_URL', database.url],
  ]);
  const origin = new URL(settings.publicUrl).origin;
  const throughApplication: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (application === undefined || url.origin !== origin) return fetch(input, init);
    return application(new Request(input, init));
  };
  return { get: (name: string) => own.get(name) ?? process.env[name], fetch: throughApplication };
}

function verifiesTokens(context: ServerContext, name: string): boolean {
  return context.settings.config.functions?.[name]?.verify_jwt ?? true;
}

/** Null when the caller brings a genuine token or key. */
async function refusalOf(request: Request, context: ServerContext): Promise<Response | null> {
  if (!request.headers.has('authorization') && !request.headers.has('apikey')) {
    return unauthorized('Error: Missing authorization header');
  }
  try {
    await callerOf(request, context);
    return null;
  } catch {
    return unauthorized('Invalid JWT');
  }
}

function unauthorized(message: string): Response {
  return Response.json({ msg: message }, { status: 401, headers: { 'x-relay-error': 'true' } });
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

/** The request as the function sees it: the gateway's prefix removed, the body still a stream. */
function requestFor(c: Context, name: string): Request {
  const original = c.req.raw;
  const url = new URL(original.url);
  const forwarded = new Headers(original.headers);
  const remote = c.env?.incoming?.socket?.remoteAddress;
  const standard = [
    ['x-forwarded-host', url.host],
    ['x-forwarded-proto', url.protocol.slice(0, -1)],
    ['x-forwarded-port', url.port || (url.protocol === 'https:' ? '443' : '80')],
    ['x-forwarded-prefix', `${PREFIX}/${name}`],
    ...(typeof remote === 'string' ? [['x-forwarded-for', remote]] : []),
  ] as const;
  for (const [header, value] of standard) if (!forwarded.has(header)) forwarded.set(header, value);
  url.pathname = url.pathname.slice(url.pathname.indexOf(PREFIX) + PREFIX.length);
  return new Request(url, {
    method: original.method,
    headers: forwarded,
    body: original.body,
    signal: original.signal,
    ...(original.body === null ? {} : { duplex: 'half' }),
  });
}
