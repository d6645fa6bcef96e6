import { Hono } from 'hono';
import type { ServerContext } from '../http/context.ts';
import type { WorkLoop } from '../lib/work-loop.ts';
import { bucketRoutes, createConfiguredBuckets } from './buckets.ts';
import { openStorageContext, type StorageContext, type StorageEnv } from './context.ts';
import { downloadRoutes } from './download-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { listRoutes } from './list.ts';
import { objectRoutes } from './object-routes.ts';
import { resumableRoutes } from './resumable/routes.ts';
import { malformed, respondToError } from './storage-error.ts';
import { startSweeper } from './sweep.ts';
import { uploadRoutes } from './upload-routes.ts';

export type Storage = { routes: Hono<StorageEnv>; close(): Promise<void> };

/** Creates the storage API (`/storage/v1`), which is compatible with Supabase's. */
export function createStorage(context: ServerContext): Storage {
  const routes = new Hono<StorageEnv>();
  const log = (error: unknown) => context.log.error({ err: error }, 'a storage request failed');
  routes.onError((error, c) => respondToError(error, c, log));
  routes.notFound((c) => {
    const message = `Route ${c.req.method}:${c.req.path} not found`;
    return c.json({ statusCode: '404', error: 'Not Found', message, code: 'NotFound' }, 404);
  });
  if (!context.settings.config.storage.enabled) return { routes, close: async () => {} };

  const opened = openOnce(context);
  routes.get('/status', (c) => c.body(null, 200));
  routes.get('/version', (c) => c.text('sandbank'));
  routes.delete('/cdn/*', (c) => c.json({ message: 'success' }));
  routes.use(async (c, next) => {
    c.set('storage', await opened.storage());
    await next();
  });
  for (const part of [bucketRoutes, listRoutes, linkRoutes, objectRoutes, uploadRoutes, downloadRoutes])
    routes.route('/', part);
  routes.route('/', resumableRoutes(log));
  routes.all('/object/:bucket/', () => {
    throw malformed('The file name is missing');
  });
  return { routes, close: opened.close };
}

/** Opens the storage immediately. If this fails, the next request tries again. */
function openOnce(context: ServerContext) {
  let sweeper: WorkLoop | null = null;
  let opening: Promise<StorageContext> | null = null;
  const storage = () => {
    opening ??= open().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const open = async () => {
    const opened = await openStorageContext(context);
    await createConfiguredBuckets(opened);
    sweeper = startSweeper(opened);
    return opened;
  };
  storage().catch((error) => context.log.error({ err: error }, 'failed to open the file store'));
  return {
    storage,
    async close() {
      await opening?.catch(() => null);
      await sweeper?.close();
    },
  };
}
