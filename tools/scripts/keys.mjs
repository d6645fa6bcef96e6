// `npm run keys`: prints the bank's URL and API keys for client libraries. The bank can be running or
// stopped.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, fail, installMissingPackages, ROOT } from './prepare.mjs';

if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
checkNode();
await installMissingPackages();
const { register } = await import('tsx/esm/api');
register();
const { readKeys } = await import('../../server/operations/read-keys.ts');
const { readSettings } = await import('../../server/settings/settings.ts');
const { OperatorError } = await import('../../server/operator-error.ts');

try {
  const { url, databaseUrl, keys } = await readKeys(readSettings(process.env));
  const lines = {
    'API URL': url,
    JWKS: `${url}/auth/v1/.well-known/jwks.json`,
    'Publishable key': keys.publishableKey,
    'Secret key': keys.secretKey,
    'Anon key': keys.anonKey,
    'Service key': keys.serviceKey,
    'Database URL': databaseUrl,
  };
  for (const [name, value] of Object.entries(lines)) console.info(`${`${name}:`.padEnd(17)}${value}`);
  console.info('The secret key, the service key, and the database URL give full access. Keep them safe.');
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message);
}
