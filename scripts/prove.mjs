// `npm run prove`: the long proof. Tries tens of thousands of odd requests, where `npm test` tries hundreds; the number
// of cases for each test can be given as its argument. Then every test of server and
// database on Debian's PostgreSQL, where there is one. Then, in a browser, each story of the bank to a win and to a loss,
// and every journey at every width.
import { spawnSync } from 'node:child_process';
import { findOrInstallChromium } from './chromium.mjs';
import { newestDebianPostgres } from './debian-postgres.mjs';
import { buildWhatChanged, installWhatIsMissing, ROOT } from './prepare.mjs';

const CASES_PER_TEST = '5000';
const FUZZERS = ['server/tables/fuzz.test.ts', 'server/auth/malformed.test.ts'];

/** The program as a whole always starts the PostgreSQL that it brings along. */
const EMBEDDED_ONLY = [
  'server/main',
  'server/durability',
  'server/operations/backup',
  'supabase/tests/advance-durability',
].flatMap((name) => ['--exclude', `${name}.test.ts`]);

await installWhatIsMissing();
const fuzzed = run(['--project', 'server', ...FUZZERS], { FUZZ_RUNS: process.argv[2] ?? CASES_PER_TEST });
const postgres15 = newestDebianPostgres();
const older = postgres15
  ? run(['--project', 'sql', '--project', 'server', ...EMBEDDED_ONLY], {
      SANDBANK_TEST_POSTGRES_BIN: postgres15,
    })
  : 0;
const played = await proveInBrowser();
process.exit(fuzzed || older || played);

/** One run of the unit tests; its exit code. */
function run(args, environment) {
  return start(['node_modules/vitest/vitest.mjs', 'run', ...args], environment);
}

/** The proofs in a browser; their exit code. */
async function proveInBrowser() {
  const { chromium, shell } = await findOrInstallChromium();
  if (!chromium) {
    console.error('No Chromium found and none could be installed; set CHROMIUM_PATH.');
    return 1;
  }
  await buildWhatChanged();
  const browsers = { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell };
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'list'];
  const played = start([...playwright, '--config', 'e2e/proofs/playwright.config.ts'], browsers);
  const journeys = start([...playwright, '--global-timeout', '0'], {
    ...browsers,
    SANDBANK_E2E_WIDTHS: 'all',
  });
  return played || journeys;
}

function start(args, environment) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}
