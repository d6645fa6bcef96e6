import {
  createClient,
  type RealtimeChannel,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import type { Database } from './database.types';
import type { Environment } from './environment';
import { fetchWhileHere } from './leaving';

/** Required by the specification. The library's defaults differ. */
const HEARTBEAT_MS = 30_000;
const REALTIME_TIMEOUT_MS = 10_000;
const RECONNECT_AFTER_MS = [1_000, 2_000, 5_000, 10_000];

/** The Supabase client. `connectSupabase` sets it before any screen that uses it renders. */
export let supabase: SupabaseClient<Database>;

/** Creates the client. Tests pass the real server's `fetch`. */
export function connectSupabase(
  { url, anonKey }: Environment,
  options: SupabaseClientOptions<'public'> = {},
): SupabaseClient<Database> {
  supabase = createClient<Database>(url, anonKey, {
    ...options,
    global: { fetch: fetchWhileHere, ...options.global },
    auth: { ...options.auth, experimental: { passkey: true } },
    realtime: {
      heartbeatIntervalMs: HEARTBEAT_MS,
      timeout: REALTIME_TIMEOUT_MS,
      reconnectAfterMs: (tries) => RECONNECT_AFTER_MS[tries - 1] ?? 10_000,
      ...options.realtime,
    },
  });
  // The query client retries once. The Supabase client has no option to turn off its own retries.
  supabase['rest'].retry = false;
  return supabase;
}

/** Creates a second client without storage, for work that must finish before its customer is signed in. */
export function connectVisitor({ url, anonKey }: Environment): SupabaseClient<Database> {
  return createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: 'sandbank-visitor' },
  });
}

/** Loads the realtime client on first use. */
export async function withRealtime(): Promise<SupabaseClient<Database>> {
  const client = supabase;
  const before = client.realtime;
  if (isLate(before)) {
    const come = await before.come();
    // A concurrent caller has already set it.
    if (client.realtime === before) client.realtime = come;
  }
  return client;
}

/** Loads the storage client on first use. */
export async function withStorage(): Promise<SupabaseClient<Database>> {
  const client = supabase;
  const before = client.storage;
  if (isLate(before)) {
    const come = await before.come();
    if (client.storage === before) client.storage = come;
  }
  return client;
}

/** Returns true for the stubs that the build substitutes. Tests use the real clients. */
function isLate<Part extends object>(part: Part): part is Part & { come: () => Promise<Part> } {
  return 'come' in part;
}

/** The retry interval after the realtime client failed to load. */
const LISTENS_AGAIN_AFTER_MS = 5_000;

/** Opens a channel once the realtime client is loaded. Returns a function that closes it. */
export function listen(open: (client: SupabaseClient<Database>) => RealtimeChannel): () => void {
  let channel: RealtimeChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const begin = () => {
    withRealtime().then(
      (client) => {
        if (!isOver) channel = open(client);
      },
      (error: unknown) => {
        console.error("We couldn't start live updates.", error);
        if (!isOver) timer = setTimeout(begin, LISTENS_AGAIN_AFTER_MS);
      },
    );
  };
  begin();
  return () => {
    isOver = true;
    clearTimeout(timer);
    if (channel) void supabase.removeChannel(channel);
  };
}
