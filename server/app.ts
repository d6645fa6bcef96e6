import { Hono } from 'hono';
import { createAuth } from './auth/auth.ts';
import type { ServerContext } from './context.ts';
import { createFunctions } from './functions/functions.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { createTables } from './tables/tables.ts';

export type App = {
  fetch(request: Request): Promise<Response>;
  realtime: Realtime;
  close(): Promise<void>;
};

/** Everything that is served at one address. */
export function createApp(context: ServerContext): App {
  const app = new Hono();
  const realtime = createRealtime(context);
  app.route('/auth/v1', createAuth(context));
  app.route('/rest/v1', createTables(context));
  app.route('/realtime/v1', realtime.routes);
  app.route('/functions/v1', createFunctions(context));
  return { fetch: async (request) => app.fetch(request), realtime, close: () => realtime.close() };
}
