import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { getBody } from '../streams.ts';
import type { ByteRange, FileStore, StoredFile } from './file-store.ts';

/** Stores files in a folder, which several processes can share. */
export function createFolderStore(folder: string): FileStore {
  // Two characters of the key form a subfolder, so that no folder gets too large.
  const getPath = (key: string) => join(folder, key.slice(0, 2), ...key.split('/'));
  return {
    put: (key, localFile) => settle(localFile, getPath(key)),
    read: (key, range) => readFrom(getPath(key), range),
    async copy(from, to) {
      const half = `${getPath(to)}.${randomUUID()}.part`;
      await mkdir(dirname(half), { recursive: true });
      try {
        // On copy-on-write file systems, the copy shares the original's bytes.
        await copyFile(getPath(from), half, constants.COPYFILE_FICLONE);
        await settle(half, getPath(to));
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
    },
    async remove(keys) {
      for (const key of keys) await unlink(getPath(key)).catch(ignoreMissing);
    },
    list: () => filesIn(folder),
  };
}

/** Moves a file durably. Syncs the content, renames the file, and then syncs the folder. */
async function settle(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  await syncFolder(dirname(to));
}

async function syncFolder(path: string): Promise<void> {
  // On Windows, syncing a folder is neither supported nor necessary.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readFrom(path: string, range?: ByteRange) {
  const file = await open(path, 'r').catch(ignoreMissing);
  if (!file) return null;
  return getBody(file.createReadStream(range ? { start: range.first, end: range.last } : {}));
}

async function* filesIn(folder: string): AsyncIterable<StoredFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const top of entries ?? []) {
    if (!top.isDirectory() || top.name.length !== 2) continue;
    for (const entry of await readdir(join(folder, top.name), { withFileTypes: true, recursive: true }))
      if (entry.isFile()) yield* storedFile(join(folder, top.name), entry);
  }
}

async function* storedFile(top: string, entry: Dirent): AsyncIterable<StoredFile> {
  const path = join(entry.parentPath, entry.name);
  const stats = await stat(path).catch(ignoreMissing);
  if (stats) yield { key: relative(top, path).split(sep).join('/'), storedAt: stats.mtime };
}

/** Ignores the error for a missing file. Another process could have removed the file, or it never existed. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
