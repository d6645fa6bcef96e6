import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import type { Database } from './database.types';
import type { Environment } from './environment';
import { fetchWhileHere } from './leaving';

/** Numbers of the specification; the library's own have moved since. */
const HEARTBEAT_MS = 30_000;
const REALTIME_TIMEOUT_MS = 10_000;
const RECONNECT_AFTER_MS = [1_000, 2_000, 5_000, 10_000];

/** The one way to the bank. A live binding: set by `connectSupabase` before any screen that uses it is rendered. */
export let supabase: SupabaseClient<Database>;

/** Creates the client. Tests hand in the real server's `fetch`. */
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
  // The cache's single retry is the only one: the client's own would multiply it. It has no option for this.
  supabase['rest'].retry = false;
  return supabase;
}

/** A client beside the signed-in one that keeps nothing: for work that must be finished before its customer is shown. */
export function connectVisitor({ url, anonKey }: Environment): SupabaseClient<Database> {
  return createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: 'sandbank-visitor' },
  });
}
