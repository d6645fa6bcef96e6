import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as Listener } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings/settings.ts';
import { commonHeaders } from './headers.ts';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Responses outside the application also get its common headers. */
const PROTECTING = Object.fromEntries(commonHeaders);
const PORTS_TO_TRY = 100;
/** Longer than the idle time of common proxies, so that they don't reuse a connection that is closing. */
const KEEP_ALIVE_MS = 65_000;
/** The timeouts for headers and for a whole request, and the interval of checking them. */
const PATIENCE_WITH_SENDERS = {
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
};
/** How long a refused connection stays open so that its client can read the reason. */
const REFUSED_MS = 1_000;
/** Allows all open apps to reconnect at once. The system may allow fewer. */
const WAITING_CONNECTIONS = 4_096;
/** At shutdown: how long to keep idle connections, and how long to wait for running requests. */
export type Patience = { lastRequestsMs: number; underWayMs: number };
const ALONE: Patience = { lastRequestsMs: 250, underWayMs: 5_000 };
/** Waits for load balancers to notice, because a single process has nothing to wait for. */
export const BESIDE_OTHERS: Patience = { lastRequestsMs: 5_000, underWayMs: 25_000 };
/** How long a request waits for a bank that is almost ready. */
const ALMOST_READY_MS = 500;
const { close: stopListening } = Listener.prototype;
/** `localhost` has two addresses, and browsers use either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Listens on the given port or the first free one. Serves `localhost` on IPv4 and IPv6 if available. Throws
 * OperatorError.
 */
export async function listen(
  settings: Pick<Settings, 'host' | 'port' | 'portIsChosen'>,
  patience = PATIENCE_WITH_SENDERS,
) {
  const hosts = settings.host === 'localhost' ? LOOPBACK : [settings.host];
  const last = settings.portIsChosen ? settings.port : settings.port + PORTS_TO_TRY;
  for (let port = settings.port; port <= last; port += 1) {
    const servers = await listenOnAll(hosts, port, patience);
    if (servers) return listening(servers);
  }
  throw new OperatorError(
    settings.portIsChosen
      ? `Port ${settings.port} is taken by another program: choose another with PORT, or unset it for the next free one.`
      : `The ports ${settings.port} to ${last} are all taken: choose another with PORT.`,
  );
}

/** Returns null if the port is taken on one of the addresses. */
async function listenOnAll(
  hosts: string[],
  port: number,
  patience: typeof PATIENCE_WITH_SENDERS,
): Promise<Server[] | null> {
  const servers: Server[] = [];
  for (const host of hosts) {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...patience });
    try {
      await listenOn(server, servers[0] ? getPort(servers[0]) : port, host);
      server.on('clientError', answerClientError);
      servers.push(server);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const absent = code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
      if (absent && servers.length > 0) continue;
      for (const open of servers) open.close();
      if (code === 'EADDRINUSE') return null;
      throw new OperatorError(
        `Sandbank cannot listen on ${host}, port ${port} (${code}): change HOST or PORT.`,
      );
    }
  }
  return servers;
}

function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: host === '::1', backlog: WAITING_CONNECTIONS }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function listening(servers: Server[]) {
  let current: RequestListener | null = null;
  const waiting = new Set<() => void>();
  const wait: RequestListener = (request, response) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      (current ?? respondStarting)(request, response);
    };
    const timer = setTimeout(go, ALMOST_READY_MS);
    waiting.add(go);
  };
  for (const server of servers)
    server.on('request', (request, response) => (current ?? wait)(request, response));
  return {
    port: servers[0] ? getPort(servers[0]) : 0,
    servers,
    /** Until this is called, requests wait for a moment and then get a retry response. */
    answer(listener: RequestListener): void {
      current = listener;
      for (const go of [...waiting]) go();
    },
    /**
     * Stops accepting connections and waits a limited time for running requests. Requests on open connections
     * are still answered.
     */
    async close({ lastRequestsMs, underWayMs }: Patience = ALONE): Promise<void> {
      const farewell: RequestListener = (request, response) => {
        response.setHeader('Connection', 'close');
        listener(request, response);
      };
      const listener = current ?? respondStarting;
      current = farewell;
      // Accepts pending connections.
      await nextTurn();
      await nextTurn();
      // Closes only the listening sockets. The servers' own close would cut connections whose next request
      // may be on its way. Their next response closes them.
      const closed = servers.map((server) => new Promise((resolve) => stopListening.call(server, resolve)));
      const force = setTimeout(() => servers.map((server) => server.closeAllConnections()), underWayMs);
      await Promise.race([Promise.all(closed), sleep(lastRequestsMs)]);
      // Reads pending data first, because a connection is idle only after that.
      const closeIdle = () => setImmediate(() => servers.map((server) => server.closeIdleConnections()));
      const idle = setInterval(closeIdle, 50);
      await Promise.all(closed);
      clearInterval(idle);
      clearTimeout(force);
      for (const server of servers) server.close();
    },
  };
}

const respondStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { ...PROTECTING, 'Content-Type': 'application/json', 'Retry-After': '1' });
  response.end(JSON.stringify({ code: '503', message: 'The bank is starting.' }));
};

/** Answers invalid HTTP in the API's error format. */
function answerClientError(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, reason, message] = {
    HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large.'],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long.'],
  }[error.code ?? ''] ?? [400, 'Bad Request', 'The request is not well-formed.'];
  const body = JSON.stringify({ code: String(status), message });
  const headers = {
    ...PROTECTING,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Responses to HEAD must not have a body, which the client would read as the next response.
  const wantsBody = error.rawPacket?.subarray(0, 5).toString('latin1') !== 'HEAD ';
  closeAfter(socket, `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${wantsBody ? body : ''}`);
}

/**
 * Sends a final response and closes the connection. Ending it alone would close only our half, and a client
 * that never closes its half would keep it open, because the HTTP server's timeouts no longer apply.
 */
export function closeAfter(socket: Duplex, answer: string): void {
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

const getPort = (server: Server) => (server.address() as AddressInfo).port;
