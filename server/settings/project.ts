import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { WrongState } from '../wrong-state.ts';

type Environment = Record<string, string | undefined>;

/** The Supabase project that is served: the bank, or another one by the Supabase CLI's own variable. */
export type Project = {
  /** Holds `supabase/`. */
  folder: string;
  isBank: boolean;
};

/**
 * Reads SUPABASE_WORKDIR. A folder whose migrations are the bank's own is the bank with another configuration. Throws WrongState when it names no folder with a project.
 */
export function readProject({ SUPABASE_WORKDIR: named }: Environment): Project {
  if (!named) return { folder: packageRoot, isBank: true };
  const folder = resolve(named);
  if (!isFolder(folder)) throw new WrongState(`SUPABASE_WORKDIR names ${folder}, which is not a folder.`);
  if (!isFolder(join(folder, 'supabase')))
    throw new WrongState(`SUPABASE_WORKDIR names ${folder}, which holds no folder named supabase.`);
  return { folder, isBank: getMigrations(folder) === getMigrations(packageRoot) };
}

/**
 * The folder of the embedded database, stored files, and logs: SANDBANK_DATA, from the package's folder on. Without it
 * every project has a folder of its own, outside the project. Throws WrongState.
 */
export function getDataFolder(environment: Environment): string {
  const { folder, isBank } = readProject(environment);
  if (environment.SANDBANK_DATA) return resolve(packageRoot, environment.SANDBANK_DATA);
  if (isBank) return join(packageRoot, '.sandbank');
  const path = realpathSync(folder);
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 8);
  return join(packageRoot, '.sandbank-projects', `${basename(path)}-${digest}`);
}

function getMigrations(folder: string): string | null {
  const migrations = join(folder, 'supabase', 'migrations');
  return existsSync(migrations) ? realpathSync(migrations) : null;
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();
