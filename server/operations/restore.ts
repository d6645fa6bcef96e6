import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getRunUser } from '../database/binaries.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { OperatorError } from '../operator-error.ts';
import { createDataFolder, lockDataFolderSoon } from '../settings/data-folder.ts';
import { RECORD_FILE } from '../settings/data-folder-record.ts';
import { readArchive } from './archive.ts';

type Options = {
  archive: string;
  dataFolder: string;
  /** True if an existing bank can be replaced. */
  force: boolean;
  /** The folder that contains initdb and postgres. Defaults to the embedded one. */
  binFolder?: string;
};

/** The parts of a bank. The database is last, because a bank with a database is considered complete. */
const PARTS = ['storage', 'database.json', RECORD_FILE, 'postgres'];

/**
 * Restores a bank from a backup. Extracts the backup, starts the bank once, and then moves it to the data
 * folder. Moves a replaced bank to another folder and returns that folder, or null if there was no bank.
 * Throws OperatorError if the restore fails.
 */
export async function restore({ archive, dataFolder, force, binFolder }: Options): Promise<string | null> {
  if (!existsSync(archive)) throw new OperatorError(`There is no backup at ${archive}.`);
  createDataFolder(dataFolder);
  const lock = await lockDataFolderSoon(dataFolder);
  const fresh = join(dataFolder, 'restoring');
  try {
    const old = PARTS.filter((part) => existsSync(join(dataFolder, part)));
    if (old.includes('postgres') && !force)
      throw new OperatorError(
        `There is already a bank in ${dataFolder}. To move it aside and restore the backup, use --force.`,
      );
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    await readArchive(archive, fresh);
    await open(fresh, archive, binFolder);
    const aside = old.length > 0 ? moveAside(dataFolder, old) : null;
    for (const part of PARTS)
      if (existsSync(join(fresh, part))) renameSync(join(fresh, part), join(dataFolder, part));
    return aside;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    lock.release();
  }
}

/** Lets PostgreSQL replay the log, which turns the backup into a regular data folder. */
async function open(folder: string, archive: string, binFolder: string | undefined): Promise<void> {
  const data = join(folder, 'postgres');
  if (!existsSync(join(data, 'backup_label')) || !existsSync(join(folder, 'database.json')))
    throw new OperatorError(`${archive} is not a backup of a bank.`);
  const user = getRunUser(join(folder, 'does-not-exist'));
  if (user) for (const path of listRecursively(data)) chownSync(path, user.uid, user.gid);
  const database = await startEmbeddedPostgres({ dataFolder: folder, binFolder });
  await database.stop();
}

function* listRecursively(path: string): Generator<string> {
  yield path;
  for (const child of readdirSync(path, { withFileTypes: true })) {
    if (child.isDirectory()) yield* listRecursively(join(path, child.name));
    else yield join(path, child.name);
  }
}

function moveAside(dataFolder: string, parts: readonly string[]): string {
  const moment = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = join(dataFolder, `before-${moment}`);
  mkdirSync(aside, { mode: 0o700 });
  // Moves the database first. If this restore is interrupted, the next restore can then complete it without
  // data loss.
  for (const part of [...parts].reverse()) renameSync(join(dataFolder, part), join(aside, part));
  return aside;
}
