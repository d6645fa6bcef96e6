// `npm start`: installs and builds if necessary, starts the bank, and prints its URL.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildChanges, checkNode, installMissingPackages, ROOT } from './prepare.mjs';

checkNode();
let stopBank = () => process.exit(1);
watchNpm(() => stopBank());
if (existsSync(join(ROOT, '.env')) && process.loadEnvFile) process.loadEnvFile(join(ROOT, '.env'));
await installMissingPackages();
if (!(await buildChanges())) process.exit(1);

const { start } = await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href);
const { demoCustomer } = await import('./demo-customer.mjs');

const bank = await start();
stopBank = () => bank.stop().finally(() => process.exit(0));
// Creates the demo customer only for the bank, not for other projects.
const login = bank.isBank ? await demoCustomer(bank) : null;
console.info(`Sandbank is ready at ${bank.url}`);
if (login) console.info(`Demo customer: ${login.email}  password: ${login.password}`);

/** Stops the bank if npm or the shell that started it was killed, because nothing else would stop it. */
function watchNpm(onExit) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = readParent(shell);
  const watch = setInterval(() => {
    if (process.ppid === shell && readParent(shell) === npm) return;
    clearInterval(watch);
    onExit();
  }, 250);
  watch.unref();
}

/** Returns the pid of a process's parent, or null if it can't be read, as on systems other than Linux. */
function readParent(pid) {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
