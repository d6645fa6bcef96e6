import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createAuth } from '../auth/auth.ts';
import { type Delivery, startDelivery } from '../auth/mail/delivery.ts';
import { outboxRoutes } from '../auth/mail/outbox.ts';
import { isAway } from '../database/away.ts';
import { TooManyRequests } from '../database/fair-share.ts';
import { createFunctions } from '../functions/functions.ts';
import { readLimited } from '../lib/read-limited.ts';
import { createMetrics, type Metrics } from '../operations/metrics.ts';
import { createRealtime, type Realtime } from '../realtime/realtime.ts';
import { createTables } from '../rest/rest.ts';
import { TokenError } from '../settings/keys-tokens.ts';
import { createStorage, type Storage } from '../storage/storage.ts';
import type { ServerContext } from './context.ts';
import { commonHeaders, corsHeaders, httpsHeaders, preflight } from './headers.ts';
import { getReachedAddress } from './reached-address.ts';
import { createStatic } from './static.ts';

export type App = ReturnType<typeof createApp>;

/** Pages for local use only. Pages from other origins can't read them. */
const PRIVATE_PAGES = new Set(['/outbox', '/metrics']);
const MAX_BODY_BYTES = 1024 * 1024;
const API = /^\/(auth|rest|storage|realtime|functions|graphql)\/v\d+(\/|$)/;
/** Server paths outside the API. */
const PAGES_OF_ITS_OWN = new Set(['/health', '/config.json', ...PRIVATE_PAGES]);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns true if the server, not the web app, handles a path. */
export const isServerPath = (path: string) => API.test(path) || PAGES_OF_ITS_OWN.has(path);

/** Serves the API and the web app at the same address. */
export function createApp(context: ServerContext) {
  const { settings, log } = context;
  const realtime = createRealtime(context);
  const delivery = startDelivery(context);
  const metrics = createMetrics(context);
  const storage = createStorage(context);
  const functions = createFunctions(context, { fetch: (request) => fetch(request) });
  const routes = createRoutes(context, { realtime, delivery, metrics, storage, functions });
  const defaultHeaders = settings.publicUrl.startsWith('https:')
    ? [...commonHeaders, ...httpsHeaders]
    : commonHeaders;

  /** Handles a request. `bindings` contains the connection if there is one. */
  async function fetch(request: Request, bindings?: object): Promise<Response> {
    const started = performance.now();
    const path = getPath(request.url);
    const id = requestId(request.headers.get('x-request-id'));
    const response = withHeaders(await answer(request, path, bindings), id, path, defaultHeaders);
    const elapsed = performance.now() - started;
    metrics.answered(path, response.status, elapsed / 1000);
    const ms = Math.round(elapsed * 10) / 10;
    log.info({ id, method: request.method, path: hideSecret(path), status: response.status, ms }, 'request');
    return response;
  }

  async function answer(request: Request, path: string, bindings?: object): Promise<Response> {
    if (!METHODS.has(request.method)) return failure(405, 'This method is not supported.');
    if (
      request.method === 'OPTIONS' &&
      isServerPath(path) &&
      !PRIVATE_PAGES.has(path) &&
      !asksForMethods(request, path)
    )
      return preflight(request.headers.get('access-control-request-headers'));
    const limited = await limitBody(request, path);
    // If the body is too large, the rest of it is not read, so the client must open a new connection.
    return limited
      ? routes.fetch(limited, bindings)
      : failure(413, 'The body is larger than 1 MB.', { Connection: 'close' });
  }

  return {
    fetch,
    realtime,
    metrics,
    loadFunctions: functions.loadAtStart,
    close: async () => void (await Promise.all([realtime.close(), delivery.close(), storage.close()])),
  };
}

type Services = {
  realtime: Realtime;
  delivery: Delivery;
  metrics: Metrics;
  storage: Storage;
  functions: Hono;
};

function createRoutes(
  context: ServerContext,
  { realtime, delivery, metrics, storage, functions }: Services,
): Hono {
  const { settings, log, keys, database } = context;
  const app = new Hono();
  app.route('/auth/v1', createAuth(context, delivery));
  app.route('/rest/v1', createTables(context));
  app.route('/storage/v1', storage.routes);
  app.route('/realtime/v1', realtime.routes);
  app.route('/functions/v1', functions);
  app.route('/', outboxRoutes(context, delivery));
  app.route('/', metrics.routes);
  app.get('/health', async (c) => {
    const reachable = await database.isReachable();
    const status = !reachable ? 'database unreachable' : database.isStarved() ? 'database busy' : 'ok';
    return c.json({ status }, status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  app.get('/config.json', (c) => {
    return c.json({ url: getReachedAddress(c, settings), anonKey: keys.anonKey }, 200, {
      'Cache-Control': 'no-cache',
    });
  });
  const files = settings.webFolder === null ? () => null : createStatic(settings.webFolder);
  app.on(['GET', 'HEAD'], '*', (c) => {
    const path = getPath(c.req.raw.url);
    return (
      (isServerPath(path) ? null : files(c.req.raw, path)) ??
      failure(404, "We couldn't find anything at this address.")
    );
  });
  app.notFound(() => failure(404, "We couldn't find anything at this address."));
  app.onError((error) => {
    if (error instanceof TokenError) return failure(401, error.message);
    if (error instanceof TooManyRequests) return failure(429, error.message, { 'Retry-After': '1' });
    if (error instanceof URIError) return failure(400, 'The URL is not well-formed.');
    const unavailable = isAway(error);
    log.error({ err: error }, unavailable ? 'the database is unavailable' : 'a request failed');
    return unavailable
      ? failure(503, 'The bank is restarting. Please try again.', { 'Retry-After': '1' })
      : failure(500, 'Something went wrong on our side.');
  });
  return app;
}

/**
 * Returns true for OPTIONS requests that ask for methods or upload features. Unlike these requests, CORS
 * preflights have the header Access-Control-Request-Method.
 */
function asksForMethods(request: Request, path: string): boolean {
  return /^\/(rest|storage)\//.test(path) && !request.headers.has('access-control-request-method');
}

/**
 * Returns the request with a size-limited body, or null if the body is too large. Uploads and server
 * functions have their own limits.
 */
async function limitBody(request: Request, path: string): Promise<Request | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  if (/^\/(storage|functions)\//.test(path)) return request;
  const length = request.headers.get('content-length');
  if (length) return Number(length) <= MAX_BODY_BYTES ? request : null;
  if (!request.body) return request;
  // A body of unknown length is read first, so that it is passed on either completely or not at all.
  const body = await readLimited(request.body, MAX_BODY_BYTES);
  if (body === null) return null;
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}

function withHeaders(response: Response, id: string, path: string, defaultHeaders: [string, string][]) {
  const headers =
    isServerPath(path) && !PRIVATE_PAGES.has(path) ? [...defaultHeaders, ...corsHeaders] : defaultHeaders;
  const apply = (target: Response) => {
    for (const [name, value] of headers) if (!target.headers.has(name)) target.headers.set(name, value);
    target.headers.set('X-Request-Id', id);
    return target;
  };
  try {
    return apply(response);
  } catch {
    // The headers of a response from fetch() are immutable.
    return apply(new Response(response.body, response));
  }
}

function failure(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code: String(status), message }, { status, headers });
}

const requestId = (header: string | null) =>
  header && /^[\w.-]{8,128}$/.test(header) ? header : randomUUID();

function getPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.slice(start).search(/[?#]/);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : start + end);
}

/** Returns a path for the log, without the secret in a calendar address, which is 64 hexadecimal digits. */
const hideSecret = (path: string) => path.replace(/[0-9a-f]{64}/gi, 'secret');
