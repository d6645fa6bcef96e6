import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type App, isServerPath } from './app.ts';
import { commonHeaders } from './headers.ts';
import { closeAfter, type Listening } from './listen.ts';

const ILL_FORMED = JSON.stringify({ code: '400', message: 'The URL is not well-formed.' });
const JSON_HEADERS = new Headers([...commonHeaders, ['Content-Type', 'application/json']]);
const WEBSOCKET = /^\/realtime\/v1\/websocket(\?|$)/;

/**
 * Serves HTTP requests and the WebSockets of the realtime API. If `web` is given, it replaces the built web
 * app.
 */
export function serve(app: App, http: Listening, web: RequestListener | null): void {
  const api = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    errorHandler: (error) =>
      error instanceof RequestError
        ? new Response(ILL_FORMED, { status: 400, headers: JSON_HEADERS })
        : Response.json(
            { code: '500', message: 'Something went wrong on our side.' },
            { status: 500, headers: JSON_HEADERS },
          ),
  });
  http.answer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!isHost(request.headers.host)) {
      response.writeHead(400, [...commonHeaders.flat(), 'Content-Type', 'application/json']);
      return response.end(ILL_FORMED);
    }
    return web && !isServerPath(path) ? web(request, response) : api(request, response);
  });
  const [first] = http.servers;
  for (const server of http.servers)
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      if (WEBSOCKET.test(request.url ?? '')) {
        app.metrics.socketOpened();
        socket.once('close', app.metrics.socketClosed);
        app.realtime.accept(request, socket, head);
      } else if (!web) closeAfter(socket, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      // Hot reload needs a single server. `localhost` has two (IPv4 and IPv6), so the first one handles all
      // upgrades.
      else if (server !== first) first?.emit('upgrade', request, socket, head);
    });
}

/**
 * Returns false for an invalid host name. Some host names, such as addresses with numbers that are too large,
 * fail only when the URL is parsed.
 */
const isHost = (host: string | undefined) => host === undefined || URL.canParse(`http://${host}`);
