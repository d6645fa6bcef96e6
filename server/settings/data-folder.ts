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
import { isAlive, startTime } from '../database/process-state.ts';
import { WrongState } from '../wrong-state.ts';

type Holder = { pid: number; started: string | null; url: string | null };

export type DataFolder = {
  /** Records the address where this folder's bank is served. */
  announce(url: string): void;
  release(): void;
};

const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

/** Creates the folder if missing. Throws WrongState if it isn't writable. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new WrongState(
      `The data folder ${folder} cannot be written (${code}): choose another with SANDBANK_DATA.`,
    );
  }
}

/**
 * Creates folders one by one, because Node's recursive version never returns for some paths, such as /proc.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Reserves the folder for this process with `server.lock`. Removes the lock of a dead process, or an
 * unreadable one. Throws WrongState if another Sandbank runs on the folder.
 */
export function lockDataFolder(folder: string): DataFolder {
  const path = join(folder, 'server.lock');
  const mine: Holder = { pid: process.pid, started: startTime(process.pid), url: null };
  const own = `${path}.${process.pid}`;
  try {
    for (;;) {
      writeFileSync(own, JSON.stringify(mine), { mode: 0o600 });
      if (linked(own, path)) break;
      const holder = readHolder(path);
      if (holder && lives(holder)) throw new OccupiedFolder(occupied(folder, holder));
      putAway(path, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return {
    announce(url) {
      writeFileSync(own, JSON.stringify({ ...mine, url }), { mode: 0o600 });
      renameSync(own, path);
    },
    release() {
      if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
    },
  };
}

/** Another Sandbank runs on the folder. */
export class OccupiedFolder extends WrongState {}

/** Like `lockDataFolder`, but waits a little for a bank that is stopping. */
export async function lockDataFolderSoon(folder: string): Promise<DataFolder> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return lockDataFolder(folder);
    } catch (error) {
      if (!(error instanceof OccupiedFolder) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Returns the address of the bank that runs on a folder, or null. */
export function whereItRuns(folder: string): string | null {
  const holder = readHolder(join(folder, 'server.lock'));
  return holder && lives(holder) ? holder.url : null;
}

/** Only one process can create the link. */
function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path);
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

/** The start time distinguishes a reused pid. */
function lives({ pid, started }: Holder): boolean {
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = startTime(pid);
  return now === null || started === null || now === started;
}

/** Removes a dead lock, unless another process has replaced it. */
function putAway(path: string, seen: Holder | null): void {
  const aside = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const taken = readHolder(aside);
  if (taken && (taken.pid !== seen?.pid || taken.started !== seen.started)) linked(aside, path);
  rmSync(aside, { force: true });
}

function occupied(folder: string, { pid, url }: Holder): string {
  return `Sandbank already runs on ${folder}${url ? ` at ${url}` : ''} (process ${pid}): stop it, or choose another folder with SANDBANK_DATA.`;
}
