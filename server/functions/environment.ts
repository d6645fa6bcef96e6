import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { ServerContext } from '../http/context.ts';
import { type Application, createFetch } from './own-address.ts';

/** The replacements for `Deno.env` and `fetch` in a function. */
export type FunctionEnvironment = {
  get(name: string): string | undefined;
  toObject(): Record<string, string>;
  fetch: typeof fetch;
};

/**
 * Returns a function's settings, with Supabase's names, and its `fetch`. Secrets are in
 * `supabase/functions/.env`, as with the Supabase CLI. Names that start with SUPABASE_ are reserved.
 */
export function getEnvironment(
  context: ServerContext,
  application: Application | undefined,
): FunctionEnvironment {
  const { settings, keys, database } = context;
  const values: Record<string, string | undefined> = {
    ...process.env,
    ...readSecrets(settings.functionsFolder),
    SUPABASE_URL: settings.publicUrl,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_JWKS: JSON.stringify(keys.jwks),
    SUPABASE_DB_URL: database.url,
  };
  const variables = new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return {
    get: (name) => variables.get(name),
    toObject: () => Object.fromEntries(variables),
    fetch: createFetch(application, [settings.publicUrl]),
  };
}

function readSecrets(folder: string): Record<string, string | undefined> {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  const secrets = parseEnv(readFileSync(file, 'utf8'));
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !name.startsWith('SUPABASE_')));
}
