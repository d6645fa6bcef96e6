import { createHmac, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { type Caller, serviceCaller } from '../database/database.ts';
import { getCaller } from '../http/caller.ts';
import type { ServerContext } from '../http/context.ts';
import { missingAuthorization } from './storage-error.ts';
import { createFolderStore } from './stores/folder-store.ts';
import { createS3Store } from './stores/s3-store.ts';

export type StorageContext = Awaited<ReturnType<typeof openStorageContext>>;

export type StorageEnv = { Variables: { storage: StorageContext } };

/** The value of `storage.operation()` for policies. The names are Supabase's. */
export type Operation = `storage.${'bucket' | 'object' | 'tus'}.${string}`;

/** A statement on the storage tables. Its parameters work as in `Database.asCaller`. */
export type Statement = {
  operation: Operation;
  text: string;
  parameters: readonly (string | null)[];
  /** True to check the permission but change nothing. */
  trial?: boolean;
};

export type Access = { storage: StorageContext; caller: Caller };

/** Returns access to the storage as the bank itself, which bypasses row-level security. */
export const asService = (storage: StorageContext): Access => ({
  storage,
  caller: serviceCaller('POST', '/storage/v1'),
});

export async function openStorageContext(context: ServerContext) {
  const { settings, keys } = context;
  const folder = join(settings.dataFolder, 'storage');
  const name = await getStoreName(context);
  const incomingFolder = join(folder, 'incoming');
  await mkdir(incomingFolder, { recursive: true });
  return {
    context,
    files: settings.s3 ? createS3Store(settings.s3, name) : createFolderStore(join(folder, name)),
    /**
     * The folder for incoming uploads. If files are stored in a folder, both folders must be on the same
     * disk.
     */
    incomingFolder,
    sizeLimit: settings.config.storage.file_size_limit,
    /** The secret that signs links to files, derived from keys that all processes share. */
    linkSecret: createHmac('sha256', keys.secret).update('links to files').digest(),
  };
}

/**
 * Returns the prefix of this bank's files in a folder or S3 bucket. The prefix prevents banks that share a
 * folder or bucket from deleting each other's files.
 */
async function getStoreName({ database: { owner } }: ServerContext): Promise<string> {
  await owner`
    insert into platform.secrets (name, value) values ('file_store', ${`files-${randomUUID()}`})
    on conflict do nothing`;
  const [row] = await owner`select value from platform.secrets where name = 'file_store'`;
  return row?.value;
}

/** Runs a statement as the caller in a separate transaction and returns its single text value. */
export function run(
  { storage: { context }, caller }: Access,
  { operation, text, parameters, trial = false }: Statement,
): Promise<string | null> {
  return context.database.asCaller(
    caller,
    'select platform.run_storage(($1)[1], ($1)[2]::boolean, ($1)[3], ($1)[4:])',
    [operation, String(trial), text, ...parameters],
    { preRequest: context.settings.config.api.pre_request },
  );
}

/**
 * Returns access to the storage with the permissions of the request's sender. Throws `refusal` if the request
 * has no token.
 */
export async function authenticate(c: Context<StorageEnv>, refusal = missingAuthorization): Promise<Access> {
  const { storage } = c.var;
  const request = c.req.raw;
  const authorization = request.headers.get('authorization')?.trim();
  if (!hasToken(request)) throw refusal();
  if (!authorization || /^bearer\s/i.test(authorization))
    return { storage, caller: await getCaller(request, storage.context) };
  // Supabase's server also accepts a token that doesn't start with "Bearer".
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${authorization}`);
  const corrected = new Request(request.url, { method: request.method, headers });
  return { storage, caller: await getCaller(corrected, storage.context) };
}

/** Returns true if the request has a token or an API key. */
export const hasToken = ({ headers }: Request) =>
  Boolean(headers.get('authorization')?.trim() || headers.get('apikey'));

/** Returns the token's subject, who owns new files. */
export function getSubject(caller: Caller): string | null {
  const { sub } = caller.claims;
  return typeof sub === 'string' && sub !== '' ? sub : null;
}
