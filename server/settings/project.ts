import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { packageRoot } from '../package-root.ts';

type Environment = Record<string, string | undefined>;

/**
 * The Supabase project that the server runs: the bank, or another project that `SUPABASE_WORKDIR` selects, as
 * in the Supabase CLI.
 */
export type Project = {
  /** The folder that contains `supabase/`. */
  folder: string;
  isBank: boolean;
};

/**
 * Reads SUPABASE_WORKDIR. A folder with the bank's own migrations is treated as the bank with a different
 * configuration. Throws OperatorError if the folder contains no project.
 */
export function readProject({ SUPABASE_WORKDIR: named }: Environment): Project {
  if (!named) return { folder: packageRoot, isBank: true };
  const folder = resolve(named);
  if (!isFolder(folder))
    throw new OperatorError(`SUPABASE_WORKDIR is set to ${folder}, which is not a folder.`);
  if (!isFolder(join(folder, 'supabase')))
    throw new OperatorError(
      `SUPABASE_WORKDIR is set to ${folder}, which doesn't contain a folder named supabase.`,
    );
  return { folder, isBank: getMigrations(folder) === getMigrations(packageRoot) };
}

/**
 * Returns the folder for the embedded database, stored files, and logs. SANDBANK_DATA sets the folder,
 * relative to the package's folder. By default, each project has a separate folder outside the project.
 * Throws OperatorError if SUPABASE_WORKDIR contains no project.
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
