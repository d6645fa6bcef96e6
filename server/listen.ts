import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as Listener } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { commonHeaders } from './headers.ts';
import type { Settings } from './settings.ts';
import { WrongState } from './wrong-state.ts';

export type Listening = {
  port: number;
  servers: Server[];
  /** Until this is called, every request is asked to wait. */
  answer(listener: RequestListener): void;
  /** Accepts nothing more and waits for the requests under way, but not longer than patience allows. */
  close(): Promise<void>;
};

/** What no request ever reaches the application for is answered with the headers of all its answers. */
const PROTECTING = Object.fromEntries(commonHeaders);
const PORTS_TO_TRY = 100;
/** Longer than the idle time of common proxies, so that none meets a connection we are about to close. */
const KEEP_ALIVE_MS = 65_000;
/** When all open apps come back at once; the system may allow fewer. */
const WAITING_CONNECTIONS = 4_096;
const PATIENCE_MS = 5_000;
/** How long connections that wait for a request are kept open at the end. */
const LAST_REQUESTS_MS = 250;
const { close: stopListening } = Listener.prototype;
/** `localhost` has two addresses and browsers take either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Listens on the port that was chosen or, when none was, on the first free one. `localhost` is served on IPv4 and
 * IPv6 where the machine has both. Throws WrongState.
 */
export async function listen(settings: Pick<Settings, 'host' | 'port' | 'portIsChosen'>): Promise<Listening> {
  const hosts = settings.host === 'localhost' ? LOOPBACK : [settings.host];
  const last = settings.portIsChosen ? settings.port : settings.port + PORTS_TO_TRY;
  for (let port = settings.port; port <= last; port += 1) {
    const servers = await listenOnAll(hosts, port);
    if (servers) return listening(servers);
  }
  throw new WrongState(
    settings.portIsChosen
      ? `Port ${settings.port} is taken by another program: choose another with PORT, or unset it for the next free one.`
      : `The ports ${settings.port} to ${last} are all taken: choose another with PORT.`,
  );
}

/** Null when the port is taken on one of the addresses. */
async function listenOnAll(hosts: string[], port: number): Promise<Server[] | null> {
  const servers: Server[] = [];
  for (const host of hosts) {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
    try {
      await listenOn(server, servers[0] ? portOf(servers[0]) : port, host);
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
  let current: RequestListener = askToWait;
  for (const server of servers) server.on('request', (request, response) => current(request, response));
  return {
    port: servers[0] ? portOf(servers[0]) : 0,
    servers,
    answer(listener) {
      current = listener;
    },
    async close() {
      const farewell: RequestListener = (request, response) => {
        response.setHeader('Connection', 'close');
        listener(request, response);
      };
      const listener = current;
      current = farewell;
      // Of each server's own way to close only the half that listens no more: it would cut connections that wait for the
      // next request, which may be on its way. They are told with its answer.
      const closed = servers.map((server) => new Promise((resolve) => stopListening.call(server, resolve)));
      const force = setTimeout(() => servers.map((server) => server.closeAllConnections()), PATIENCE_MS);
      await Promise.race([Promise.all(closed), sleep(LAST_REQUESTS_MS)]);
      const idle = setInterval(() => servers.map((server) => server.closeIdleConnections()), 50);
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

/** What is not HTTP at all never becomes a request: it is answered here, in the form of all our refusals. */
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
  // Whoever asked for the head alone takes a body for the next answer.
  const wantsBody = error.rawPacket?.subarray(0, 5).toString('latin1') !== 'HEAD ';
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${wantsBody ? body : ''}`);
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
