// `npm test`: installs missing packages, runs everything, and ends with "N passed, N failed". `npm test --
// lint|types|unit|postgres15|e2e` runs only the named parts. `npm test -- <path or name> …` runs only
// matching tests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findOrInstallChromium } from './chromium.mjs';
import { newestDebianPostgres } from './debian-postgres.mjs';
import { buildChanges, checkNode, installMissingPackages, ROOT } from './prepare.mjs';
import { selectTests } from './select-tests.mjs';

checkNode();
await installMissingPackages();
const LINES_OF_A_FAILURE = 12;
const results = mkdtempSync(join(tmpdir(), 'sandbank-results-'));
let passed = 0;
let failed = 0;
/** The build, which is made only once, also if it fails. */
let built;
/** The failures, which are repeated at the end because earlier output may be cut off. */
const failures = [];

const PARTS = ['lint', 'types', 'unit', 'postgres15', 'e2e'];
const args = process.argv.slice(2);
const parts = args.filter((word) => PARTS.includes(word));
const wants = (name) => args.length === 0 || parts.includes(name);

const selected = selectTests(
  args.filter((word) => !PARTS.includes(word)),
  ROOT,
);
for (const word of selected.unknown) {
  console.error(`No test matches ${word}.`);
  count(0, [`no test matches ${word}`]);
}
if (selected.unit.length > 0)
  vitest(
    `${selected.unit.length} test files`,
    [...selected.projects.flatMap((project) => ['--project', project]), ...selected.unit],
    {},
  );
if (selected.browser.length > 0) await browserTests(selected.browser);

const TSC = 'node_modules/typescript/bin/tsc';
/** The steps that run concurrently, because each uses one core. */
const steps = [
  wants('lint') &&
    step('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  wants('types') && step('types of the server, the engine, and the tests', [TSC, '-p', 'tsconfig.json']),
  wants('types') && step('types of the web application', [TSC, '-p', 'web/tsconfig.json']),
  wants('types') && step('types of the service worker', [TSC, '-p', 'web/worker/tsconfig.json']),
  // The browser tests need the build.
  wants('e2e') && build(),
];
await Promise.all(steps);
if (wants('unit')) vitest('all projects', [], {});
const postgres15 = newestDebianPostgres();
if (wants('postgres15') && postgres15) {
  // Runs only the tests of folders whose SQL differs between PostgreSQL versions. `npm run prove` runs the
  // tests of all folders.
  const folders = ['supabase', 'server/database'];
  // Excludes slow tests that start processes, wait, or simulate whole households. Other tests cover their SQL.
  const slow = [
    'server/database/embedded',
    'server/database/fair-share',
    'server/database/postgres-log',
    ...[
      'assistant/assistant',
      'assistant/conversations',
      'assistant/follow-ups',
      'assistant/questions',
      'assistant/readings',
      'assistant/topics-bank',
      'assistant/topics-borrowing',
      'assistant/topics-money',
      'assistant/topics-plans',
      'cards/card-applications',
      'cards/card-files',
      'customers/customers',
      'customers/deletion-complete',
      'customers/operator',
      'debts/credit-lines',
      'documents/documents',
      'documents/hostile-documents',
      'holds/pending-households',
      'investments/funds-in-files',
      'loan-applications/decision',
      'people/people-conservation',
      'security/function-access',
      'security/hostile-functions',
      'security/row-limits',
      'security/schema',
      'security/stranger-verbs',
      'security/under-load',
      'time/advance',
      'time/advance-durability',
      'time/advance-two-processes',
      'time/bill-increases',
      'time/certificates-in-files',
      'time/checkpoints',
      'time/combined-features',
      'time/demo',
      'time/due',
      'time/fast-forwards',
      'time/file-as-household',
      'time/household-0.1.0',
      'time/household-files',
      'time/insurance',
      'time/large-files',
      'time/overdraft',
      'time/scenario-runs',
      'time/scenarios',
      'time/start-household',
      'time/steps',
      'time/surprise-decisions',
      'time/surprises',
      'time/time-zone-changes',
    ].map((name) => `supabase/tests/${name}`),
  ].flatMap((name) => ['--exclude', `${name}.test.ts`]);
  vitest('sql and protocol on Debian’s PostgreSQL', ['--project', 'bank', ...slow, ...folders], {
    SANDBANK_TEST_POSTGRES_BIN: postgres15,
  });
}
if (wants('e2e')) await browserTests();

rmSync(results, { recursive: true, force: true });
if (failures.length > 0) console.info(`\nFailed:\n${failures.join('\n')}`);
console.info(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Builds the changes. Resolves to false if the build failed. */
function build() {
  built ??= buildChanges();
  return built;
}

/** Runs a command that passes or fails as a whole. */
async function step(name, args) {
  console.info(`\n▸ ${name}`);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  count(status === 0 ? 1 : 0, status === 0 ? [] : [name]);
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
  const { numPassedTests = 0, testResults = [] } = readReport(report);
  const wrong = testResults.flatMap(({ name: file, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const messages = tests.map(({ fullName, failureMessages }) =>
      failure(file, fullName, failureMessages[0]),
    );
    return messages.length === 0 && message ? [failure(file, 'the file', message)] : messages;
  });
  // A failure outside the tests, such as in a hook or an import, also counts.
  count(numPassedTests, status !== 0 && wrong.length === 0 ? [name] : wrong);
}

async function browserTests(files = []) {
  console.info('\n▸ browser');
  const { chromium, shell } = await findOrInstallChromium();
  if (!chromium) {
    console.error('Failed to find or install Chromium. Set CHROMIUM_PATH to a Chromium executable.');
    count(0, ['no browser']);
    return;
  }
  if (!(await build())) {
    count(0, ['build']);
    return;
  }
  const report = join(results, 'playwright.json');
  const { status } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium,
      CHROMIUM_SHELL_PATH: shell,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const { stats = {}, suites = [] } = readReport(report);
  const wrong = suites.flatMap((suite) => unexpectedIn(suite));
  count((stats.expected ?? 0) + (stats.flaky ?? 0), status !== 0 && wrong.length === 0 ? ['browser'] : wrong);
}

/** Returns the failed tests of a browser suite and its nested suites. */
function unexpectedIn({ specs = [], suites = [] }) {
  const wrong = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(file, title, results[0]?.error?.message)),
  );
  return [...wrong, ...suites.flatMap(unexpectedIn)];
}

function failure(file, test, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_A_FAILURE);
  return `  ${relative(ROOT, resolve(ROOT, file))} > ${test}\n    ${lines.join('\n    ')}`;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function count(right, wrong) {
  passed += right;
  failed += wrong.length;
  failures.push(...wrong);
}
