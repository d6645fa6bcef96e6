// `npm run restore <file> [-- --force]`: restores the embedded database and the stored files from a backup.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkNode, fail, installMissingPackages, ROOT } from './prepare.mjs';

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
if (process.env.DATABASE_URL) fail('Only the embedded database can be restored, but DATABASE_URL is set.');
const args = process.argv.slice(2);
const [file, ...more] = args.filter((argument) => argument !== '--force');
if (!file || more.length > 0) fail('Usage: npm run restore <file>');
// npm handles options before `--` and passes them in the environment.
const force = args.includes('--force') || process.env.npm_config_force === 'true';

checkNode();
await installMissingPackages();
const { register } = await import('tsx/esm/api');
register();
const { restore } = await import('../../server/operations/restore.ts');
const { dataFolderOf } = await import('../../server/settings/project.ts');
const { OperatorError } = await import('../../server/operator-error.ts');
try {
  const dataFolder = dataFolderOf(process.env);
  const archive = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const aside = await restore({ archive, dataFolder, force });
  if (aside) console.info(`The previous bank was moved to ${aside}.`);
  console.info(`Restored to ${dataFolder}. Run npm start to open it.`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message);
}
