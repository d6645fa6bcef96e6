// `npm test`: installs what is missing, runs everything, and ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { newestDebianPostgres } from './debian-postgres.mjs';
import { buildWhatChanged, checkNode, installWhatIsMissing, ROOT } from './prepare.mjs';

checkNode();
await installWhatIsMissing();
const results = mkdtempSync(join(tmpdir(), 'sandbank-results-'));
let passed = 0;
let failed = 0;

const only = process.argv.slice(2);
const wants = (name) => only.length === 0 || only.includes(name);

if (wants('lint'))
  step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']);
if (wants('types')) {
  step('types of the server, the engine and the tests', [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.json',
  ]);
  step('types of the web application', ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json']);
  step('types of the service worker', ['node_modules/typescript/bin/tsc', '-p', 'web/worker/tsconfig.json']);
}
if (wants('unit')) vitest('all projects', [], {});
const postgres15 = newestDebianPostgres();
if (wants('postgres15') && postgres15) {
  // The rooms whose SQL differs between versions; `npm run prove` tries all of them there.
  const rooms = ['supabase', 'server/database'];
  const embeddedOnly = ['--exclude', 'supabase/tests/advance-durability.test.ts'];
  // Whole lives, lived by the engine through verbs that are tried one by one anyway.
  const lives = [
    'assistant',
    'begin',
    'checkpoints',
    'demo',
    'documents',
    'due',
    'household-files',
    'operator',
    'packs',
    'packs-stories',
    'steps',
  ].flatMap((name) => ['--exclude', `supabase/tests/${name}.test.ts`]);
  vitest(
    'sql and protocol on Debian’s PostgreSQL',
    ['--project', 'sql', '--project', 'server', ...embeddedOnly, ...lives, ...rooms],
    { SANDBANK_TEST_POSTGRES_BIN: postgres15 },
  );
}
if (wants('e2e')) await browserTests();

rmSync(results, { recursive: true, force: true });
console.info(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** One command that is right or wrong as a whole. */
function step(name, args) {
  console.info(`\n▸ ${name}`);
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  count(status === 0 ? 1 : 0, status === 0 ? 0 : 1);
}

function vitest(name, args, environment) {
  console.info(`\n▸ vitest, ${name}`);
  const report = join(results, `vitest-${readdirSync(results).length}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  // A run that broke outside its tests (a hook, an import) counts as a failure too.
  count(numPassedTests, status === 0 ? numFailedTests : Math.max(1, numFailedTests));
}

async function browserTests() {
  console.info('\n▸ browser');
  const { chromium, shell } = await findOrInstallChromium();
  if (!chromium) {
    console.error('No Chromium found and none could be installed; set CHROMIUM_PATH.');
    count(0, 1);
    return;
  }
  await buildWhatChanged();
  const report = join(results, 'playwright.json');
  const { status } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium,
      CHROMIUM_SHELL_PATH: shell,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(report).stats ?? {};
  count(expected, status === 0 ? unexpected + flaky : Math.max(1, unexpected + flaky));
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function count(right, wrong) {
  passed += right;
  failed += wrong;
}
