import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as Listener } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../settings/settings.ts';
import { WrongState } from '../wrong-state.ts';
import { commonHeaders } from './headers.ts';

export type Listening = {
  port: number;
  servers: Server[];
  /** Until this is called, every request waits for a moment and is then asked to come back. */
  answer(listener: RequestListener): void;
  /**
   * Accepts nothing more and waits for the requests under way, but not longer than patience allows. Whoever sends one at
   * this moment on a connection that is open is answered.
   */
  close(patience?: Patience): Promise<void>;
};

/** Responses outside the application also get its common headers. */
const PROTECTING = Object.fromEntries(commonHeaders);
const PORTS_TO_TRY = 100;
/** Longer than the idle time of common proxies, so that none meets a connection we are about to close. */
const KEEP_ALIVE_MS = 65_000;
/** Time for the headers and for the whole of one request, and how often requests under way are looked at. */
const PATIENCE_WITH_SENDERS = {
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
};
/** How long a refused connection stays open so that its client can read the reason. */
const REFUSED_MS = 1_000;
/** When all open apps come back at once; the system may allow fewer. */
const WAITING_CONNECTIONS = 4_096;
/**
 * At the end: how long connections without a request are kept, and how long requests under way are waited
 * for.
 */
export type Patience = { lastRequestsMs: number; underWayMs: number };
const ALONE: Patience = { lastRequestsMs: 250, underWayMs: 5_000 };
/** Nobody waits for the end, and a proxy needs a moment to see that one of several processes is going. */
export const BESIDE_OTHERS: Patience = { lastRequestsMs: 5_000, underWayMs: 25_000 };
/** How long a request waits for a bank that is almost ready. */
const ALMOST_READY_MS = 500;
const { close: stopListening } = Listener.prototype;
/** `localhost` has two addresses and browsers take either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Listens on the port that was chosen or, when none was, on the first free one. `localhost` is served on IPv4 and
 * IPv6 where the machine has both. Throws WrongState.
 */
export async function listen(
  settings: Pick<Settings, 'host' | 'port' | 'portIsChosen'>,
  patience = PATIENCE_WITH_SENDERS,
): Promise<Listening> {
  const hosts = settings.host === 'localhost' ? LOOPBACK : [settings.host];
  const last = settings.portIsChosen ? settings.port : settings.port + PORTS_TO_TRY;
  for (let port = settings.port; port <= last; port += 1) {
    const servers = await listenOnAll(hosts, port, patience);
    if (servers) return listening(servers);
  }
  throw new WrongState(
    settings.portIsChosen
      ? `Port ${settings.port} is taken by another program: choose another with PORT, or unset it for the next free one.`
      : `The ports ${settings.port} to ${last} are all taken: choose another with PORT.`,
  );
}

/** Null when the port is taken on one of the addresses. */
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
      throw new WrongState(`Sandbank cannot listen on ${host}, port ${port} (${code}): change HOST or PORT.`);
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

function listening(servers: Server[]): Listening {
  let current: RequestListener | null = null;
  const waiting = new Set<() => void>();
  const wait: RequestListener = (request, response) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      (current ?? askToWait)(request, response);
    };
    const timer = setTimeout(go, ALMOST_READY_MS);
    waiting.add(go);
  };
  for (const server of servers)
    server.on('request', (request, response) => (current ?? wait)(request, response));
  return {
    port: servers[0] ? getPort(servers[0]) : 0,
    servers,
    answer(listener) {
      current = listener;
      for (const go of [...waiting]) go();
    },
    async close({ lastRequestsMs, underWayMs } = ALONE) {
      const farewell: RequestListener = (request, response) => {
        response.setHeader('Connection', 'close');
        listener(request, response);
      };
      const listener = current ?? askToWait;
      current = farewell;
      // Connections that are already pending are accepted.
      await nextTurn();
      await nextTurn();
      // Of each server's own way to close only the half that listens no more: it would cut connections that
      // wait for the
      // next request, which may be on its way. They are told with its answer.
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

const askToWait: RequestListener = (_request, response) => {
  response.writeHead(503, { ...PROTECTING, 'Content-Type': 'application/json', 'Retry-After': '1' });
  response.end(JSON.stringify({ code: '503', message: 'The bank is starting.' }));
};

/** Answers input that is not HTTP in the format of our refusals. */
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
  // A response to HEAD must not have a body, which the client would read as the next response.
  const wantsBody = error.rawPacket?.subarray(0, 5).toString('latin1') !== 'HEAD ';
  closeAfter(socket, `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${wantsBody ? body : ''}`);
}

/**
 * Sends a last answer and closes the connection. To end it alone would close our half: one whose client never closes the
 * other half would stay open for ever, since no timeout of the HTTP server applies to it any more.
 */
export function closeAfter(socket: Duplex, answer: string): void {
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

const getPort = (server: Server) => (server.address() as AddressInfo).port;
