import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as Listener } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings/settings.ts';
import { commonHeaders } from './headers.ts';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** The common headers as an object, for responses that the application doesn't create. */
const PROTECTING = Object.fromEntries(commonHeaders);
const PORTS_TO_TRY = 100;
/**
 * The time for which idle connections stay open. It is longer than the idle timeout of common proxies, so
 * that they don't reuse a connection that is being closed.
 */
const KEEP_ALIVE_MS = 65_000;
/** The timeouts for headers and for a complete request, and the interval at which they are checked. */
const PATIENCE_WITH_SENDERS = {
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
};
/** The time for which a refused connection stays open, so that the client can read the reason. */
const REFUSED_MS = 1_000;
/**
 * The length of the connection queue. It allows all open apps to reconnect at the same time. The system can
 * impose a lower limit.
 */
const WAITING_CONNECTIONS = 4_096;
/** The time to keep idle connections during a shutdown, and the time to wait for running requests. */
export type Patience = { lastRequestsMs: number; underWayMs: number };
const ALONE: Patience = { lastRequestsMs: 250, underWayMs: 5_000 };
/**
 * The shutdown times if there are other processes. They are long enough for load balancers to notice the
 * shutdown.
 */
export const BESIDE_OTHERS: Patience = { lastRequestsMs: 5_000, underWayMs: 25_000 };
/** The maximum time that a request waits for the bank to finish starting. */
const ALMOST_READY_MS = 500;
const { close: stopListening } = Listener.prototype;
/** `localhost` has two addresses, and browsers use either one. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Listens on the given port or the first free one. Serves `localhost` on IPv4 and IPv6, if available. Throws
 * OperatorError if it can't listen.
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
      ? `Port ${settings.port} is taken by another program. Choose another port with PORT, or unset PORT to use the next free port.`
      : `All ports from ${settings.port} to ${last} are in use. Choose another port with PORT.`,
  );
}

/** Listens on all addresses. Returns null if the port is in use on any of them. */
async function listenOnAll(hosts: string[], port: number, patience: typeof PATIENCE_WITH_SENDERS) {
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
        `Sandbank can't listen on ${host}, port ${port} (${code}). Change HOST or PORT.`,
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
    /**
     * Starts handling requests. Until then, a request waits briefly and then gets a response that asks the
     * client to retry.
     */
    answer(listener: RequestListener): void {
      current = listener;
      for (const go of [...waiting]) go();
    },
    /**
     * Stops accepting connections and waits for running requests for a limited time. Requests on open
     * connections are still handled.
     */
    async close({ lastRequestsMs, underWayMs }: Patience = ALONE): Promise<void> {
      const farewell: RequestListener = (request, response) => {
        response.setHeader('Connection', 'close');
        listener(request, response);
      };
      const listener = current ?? respondStarting;
      current = farewell;
      // Lets the server accept pending connections before the listening sockets are closed.
      await nextTurn();
      await nextTurn();
      // Closes only the listening sockets. The server's own close method would cut connections on which
      // another request could already be in transit. Open connections are closed with their next response.
      const closed = servers.map((server) => new Promise((resolve) => stopListening.call(server, resolve)));
      const force = setTimeout(() => servers.map((server) => server.closeAllConnections()), underWayMs);
      await Promise.race([Promise.all(closed), sleep(lastRequestsMs)]);
      // Reads pending data first. Otherwise, a connection with a pending request would look idle.
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

/** Responds to invalid HTTP in the API's error format. */
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
  // A response to HEAD must not have a body, because the client would read it as the next response.
  const wantsBody = error.rawPacket?.subarray(0, 5).toString('latin1') !== 'HEAD ';
  closeAfter(socket, `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${wantsBody ? body : ''}`);
}

/**
 * Sends a final response and closes the connection. Calling `end` alone would close only the server's side. A
 * client that never closes its side would keep the connection open, because the HTTP server's timeouts no
 * longer apply.
 */
export function closeAfter(socket: Duplex, answer: string): void {
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

const getPort = (server: Server) => (server.address() as AddressInfo).port;
