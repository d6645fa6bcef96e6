// `npm run prove`: the long proof. Tries tens of thousands of odd requests, where `npm test` tries hundreds; the number
// of cases for each test can be given as its argument. Then every test of server and
// database on Debian's PostgreSQL, where there is one. Then each story of the bank to a win and to a loss in a browser.
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
const played = await playStories();
process.exit(fuzzed || older || played);

/** One run of the unit tests; its exit code. */
function run(args, environment) {
  return start(['node_modules/vitest/vitest.mjs', 'run', ...args], environment);
}

/** The proofs in a browser; their exit code. */
async function playStories() {
  const { chromium, shell } = await findOrInstallChromium();
  if (!chromium) {
    console.error('No Chromium found and none could be installed; set CHROMIUM_PATH.');
    return 1;
  }
  await buildWhatChanged();
  const proofs = ['--config', 'e2e/proofs/playwright.config.ts'];
  return start(['node_modules/@playwright/test/cli.js', 'test', ...proofs], {
    CHROMIUM_PATH: chromium,
    CHROMIUM_SHELL_PATH: shell,
  });
}

function start(args, environment) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}
