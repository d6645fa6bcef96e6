import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlive, readStartTime } from '../database/process-state.ts';
import { OperatorError } from '../operator-error.ts';

type Holder = { pid: number; started: string | null; url: string | null };

const TIMEOUT_MS = 3_000;
const PAUSE_MS = 100;

/** Creates the folder if it doesn't exist. Throws OperatorError if it isn't writable. */
export function createDataFolder(folder: string): void {
  try {
    createFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `Failed to write to the data folder ${folder} (${code}). Choose another folder with SANDBANK_DATA.`,
    );
  }
}

/**
 * Creates a folder and its missing parents one by one, because Node's recursive `mkdirSync` never returns for
 * some paths, such as /proc.
 */
function createFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) createFolders(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Reserves the folder for this process with `server.lock`. Replaces a lock that is unreadable or whose
 * process has ended. Throws OperatorError if another Sandbank process uses the folder.
 */
export function lockDataFolder(folder: string) {
  const path = join(folder, 'server.lock');
  const own: Holder = { pid: process.pid, started: readStartTime(process.pid), url: null };
  const ownPath = `${path}.${process.pid}`;
  try {
    for (;;) {
      writeFileSync(ownPath, JSON.stringify(own), { mode: 0o600 });
      if (createLink(ownPath, path)) break;
      const holder = readHolder(path);
      if (holder && isRunning(holder)) throw new OccupiedFolder(describeOccupied(folder, holder));
      removeDeadLock(path, holder);
    }
  } finally {
    rmSync(ownPath, { force: true });
  }
  return {
    /** Records the address at which this folder's bank is available. */
    announce(url: string): void {
      writeFileSync(ownPath, JSON.stringify({ ...own, url }), { mode: 0o600 });
      renameSync(ownPath, path);
    },
    release(): void {
      if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
    },
  };
}

/** Thrown if another Sandbank process uses the folder. */
export class OccupiedFolder extends OperatorError {}

/** Locks the data folder like `lockDataFolder`, but waits briefly in case another bank is about to stop. */
export async function lockDataFolderSoon(folder: string) {
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return lockDataFolder(folder);
    } catch (error) {
      if (!(error instanceof OccupiedFolder) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Returns the address of the bank that uses a folder, or null if there is none. */
export function getAnnouncedUrl(folder: string): string | null {
  const holder = readHolder(join(folder, 'server.lock'));
  return holder && isRunning(holder) ? holder.url : null;
}

/** Creates the lock as a link. Returns false if it already exists, so only one process can succeed. */
function createLink(ownPath: string, path: string): boolean {
  try {
    linkSync(ownPath, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isInteger(holder?.pid) && holder.pid > 0 ? holder : null;
  } catch {
    return null;
  }
}

/** Returns true if the process still exists. Comparing the start time detects a reused pid. */
function isRunning({ pid, started }: Holder): boolean {
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = readStartTime(pid);
  return now === null || started === null || now === started;
}

/** Removes the lock of a process that has ended, unless another process has already replaced it. */
function removeDeadLock(path: string, seen: Holder | null): void {
  const aside = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && (moved.pid !== seen?.pid || moved.started !== seen.started)) createLink(aside, path);
  rmSync(aside, { force: true });
}

function describeOccupied(folder: string, { pid, url }: Holder): string {
  return `Sandbank is already running in ${folder}${url ? ` at ${url}` : ''} (process ${pid}). Stop it, or choose another folder with SANDBANK_DATA.`;
}
