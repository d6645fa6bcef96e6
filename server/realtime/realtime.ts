import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ServerContext } from '../http/context.ts';
import { closeAfter } from '../http/listen.ts';
import { createBroadcastRoutes } from './broadcast-routes.ts';
import { createFeed } from './changes/feed.ts';
import { Connection } from './connection.ts';
import type { Version } from './frames.ts';
import { getIdentity, type Identity, Refusal } from './identity.ts';
import { LIMITS } from './limits.ts';
import { watchSessions } from './session-watch.ts';

const CHECK_SILENCE_EVERY_MS = 10_000;
const GOING_AWAY = 1001;
const SERVICE_RESTART = 1012;
/** The maximum time for sockets to close when the server stops. */
const CLOSE_TIMEOUT_MS = 1_000;

export type Realtime = ReturnType<typeof createRealtime>;

/** Creates Supabase's realtime API: broadcast, presence, and row changes over Phoenix channels. */
export function createRealtime(context: ServerContext) {
  const connections = new Set<Connection>();
  const feed = createFeed(context, () => {
    for (const connection of connections) {
      if (connection.followsChanges) connection.close(SERVICE_RESTART, 'row changes were missed');
    }
  });
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.frameBytes,
    perMessageDeflate: false,
  });
  const watch = setInterval(() => {
    for (const connection of connections) connection.closeIfSilent();
  }, CHECK_SILENCE_EVERY_MS);
  watch.unref();
  // Watches sessions only if a pre-request function is configured. Otherwise, requests don't check sessions
  // either, so the channels of an ended session stay open.
  const sessions = context.settings.config.api.pre_request ? watchSessions(context, connections) : null;

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = () => undefined;
    socket.on('error', ignore);
    const refuse = (status: string, message: string) => refuseUpgrade(socket, status, message);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const version = getVersion(url.searchParams.get('vsn'));
    if (!/^\/realtime\/v1\/websocket\/?$/.test(url.pathname)) return refuse('404 Not Found', 'Not found');
    if (version === null) return refuse('400 Bad Request', 'Unsupported serializer version');
    if (connections.size >= LIMITS.sockets) return refuse('429 Too Many Requests', 'Too many connections');
    const key = url.searchParams.get('apikey') ?? request.headers.apikey;
    if (typeof key !== 'string' || key === '') return refuse('401 Unauthorized', 'API key is missing');
    let socketIdentity: Identity;
    try {
      socketIdentity = await getIdentity(key, context);
    } catch (error) {
      if (error instanceof Refusal) return refuse('401 Unauthorized', formatKeyRefusal(error));
      context.log.error({ err: error }, 'failed to verify the key for a socket');
      return refuse('503 Service Unavailable', 'The bank is unavailable at the moment. Try again later.');
    }
    socket.off('error', ignore);
    const { headers } = request;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(
        webSocket,
        { version, socketIdentity, headers },
        { context, ...feed },
      );
      connections.add(connection);
      webSocket.on('close', () => connections.delete(connection));
    });
  }

  return {
    /** The HTTP routes, mounted at /realtime/v1. */
    routes: createBroadcastRoutes(context, feed.processes),
    /** Accepts an HTTP upgrade of /realtime/v1/websocket. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      accept(request, socket, head).catch((error: unknown) => {
        context.log.error({ err: error }, 'failed to open a socket');
        socket.destroy();
      });
    },
    async close(): Promise<void> {
      clearInterval(watch);
      void sessions?.close();
      for (const connection of connections) connection.close(GOING_AWAY, 'the server is stopping');
      // Stops row changes before the sockets close and leave their topics.
      feed.changes.close();
      await closeSockets(server);
      await feed.close();
    },
  };
}

/**
 * Returns Supabase's message for a problem with a key. If the key has expired, omits the time at which it
 * expired.
 */
function formatKeyRefusal({ message }: Refusal): string {
  return message.startsWith('Token has expired') ? 'Token has expired' : message;
}

function getVersion(text: string | null): Version | null {
  if (text === null || text === '1.0.0') return '1.0.0';
  return text === '2.0.0' ? text : null;
}

function refuseUpgrade(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ error: message });
  closeAfter(
    socket,
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Waits until the sockets are closed. After a timeout, terminates the remaining sockets. */
async function closeSockets(server: WebSocketServer): Promise<void> {
  const sockets = [...server.clients].map(
    (socket) => new Promise((resolve) => socket.once('close', resolve)),
  );
  const timer = setTimeout(() => {
    for (const socket of server.clients) socket.terminate();
  }, CLOSE_TIMEOUT_MS);
  await Promise.all(sockets);
  clearTimeout(timer);
  server.close();
}
