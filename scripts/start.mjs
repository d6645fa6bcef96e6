// `npm start`: from a fresh clone to a bank at a printed address.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhatChanged, checkNode, installWhatIsMissing, ROOT } from './prepare.mjs';

checkNode();
if (existsSync(join(ROOT, '.env')) && process.loadEnvFile) process.loadEnvFile(join(ROOT, '.env'));
installWhatIsMissing();
await buildWhatChanged();

const { start } = await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href);
const { demoCustomer } = await import('./demo-customer.mjs');

const bank = await start();
const login = await demoCustomer(bank);
console.info(`Sandbank is ready at ${bank.url}`);
if (login) console.info(`Demo customer: ${login.email}  password: ${login.password}`);
