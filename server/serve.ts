import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type App, isServerPath } from './app.ts';
import type { Listening } from './listen.ts';

const WEBSOCKET = /^\/realtime\/v1\/websocket(\?|$)/;

/**
 * Lets the application answer what comes in: requests, and WebSockets of the live changes. `web`, when given, serves
 * the web app instead of the build.
 */
export function serve(app: App, http: Listening, web: RequestListener | null): void {
  const api = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      error instanceof RequestError
        ? Response.json({ code: '400', message: 'The address is not well-formed.' }, { status: 400 })
        : Response.json({ code: '500', message: 'Something went wrong on our side.' }, { status: 500 }),
  });
  http.answer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
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
      } else if (!web) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      // Hot reload listens on one server only, `localhost` has two.
      else if (server !== first) first?.emit('upgrade', request, socket, head);
    });
}
