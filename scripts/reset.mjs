// `npm run db:reset`: throws the embedded database and its files away; the next start makes new ones.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, ROOT } from './prepare.mjs';

if (process.env.DATABASE_URL)
  fail('db:reset only resets the embedded database; DATABASE_URL names another one.');
const folder = resolve(ROOT, process.env.SANDBANK_DATA ?? '.sandbank');
if (existsSync(folder)) {
  const running = runningServer(join(folder, 'server.lock'));
  if (running) fail(`Sandbank is running on ${folder} (process ${running}). Stop it first.`);
  rmSync(folder, { recursive: true, force: true });
}
console.info('The bank is empty. `npm start` makes a new one.');

function runningServer(lock) {
  try {
    const { pid } = JSON.parse(readFileSync(lock, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
