import { type Context, Hono } from 'hono';
import { isCrowded, isReportedAway } from '../database/away.ts';
import { getToken } from '../http/caller.ts';
import type { ServerContext } from '../http/context.ts';
import { withTimeout } from '../lib/timing.ts';
import type { Config } from '../settings/settings.ts';
import { FunctionAdmission } from './admission.ts';
import { type Body, limitBodySize, watchBody } from './bodies.ts';
import { BootError } from './bundle.ts';
import { runAsFunction } from './deno.ts';
import { getEnvironment } from './environment.ts';
import { loadFunctions, type ServerFunction } from './load-function.ts';
import type { Application } from './own-address.ts';
import { runInThread, type ThreadCall, ThreadError } from './threads.ts';

const PREFIX = '/functions/v1';
const BUSY = 'The server is busy. Try again in a moment.';
/** Supabase's time limit for the first byte of a response and between two chunks. */
const TIME_LIMIT_MS = 150_000;

type Options = {
  /** The whole application, which handles functions' requests to the server's own address. */
  fetch?: Application;
  timeLimitMs?: number;
  largestBodyBytes?: number;
};
type Limits = { timeLimitMs: number; largestBodyBytes: number };

/**
 * Runs the modules in supabase/functions: `<METHOD> /functions/v1/<name>[/sub/path]`. As on Supabase, a
 * function sees the path starting with its name, and its response is returned unchanged. Adds CORS headers if
 * the function sets none.
 */
export function createFunctions(
  context: ServerContext,
  options: Options = {},
): Hono & { loadAtStart: () => Promise<void> } {
  const { settings } = context;
  const functions = loadFunctions(settings.functionsFolder, settings.config.functions);
  const environment = getEnvironment(context, options.fetch);
  const admissions = new FunctionAdmission();

  /** Loads a function, which can read its settings while it is loading, usually to create a client. */
  const load = (name: string) => runAsFunction(name, environment, () => functions.find(name));

  /** Loads the functions with `loads_at_start`. A function that fails to load fails again at its first call. */
  async function loadAtStart(): Promise<void> {
    for (const [name, config] of Object.entries(settings.config.functions))
      if (config.loads_at_start && config.enabled !== false) await load(name).catch(() => {});
  }

  async function respond(c: Context): Promise<Response> {
    const name = c.req.param('name') ?? '';
    const config = settings.config.functions[name];
    const caller = (config?.verify_jwt ?? true) ? await readCaller(c.req.raw, context) : getAddress(c);
    if (caller instanceof Response) return caller;
    let loaded: ServerFunction | null;
    try {
      loaded = (config?.enabled ?? true) ? await load(name) : null;
    } catch (error) {
      context.log.error({ err: error, function: name }, 'a server function failed to load');
      const reason = error instanceof BootError ? `: ${error.message}` : ' (please check logs)';
      return failure(503, 'BOOT_ERROR', `Worker failed to boot${reason}`);
    }
    if (loaded === null) return failure(404, 'NOT_FOUND', 'Requested function was not found');
    const limits = getLimits(config);
    const length = Number(c.req.raw.headers.get('content-length') ?? 0);
    if (length > limits.largestBodyBytes) return tooLarge(limits);
    const handler = loaded;
    const inThread = config?.runs_in_thread && options.fetch;
    const run = inThread
      ? (request: Request) => runInThread(request, limits.timeLimitMs, threadCall(name, inThread))
      : (request: Request) => runAsFunction(name, environment, async () => handler(request, environment));
    const { calls_per_customer: perCustomer = null, calls_per_process: perProcess = null } = config ?? {};
    if (c.req.method === 'OPTIONS' || (perCustomer === null && perProcess === null))
      return invoke(c, name, limits, context, run);
    const admission = admissions.enter(name, caller, { perCustomer, perProcess });
    if (!admission.admitted)
      return tooMany('You already have a request like this in progress. Try again when it finishes.');
    try {
      return await invoke(c, name, limits, context, async (request) => {
        const whole = await readWholeBody(request);
        return admission.start() ? run(whole) : tooMany(BUSY);
      });
    } finally {
      admission.leave();
    }
  }

  /**
   * Returns a function's limits. A test's limits take precedence over the configured limits and the defaults.
   */
  const getLimits = (config: Config['functions'][string] | undefined): Limits => ({
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    largestBodyBytes:
      options.largestBodyBytes ?? config?.max_body_size ?? settings.config.edge_runtime.max_body_size,
  });

  const threadCall = (name: string, application: Application): ThreadCall => ({
    name,
    application,
    folder: settings.functionsFolder,
    entryPoints: Object.fromEntries(
      Object.entries(settings.config.functions).map(([key, { entrypoint, import_map }]) => [
        key,
        { entrypoint, import_map },
      ]),
    ),
    variables: environment.toObject(),
    own: [settings.publicUrl],
  });

  const routes = new Hono();
  routes.all('/:name', respond);
  routes.all('/:name/*', respond);
  return Object.assign(routes, { loadAtStart });
}

/** Calls a function and returns its response. Handles all of the function's failures. */
async function invoke(
  c: Context,
  name: string,
  limits: Limits,
  { log }: ServerContext,
  handler: (request: Request) => Promise<Response>,
): Promise<Response> {
  let large = false;
  const logFailure = (error: unknown) =>
    log.error({ err: error, function: name }, 'a server function failed');
  const request = requestFor(c, name, (body) =>
    limitBodySize(body, limits.largestBodyBytes, () => {
      large = true;
    }),
  );
  try {
    const response = await withTimeout(handler(request), limits.timeLimitMs, () =>
      failure(504, 'IDLE_TIMEOUT', 'The function did not respond in time'),
    );
    if (!(response instanceof Response)) throw new TypeError('The function did not return a Response.');
    // The function received an incomplete body, so its response is not used.
    if (large) return tooLarge(limits);
    if (response.body === null) return response;
    return new Response(watchBody(response.body, limits.timeLimitMs, logFailure), response);
  } catch (error) {
    if (large) return tooLarge(limits);
    if (error instanceof ThreadError || !request.signal.aborted) logFailure(error);
    if (error instanceof ThreadError)
      return failure(503, 'WORKER_LIMIT', 'The request exceeded its time or memory limit.');
    if (isCrowded(error)) return tooMany(BUSY);
    if (isReportedAway(error))
      return failure(503, 'SERVICE_UNAVAILABLE', 'The bank is restarting. Please try again.', {
        'Retry-After': '1',
      });
    return failure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }
}

/**
 * Returns the caller according to the request's token or key, or an error response if it is invalid. The
 * function itself checks permissions.
 */
async function readCaller({ headers }: Request, { keys }: ServerContext): Promise<string | Response> {
  const token = getToken(headers);
  if (token === null) return unauthorized('Error: Missing authorization header');
  try {
    const { sub, role } = await keys.verify(token);
    return String(sub ?? role);
  } catch {
    return unauthorized('Invalid JWT');
  }
}

const getAddress = (c: Context): string => String(c.env?.incoming?.socket?.remoteAddress ?? '');

/** Reads the whole body before the function is called. */
const readWholeBody = async (request: Request): Promise<Request> =>
  new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body === null ? null : await request.arrayBuffer(),
    signal: request.signal,
  });

/**
 * Returns the 429 response to too many calls. The rest of the request body is not read, so the client must
 * open a new connection.
 */
function tooMany(message: string): Response {
  return Response.json(
    { code: 'TOO_MANY_REQUESTS', message },
    { status: 429, headers: { Connection: 'close', 'Retry-After': '2' } },
  );
}

function unauthorized(message: string): Response {
  return Response.json({ msg: message }, { status: 401, headers: { 'x-relay-error': 'true' } });
}

function failure(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message }, { status, headers });
}

function tooLarge({ largestBodyBytes }: Limits): Response {
  return failure(413, 'BODY_TOO_LARGE', `The body is larger than ${largestBodyBytes / 1024 / 1024} MB`);
}

/**
 * Returns the request for the function: the path starts with the function's name, and the body is streamed.
 */
function requestFor(c: Context, name: string, limited: (body: Body) => Body): Request {
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
    body: original.body === null ? null : limited(original.body),
    signal: original.signal,
    ...(original.body === null ? {} : { duplex: 'half' }),
  });
}
