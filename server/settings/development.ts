import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';

/** Serves the web app's source files through Vite, with hot reload. */
export async function openDevelopmentWeb(server: Server) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(packageRoot, 'web', 'vite.config.ts'),
    appType: 'spa',
    clearScreen: false,
    server: { middlewareMode: true, hmr: { server } },
  });
  const listener: RequestListener = (request, response) => vite.middlewares(request, response);
  return { listener, close: () => vite.close() };
}
