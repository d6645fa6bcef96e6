import { createClient, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js';

/** The environment of a server function: settings by name, and `fetch`. */
export type Environment = { get(name: string): string | undefined; fetch: typeof fetch };

type SocketClass = RealtimeClientOptions['transport'];
type Deno = { env: { get(name: string): string | undefined } };

/**
 * Returns the environment of a server function. Sandbank passes it as the handler's second argument; on
 * Supabase, Deno provides it.
 */
export function getEnvironment(environment: unknown): Environment {
  if (isEnvironment(environment)) return environment;
  const deno = (globalThis as { Deno?: Deno }).Deno;
  if (deno === undefined) throw new Error('A server function was called without its environment.');
  return { get: (name) => deno.env.get(name), fetch: (input, init) => fetch(input, init) };
}

/** Returns a client that bypasses row-level security, for work that the caller isn't allowed to do. */
export function serviceClient(environment: Environment): SupabaseClient {
  return client(environment, 'SUPABASE_SERVICE_ROLE_KEY', {});
}

/** Returns a client with the caller's rights. */
export function callerClient(environment: Environment, request: Request): SupabaseClient {
  const authorization = request.headers.get('authorization');
  return client(environment, 'SUPABASE_ANON_KEY', authorization === null ? {} : { authorization });
}

/**
 * Returns the bank's refusal, which has a five-letter code, or null for other errors. For invalid values
 * (error class 22), such as a null character or an out-of-range number, returns `unfit`.
 */
export function getRefusal(error: unknown, unfit: Refusal | null = null): Refusal | null {
  const code = getCode(error);
  if (/^[A-Z]{5}$/.test(code)) {
    const { message, details } = error as Refusal;
    return { code, message, details };
  }
  return code.startsWith('22') ? unfit : null;
}

/** Returns a database error's code, or an empty string if it has none. */
export const getCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export type Refusal = { code: string; message: string; details?: unknown };

/** CORS headers that allow pages from any origin to read the response. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
};

/** Returns the response to a CORS preflight, or null for other requests. */
export function preflight(request: Request): Response | null {
  return request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: corsHeaders }) : null;
}

/** Server functions use no sockets, but supabase-js requires a WebSocket class, which Node 20 lacks. */
const NoSocket = function noSocket(): never {
  throw new Error("Server functions can't open sockets.");
} as unknown as SocketClass;

function client(environment: Environment, key: string, headers: Record<string, string>): SupabaseClient {
  return createClient(setting(environment, 'SUPABASE_URL'), setting(environment, key), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: environment.fetch, headers },
    realtime: { transport: NoSocket },
  });
}

function setting(environment: Environment, name: string): string {
  const value = environment.get(name);
  if (value === undefined) throw new Error(`The setting ${name} is missing.`);
  return value;
}

function isEnvironment(environment: unknown): environment is Environment {
  return (
    typeof environment === 'object' &&
    environment !== null &&
    'get' in environment &&
    typeof environment.get === 'function' &&
    'fetch' in environment &&
    typeof environment.fetch === 'function'
  );
}
