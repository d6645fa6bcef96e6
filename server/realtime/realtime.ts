import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import type { ServerContext } from '../context.ts';

export type Realtime = {
  routes: Hono;
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
};

/** Live changes, mounted at /realtime/v1. */
export function createRealtime(_context: ServerContext): Realtime {
  return { routes: new Hono(), accept: (_request, socket) => void socket.destroy(), close: async () => {} };
}
