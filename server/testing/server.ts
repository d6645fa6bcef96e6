import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';
import { openDatabase } from '../database/database.ts';
import { createApp } from '../http/app.ts';
import type { ServerContext } from '../http/context.ts';
import { listen } from '../http/listen.ts';
import { serve } from '../http/serve.ts';
import { startSchedule } from '../scheduler/schedule.ts';
import { openKeys } from '../settings/keys.ts';
import { type Config, readSettings, type Settings } from '../settings/settings.ts';

type DeepPartial<T> = T extends object ? { [Key in keyof T]?: DeepPartial<T[Key]> } : T;

export type TestServerOptions = {
  /** Overrides for supabase/config.toml. */
  config?: DeepPartial<Config>;
  settings?: Partial<Omit<Settings, 'config'>>;
  /** The address for replication; null for a server without replication. */
  subscriberUrl?: string | null;
  /** Also listens on a port, which WebSockets need. */
  listen?: boolean;
  /** Also runs the scheduler, which runs jobs and sends requests from SQL. */
  schedule?: boolean;
  /** Receives the lines of the log. */
  onLog?: (line: string) => void;
  /** Uses this server's database, as a second process of the same bank. */
  beside?: TestServer;
};

export type TestServer = {
  fetch: typeof globalThis.fetch;
  url: string;
  anonKey: string;
  serviceKey: string;
  context: ServerContext;
  close(): Promise<void>;
};

/**
 * Starts the real server on its own database or on another server's database. The caller must close the
 * server.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const shared = options.beside?.context.database.url;
  const clone = shared ? { url: shared, drop: async () => {} } : await cloneDatabase();
  const http = options.listen ? await listen({ host: '127.0.0.1', port: 0, portIsChosen: true }) : null;
  const url = http ? `http://127.0.0.1:${http.port}` : 'http://sandbank.test';
  const defaults = readSettings({ SANDBANK_URL: url });
  const settings: Settings = {
    ...defaults,
    ...options.settings,
    config: overlaid(defaults.config, options.config ?? {}),
  };
  const { onLog } = options;
  const log = onLog
    ? pino({ level: 'info' }, { write: onLog })
    : pino({ level: process.env.LOG_LEVEL ?? 'silent' }, pino.destination(2));
  const { limits } = settings.config.api;
  const opened = await openDatabase(clone.url, { connections: 5, limits });
  const { subscriberUrl = opened.subscriberUrl } = options;
  const database = { ...opened, subscriberUrl };
  const keys = await openKeys(database, settings.publicUrl, settings.keys);
  const context = { database, keys, settings, log };
  const app = createApp(context);
  if (http) serve(app, http, null);
  const schedule = options.schedule ? await startSchedule(context, app.fetch, app.metrics.jobFinished) : null;
  return {
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    url,
    anonKey: keys.anonKey,
    serviceKey: keys.serviceKey,
    context,
    async close() {
      await schedule?.close();
      await app.close();
      for (const server of http?.servers ?? []) server.closeAllConnections();
      await http?.close();
      await database.close();
      await clone.drop();
    },
  };
}

/** Returns a real supabase-js client for a test server. `key` replaces the client's API key. */
export function getClient(
  server: TestServer,
  options: SupabaseClientOptions<'public'> & { key?: string } = {},
): SupabaseClient {
  const { key = server.anonKey, ...settings } = options;
  return createClient(server.url, key, {
    ...settings,
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...settings.auth },
    global: { fetch: server.fetch, ...settings.global },
    realtime: { transport: WebSocket as never, ...settings.realtime },
  });
}

/** Sends raw bytes to a listening server. Returns the output until the server closes the connection. */
export async function raw({ url }: TestServer, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

type Assumption = Record<string, unknown>;
const isLayer = (value: unknown): value is Assumption =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function overlaid<T extends Assumption>(base: T, changes: Assumption): T {
  const result: Assumption = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    const before = result[key];
    result[key] = isLayer(before) && isLayer(change) ? overlaid(before, change) : change;
  }
  return result as T;
}
