import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { packageRoot } from '../package-root.ts';
import type { Project } from './project.ts';

/** The project that a data folder belongs to, and the hashes of the bank's migrations. */
type FolderRecord = { project: string; migrations: Record<string, string> };

type Checked = { dataFolder: string; project: Project; development: boolean };

/**
 * The file that records the project and its migrations. It is stored next to the embedded database and
 * included in its backups.
 */
export const RECORD_FILE = 'project.json';
const MIGRATION_FOLDERS = ['server/database/platform', 'supabase/migrations'];

/**
 * Checks that the data folder belongs to this project and has these migrations. Doesn't change the folder.
 * Returns true if everything matches. Throws OperatorError if the folder must not be used. During
 * development, changed migrations only cause a warning.
 */
export function checkDataFolder({ dataFolder, project, development }: Checked): boolean {
  if (!existsSync(join(dataFolder, 'postgres', 'PG_VERSION'))) return true;
  const record = readRecord(dataFolder);
  if (record && record.project !== getName(project))
    throw new OperatorError(
      `The data folder ${dataFolder} belongs to another project (${record.project}). Choose another folder with SANDBANK_DATA.`,
    );
  if (record && !project.isBank) return true;
  const shipped = hashMigrations();
  const isCompatible =
    record !== null &&
    project.isBank &&
    Object.entries(record.migrations).every(([file, hash]) => shipped[file] === hash) &&
    isBeginningOf(Object.keys(record.migrations), Object.keys(shipped));
  if (!isCompatible && !development)
    throw new OperatorError(
      `The data folder ${dataFolder} was created by a different version of Sandbank, so it was left unchanged. To keep a household, export it under Settings › Data in that version, start this version with another folder (SANDBANK_DATA=.sandbank-new npm start), and import the file there. To delete everything, run npm run db:reset.`,
    );
  return isCompatible;
}

/**
 * Records the contents of the data folder before the first migration runs, so that an interrupted start can
 * continue.
 */
export function recordDataFolder(dataFolder: string, project: Project): void {
  const record: FolderRecord = {
    project: getName(project),
    migrations: project.isBank ? hashMigrations() : {},
  };
  writeFileSync(join(dataFolder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

const getName = ({ folder, isBank }: Project) => (isBank ? 'sandbank' : realpathSync(folder));

function readRecord(dataFolder: string): FolderRecord | null {
  try {
    const { project, migrations } = JSON.parse(readFileSync(join(dataFolder, RECORD_FILE), 'utf8'));
    return typeof project === 'string' && typeof migrations === 'object' ? { project, migrations } : null;
  } catch {
    return null;
  }
}

/** Returns the hash of each migration by its path, in the order in which they are applied. */
function hashMigrations(): Record<string, string> {
  const files = MIGRATION_FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => `${folder}/${file}`),
  );
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(packageRoot, file)))
        .digest('hex'),
    ]),
  );
}

/**
 * Returns true if each folder's migrations still begin with the recorded files. Returns false, for example,
 * if a migration was inserted between recorded files.
 */
function isBeginningOf(recorded: readonly string[], shipped: readonly string[]): boolean {
  return MIGRATION_FOLDERS.every((folder) => {
    const inFolder = (file: string) => file.startsWith(`${folder}/`);
    const count = recorded.filter(inFolder).length;
    return shipped
      .filter(inFolder)
      .slice(0, count)
      .every((file) => recorded.includes(file));
  });
}
