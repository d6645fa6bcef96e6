import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { getClient, startTestServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';
import { openSession } from '../../testing/sessions.ts';

export type StorageServer = TestServer & {
  /** The operator's client, without row-level security. */
  service: SupabaseClient;
  /** A signed-in customer's client, and the customer's id. */
  customer(): Promise<{ client: SupabaseClient; id: string; token: string }>;
  /** The stored and incoming files in the data folder. */
  filesOnDisk(): Promise<string[]>;
  /** The number of bytes in unfinished uploads. */
  bytesComingIn(): Promise<number>;
};

/**
 * Starts a server with its own data folder. Each customer owns the storage folder named after the customer's
 * id.
 */
export async function startStorageServer(options: TestServerOptions = {}): Promise<StorageServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbank-storage-'));
  const server = await startTestServer({ ...options, settings: { dataFolder, ...options.settings } });
  const service = getClient(server, { key: server.serviceKey });
  await server.context.database.owner.unsafe(OWNER_FOLDERS);
  const close = server.close;
  return Object.assign(server, {
    service,
    async customer() {
      const id = randomUUID();
      const { database, keys } = server.context;
      const token = await openSession(database.owner, keys, id);
      const headers = { Authorization: `Bearer ${token}` };
      return { client: getClient(server, { global: { fetch: server.fetch, headers } }), id, token };
    },
    async filesOnDisk() {
      const entries = await readdir(dataFolder, { withFileTypes: true, recursive: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    async bytesComingIn() {
      const folder = join(dataFolder, 'storage', 'incoming');
      const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
    async close() {
      await close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  });
}

/** Creates buckets and policies, as a project's migration would. */
const OWNER_FOLDERS = `
  insert into storage.buckets (id, name, public) values ('private', 'private', false), ('open', 'open', true);
  create policy "customers read their own files" on storage.objects for select to authenticated
    using (bucket_id in ('private', 'open') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "customers add files to their folder" on storage.objects for insert to authenticated
    with check (bucket_id in ('private', 'open') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "customers change their own files" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id in ('private', 'open') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "customers delete their own files" on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);
`;
