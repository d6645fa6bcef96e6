// `npm run restore <file> [-- --force]`: makes the embedded database and the stored files out of a backup.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkNode, fail, installWhatIsMissing, ROOT } from './prepare.mjs';

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
if (process.env.DATABASE_URL)
  fail('Only the embedded database is restored here; DATABASE_URL names another one.');
const given = process.argv.slice(2);
const [file, ...more] = given.filter((argument) => argument !== '--force');
if (!file || more.length > 0) fail('Name the backup: npm run restore <file>');
// npm keeps options before a `--` for itself and says so in the environment.
const force = given.includes('--force') || process.env.npm_config_force === 'true';

checkNode();
await installWhatIsMissing();
const { register } = await import('tsx/esm/api');
register();
const { restore } = await import('../../server/operations/restore.ts');
const { dataFolderOf } = await import('../../server/settings/project.ts');
const { WrongState } = await import('../../server/wrong-state.ts');
try {
  const dataFolder = dataFolderOf(process.env);
  const archive = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const aside = await restore({ archive, dataFolder, force });
  if (aside) console.info(`The bank that was there is in ${aside}.`);
  console.info(`Restored into ${dataFolder}. npm start opens it.`);
} catch (error) {
  if (!(error instanceof WrongState)) throw error;
  fail(error.message);
}
