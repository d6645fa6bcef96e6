// `npm run backup [folder|file]`: saves the embedded database and the stored files in one file. The bank can
// be running or stopped.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkNode, fail, installMissingPackages, ROOT } from './prepare.mjs';

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
if (process.env.DATABASE_URL)
  fail(
    'This command backs up only the embedded database, but DATABASE_URL is set. Use pg_dump for your own server.',
  );
checkNode();
await installMissingPackages();
const { register } = await import('tsx/esm/api');
register();
const { backUp } = await import('../../server/operations/backup.ts');
const { dataFolderOf } = await import('../../server/settings/project.ts');
const { OperatorError } = await import('../../server/operator-error.ts');

const target = fileFor(process.argv[2]);
try {
  const dataFolder = dataFolderOf(process.env);
  const { bytes, upTo } = await backUp({ dataFolder, target });
  console.info(`Backed up to ${target} (${Math.ceil(bytes / 1024 / 1024)} MB), as of ${upTo.toISOString()}.`);
  console.info('It contains keys and passwords. Keep it safe.');
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message);
}

/**
 * Returns the path of the backup file. If no file is named, the file name is the current time, and the folder
 * is the given folder or backups/.
 */
function fileFor(named) {
  const place = named ? resolve(process.env.INIT_CWD ?? process.cwd(), named) : join(ROOT, 'backups');
  if (named && !named.endsWith('/') && !(existsSync(place) && statSync(place).isDirectory())) return place;
  try {
    mkdirSync(place, { recursive: true });
  } catch (error) {
    fail(`Failed to create the folder ${place} (${error.code}).`);
  }
  const moment = new Date().toISOString().slice(0, 19).replace(/[:]/g, '-');
  return join(place, `sandbank-${moment}.tar.gz`);
}
