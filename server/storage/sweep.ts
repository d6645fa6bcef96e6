import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkLoop, type WorkLoop } from '../lib/work-loop.ts';
import type { StorageContext } from './context.ts';
import { removeDiscarded } from './discarded.ts';
import { isFileVersion } from './names.ts';
import { deleteTemporaryFile } from './receive.ts';

const PAUSE_MS = 60 * 60 * 1000;
/**
 * The age after which a file that has no row is removed. It is longer than the time between an upload's first
 * byte and its row.
 */
export const ORPHAN_AFTER_MS = 60 * 60 * 1000;
const KEYS_AT_ONCE = 1000;

/** Removes files left by crashes: abandoned uploads, and files older than one hour that have no row. */
export async function sweep(storage: StorageContext, now = Date.now()): Promise<void> {
  const before = now - ORPHAN_AFTER_MS;
  const { owner } = storage.context.database;
  await owner`delete from platform.resumable_uploads where expires_at < ${new Date(now)}`;
  await removeDiscarded(storage);
  await deleteIncoming(storage, before);
  let keys: string[] = [];
  for await (const { key, storedAt } of storage.files.list()) {
    if (storedAt.getTime() < before && isFileVersion(key)) keys.push(key);
    if (keys.length < KEYS_AT_ONCE) continue;
    await removeOrphans(storage, keys);
    keys = [];
  }
  await removeOrphans(storage, keys);
}

async function removeOrphans({ context, files }: StorageContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { owner } = context.database;
  const orphans = await owner`
    select key from unnest(${owner.array([...keys])}::text[]) as key
    where not exists (select from storage.objects o where o.version = key)
      and not exists (select from platform.resumable_uploads u where u.parts @> array[key])`;
  await files.remove(orphans.map((row) => row.key));
  if (orphans.length > 0) context.log.info({ files: orphans.length }, 'removed files with no row');
}

async function deleteIncoming({ incomingFolder }: StorageContext, before: number): Promise<void> {
  for (const name of await readdir(incomingFolder)) {
    const path = join(incomingFolder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && stats.mtimeMs < before) await deleteTemporaryFile({ path });
  }
}

/** Runs the cleanup immediately and then every hour. */
export function startSweeper(storage: StorageContext): WorkLoop {
  const attempt = () => sweep(storage).then(() => null);
  const sweeper = createWorkLoop(PAUSE_MS, attempt, (error) =>
    storage.context.log.warn({ err: error }, 'failed to clean up files'),
  );
  sweeper.wake();
  return sweeper;
}
