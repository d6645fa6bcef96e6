// Runs the server in a separate process for fuzzing, so that its memory and crashes can be observed. Reports
// its address, its logged errors, and, on request, its heap to the parent process.

import { pino } from 'pino';
import { openDatabase } from '../../../server/database/database.ts';
import { createApp } from '../../../server/http/app.ts';
import { listen } from '../../../server/http/listen.ts';
import { serve } from '../../../server/http/serve.ts';
import { openKeys } from '../../../server/settings/keys.ts';
import { readSettings } from '../../../server/settings/settings.ts';

const [, , databaseUrl = '', dataFolder = ''] = process.argv;
const DATABASE_CONNECTIONS = 10;

const http = await listen({ host: '127.0.0.1', port: 0, portIsChosen: true });
const url = `http://127.0.0.1:${http.port}`;
const settings = readSettings({
  SANDBANK_URL: url,
  SANDBANK_DATA: dataFolder,
  SANDBANK_RATE_LIMIT_FACTOR: '1000000',
});
const database = await openDatabase(databaseUrl, { connections: DATABASE_CONNECTIONS });
const keys = await openKeys(database, settings.publicUrl);
const log = pino({ level: 'error' }, { write: (line: string) => process.send?.({ kind: 'logged', line }) });
const app = createApp({ database, keys, settings, log });
serve(app, http, null);

process.on('message', async () => {
  const [open] = await database.owner<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database()`;
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo();
  process.send?.({
    kind: 'held',
    heap: heapUsed,
    external,
    rss,
    databaseConnections: open?.count ?? 0,
    handles: handles.length,
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ kind: 'ready', url, anonKey: keys.anonKey, serviceKey: keys.serviceKey });
