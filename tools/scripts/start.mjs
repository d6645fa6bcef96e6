// `npm start`: from a fresh clone to a bank at a printed address.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhatChanged, checkNode, installWhatIsMissing, ROOT } from './prepare.mjs';

checkNode();
let leave = () => process.exit(1);
watchNpm(() => leave());
if (existsSync(join(ROOT, '.env')) && process.loadEnvFile) process.loadEnvFile(join(ROOT, '.env'));
await installWhatIsMissing();
await buildWhatChanged();

const { start } = await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href);
const { demoCustomer } = await import('./demo-customer.mjs');

const bank = await start();
leave = () => bank.stop().finally(() => process.exit(0));
// Another project gets no customer that it did not make itself.
const login = bank.isBank ? await demoCustomer(bank) : null;
console.info(`Sandbank is ready at ${bank.url}`);
if (login) console.info(`Demo customer: ${login.email}  password: ${login.password}`);

/**
 * A killed npm cannot tell its child, and nobody would be left who could stop the bank: so it is left when the npm that
 * started it, or the shell between them, is gone.
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const watch = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(watch);
    onGone();
  }, 250);
  watch.unref();
}

/** The parent of a process where the system tells it in a file, else null. */
function parentOf(pid) {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
