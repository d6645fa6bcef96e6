// `npm run operator -- <command>`: runs a customer support command on a running bank with its service key.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commands, HELP, Refused } from './operator-commands.mjs';
import { checkNode, fail, installMissingPackages, ROOT } from './prepare.mjs';

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
const [name, ...args] = process.argv.slice(2);
if (name === undefined || ['help', '--help', '-h'].includes(name)) {
  console.info(HELP);
  process.exit(0);
}
const command = Object.hasOwn(commands, name) ? commands[name] : null;
if (!command)
  fail(
    `There is no command named "${name.replaceAll(/[^\w-]/g, '?')}". Run npm run operator -- help for a list.`,
  );

try {
  const { url, key } = await bank();
  console.info(await command({ url, key, args }));
} catch (error) {
  if (error instanceof Refused) fail(error.message);
  if (error instanceof TypeError && error.cause) fail('The bank isn’t running. Start it with npm start.');
  throw error;
}

/** Returns the bank's URL and key from the environment, or from the data folder's database. */
async function bank() {
  const { SANDBANK_SERVICE_KEY: key, SANDBANK_URL: url, PORT: port } = process.env;
  if (key) return { url: (url ?? `http://localhost:${port ?? 3000}`).replace(/\/$/, ''), key };
  checkNode();
  await installMissingPackages();
  const { register } = await import('tsx/esm/api');
  register();
  const { readKeys } = await import('../../server/operations/read-keys.ts');
  const { readSettings } = await import('../../server/settings/settings.ts');
  const { OperatorError } = await import('../../server/operator-error.ts');
  const dataFolder = resolve(ROOT, process.env.SANDBANK_DATA || '.sandbank');
  try {
    const keys = await readKeys(readSettings({ ...process.env, SANDBANK_DATA: dataFolder }));
    return { url: keys.url.replace(/\/$/, ''), key: keys.keys.serviceKey };
  } catch (error) {
    if (error instanceof OperatorError) throw new Refused(error.message);
    throw error;
  }
}
