import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import type { Environment } from './environment';
import { fetchWhileHere } from './navigation/leaving';

/** The specification sets these values. The library's defaults are different. */
const HEARTBEAT_MS = 30_000;
const REALTIME_TIMEOUT_MS = 10_000;
const RECONNECT_AFTER_MS = [1_000, 2_000, 5_000, 10_000];

/** The Supabase client. `connectSupabase` sets it before any component that uses it renders. */
export let supabase: SupabaseClient<Database>;

export function connectSupabase({ url, anonKey }: Environment): SupabaseClient<Database> {
  supabase = createClient<Database>(url, anonKey, {
    global: { fetch: fetchWhileHere },
    auth: { experimental: { passkey: true } },
    realtime: {
      heartbeatIntervalMs: HEARTBEAT_MS,
      timeout: REALTIME_TIMEOUT_MS,
      reconnectAfterMs: (tries) => RECONNECT_AFTER_MS[tries - 1] ?? 10_000,
    },
  });
  // The query client already retries once. The Supabase client has no public option that turns off its
  // retries.
  supabase['rest'].retry = false;
  return supabase;
}

/** Creates a second client with no storage, for work that must finish before the customer is signed in. */
export function connectVisitor({ url, anonKey }: Environment): SupabaseClient<Database> {
  return createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: 'sandbank-visitor' },
  });
}

let openedChannels = 0;

/**
 * Opens a channel. Returns a function that closes it. `open` gets a number for the channel's name, because a
 * channel that is still closing would otherwise be returned again, and it accepts no new listeners.
 */
export function listen(
  open: (client: SupabaseClient<Database>, number: number) => RealtimeChannel,
): () => void {
  openedChannels += 1;
  const channel = open(supabase, openedChannels);
  return () => void supabase.removeChannel(channel);
}
