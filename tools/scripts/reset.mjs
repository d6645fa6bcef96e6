// `npm run db:reset`: deletes the embedded database and its files. The next start creates new ones.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, fail, installMissingPackages, ROOT } from './prepare.mjs';

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
if (process.env.DATABASE_URL) fail('Only the embedded database can be reset, but DATABASE_URL is set.');
checkNode();
await installMissingPackages();
const { register } = await import('tsx/esm/api');
register();
const { dataFolderOf } = await import('../../server/settings/project.ts');
const { OperatorError } = await import('../../server/operator-error.ts');

const folder = findDataFolder();
if (existsSync(folder)) {
  const running = runningServer(join(folder, 'server.lock'));
  if (running) fail(`Sandbank is running on ${folder} (process ${running}). Stop it first.`);
  rmSync(folder, { recursive: true, force: true });
}
console.info('The bank was deleted. `npm start` creates a new one.');

function findDataFolder() {
  try {
    return dataFolderOf(process.env);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return fail(error.message);
  }
}

function runningServer(lock) {
  try {
    const { pid } = JSON.parse(readFileSync(lock, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
