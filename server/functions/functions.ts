import { type Context, Hono } from 'hono';
import { tokenOf } from '../caller.ts';
import type { ServerContext } from '../context.ts';
import { counted, watched } from './bodies.ts';
import { BootError } from './bundle.ts';
import { runAsFunction } from './deno.ts';
import { environmentOf } from './environment.ts';
import { loadFunctions, type ServerFunction } from './load-function.ts';
import type { Application } from './own-address.ts';

const PREFIX = '/functions/v1';
/** Supabase's own limit for the first byte of an answer, and for the silence between two pieces of it. */
const TIME_LIMIT_MS = 150_000;
/** Counted while it streams: what a function does not read is never held in memory. */
const LARGEST_BODY_BYTES = 20 * 1024 * 1024;

type Options = {
  /** The whole application: calls of functions to the server's own address go there without a network. */
  fetch?: Application;
  timeLimitMs?: number;
  largestBodyBytes?: number;
};
type Limits = { timeLimitMs: number; largestBodyBytes: number };

/**
 * Runs the modules of supabase/functions in this process: `<METHOD> /functions/v1/<name>[/sub/path]`.
 * As on Supabase, the function sees the path from its own name on, and its answer passes through unchanged; where it
 * says nothing about other origins, the application adds what browsers need.
 */
export function createFunctions(context: ServerContext, options: Options = {}): Hono {
  const functions = loadFunctions(context.settings.functionsFolder, context.settings.config.functions);
  const environment = environmentOf(context, options.fetch);
  const limits: Limits = { timeLimitMs: TIME_LIMIT_MS, largestBodyBytes: LARGEST_BODY_BYTES, ...options };

  async function answer(c: Context): Promise<Response> {
    const name = c.req.param('name') ?? '';
    const { enabled, verify_jwt } = context.settings.config.functions[name] ?? {};
    const refusal = (verify_jwt ?? true) ? await refusalOf(c.req.raw, context) : null;
    if (refusal !== null) return refusal;
    let found: ServerFunction | null;
    try {
      // Already while it loads a function may read its settings: many make their client once, at the top.
      found = (enabled ?? true) ? await runAsFunction(name, environment, () => functions.find(name)) : null;
    } catch (error) {
      context.log.error({ err: error, function: name }, 'a server function does not load');
      const reason = error instanceof BootError ? `: ${error.message}` : ' (please check logs)';
      return failure(503, 'BOOT_ERROR', `Worker failed to boot${reason}`);
    }
    if (found === null) return failure(404, 'NOT_FOUND', 'Requested function was not found');
    const length = Number(c.req.raw.headers.get('content-length') ?? 0);
    if (length > limits.largestBodyBytes) return tooLarge(limits);
    const handler = found;
    return invoke(c, name, limits, context, (request) =>
      runAsFunction(name, environment, async () => handler(request, environment)),
    );
  }

  const routes = new Hono();
  routes.all('/:name', answer);
  routes.all('/:name/*', answer);
  return routes;
}

class TimeLimitError extends Error {}

/** The answer of one call; whatever goes wrong in the function stays in it. */
async function invoke(
  c: Context,
  name: string,
  limits: Limits,
  { log }: ServerContext,
  handler: (request: Request) => Promise<Response>,
): Promise<Response> {
  let large = false;
  const note = (error: unknown) => log.error({ err: error, function: name }, 'a server function failed');
  const request = requestFor(c, name, (body) =>
    counted(body, limits.largestBodyBytes, () => {
      large = true;
    }),
  );
  try {
    const response = await within(limits.timeLimitMs, handler(request));
    if (!(response instanceof Response)) throw new TypeError('The function did not return a Response.');
    // What a function says about a body that it could not read to its end is of no use to the caller.
    if (large) return tooLarge(limits);
    if (response.body === null) return response;
    return new Response(watched(response.body, limits.timeLimitMs, note), response);
  } catch (error) {
    if (large) return tooLarge(limits);
    if (error instanceof TimeLimitError) return failure(504, 'IDLE_TIMEOUT', error.message);
    if (!request.signal.aborted) note(error);
    if (speaksOfBankAway(error))
      return failure(503, 'SERVICE_UNAVAILABLE', 'The bank is starting again, try once more.');
    return failure(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }
}

/** What the client library throws in a function while the database is away: not the function's doing. */
const speaksOfBankAway = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AuthRetryableFetchError' || (error as { code?: unknown }).code === 'PGRST001');

async function within(limitMs: number, answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError('The function did not answer in time')), limitMs);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Null when the caller brings a genuine token or key; which role it names, if any, is the function's affair. */
async function refusalOf({ headers }: Request, { keys }: ServerContext): Promise<Response | null> {
  const token = tokenOf(headers);
  if (token === null) return unauthorized('Error: Missing authorization header');
  try {
    await keys.verify(token);
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

function tooLarge({ largestBodyBytes }: Limits): Response {
  return failure(413, 'BODY_TOO_LARGE', `The body is larger than ${largestBodyBytes / 1024 / 1024} MB`);
}

/** The request as the function sees it: the gateway's prefix removed, the body still a stream. */
function requestFor(
  c: Context,
  name: string,
  limited: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
): Request {
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
