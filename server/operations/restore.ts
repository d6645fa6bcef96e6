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
  /** True if an existing bank may be replaced. */
  force: boolean;
  /** The folder with initdb and postgres. Defaults to the embedded one. */
  binFolder?: string;
};

/** The parts of a bank. The database comes last, because it completes the bank. */
const PARTS = ['storage', 'database.json', RECORD_FILE, 'postgres'];

/**
 * Restores a bank from a backup. Extracts it, starts it once, and then moves it into place. Keeps the
 * replaced bank in the returned folder (null if there was none). Throws OperatorError.
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
        `There is a bank in ${dataFolder} already: restore with --force to put it aside.`,
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

/** Lets PostgreSQL replay the log, after which it is an ordinary data folder. */
async function open(folder: string, archive: string, binFolder: string | undefined): Promise<void> {
  const data = join(folder, 'postgres');
  if (!existsSync(join(data, 'backup_label')) || !existsSync(join(folder, 'database.json')))
    throw new OperatorError(`${archive} is not a backup of a bank.`);
  const user = getRunUser(join(folder, 'nobody has it yet'));
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
  // Moves the database first. The next restore can redo an interrupted one without loss.
  for (const part of [...parts].reverse()) renameSync(join(dataFolder, part), join(aside, part));
  return aside;
}
