import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Proof } from './proof.ts';

type Count = { total: number; covered: number };
type FileSummary = { lines: Count; branches: Count };
type TestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The rows of the coverage table. A file counts toward the first row that includes it. */
const FOLDERS = [
  ...['engine', 'assistant', 'server/auth', 'server/database', 'server/functions', 'server/operations'],
  ...['server/realtime', 'server/scheduler', 'server/storage', 'server/rest', 'server', 'supabase/functions'],
  ...['web/src/lib', 'web/src/ui', 'web/src/entities', 'web/src/features', 'web/src/app'],
];
const MIN_COVERED = 15;
const projects = process.env.SANDBANK_COVERAGE_OF?.split(',') ?? [];

/**
 * Measures the coverage of all tests with V8's counters in the test processes. Lines count as not covered if
 * they run only in a child process, such as the built server in browser and durability tests.
 * SANDBANK_COVERAGE_OF=node,bank measures only these projects.
 */
export const proof: Proof = {
  name: 'coverage',
  title: 'What the tests reach',
  async run({ log }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-coverage-'));
    try {
      const failed = await runTests(folder);
      for (const test of failed) log(`failed: ${test}`);
      const files = readSummary(join(folder, 'coverage-summary.json'));
      log('folder: lines, branches');
      for (const line of byFolder(files)) log(line);
      log(`The least covered files of engine, assistant, and server:`);
      for (const line of leastCovered(files)) log(line);
      return {
        tried: `${files.size} source files under ${projects.length > 0 ? `the tests of ${projects.join(', ')}` : 'all unit tests'}, ${failed.length} of which failed`,
        outcome: byFolder(files).join('; '),
        ok: files.size > 0,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Runs the tests and returns the names of those that failed. */
async function runTests(folder: string): Promise<string[]> {
  const report = join(folder, 'tests.json');
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      `--outputFile.json=${report}`,
      // The timeout is high, because measuring coverage slows the tests down.
      '--testTimeout=120000',
      '--coverage.enabled',
      '--coverage.provider=v8',
      '--coverage.reporter=json-summary',
      '--coverage.reportOnFailure',
      `--coverage.reportsDirectory=${folder}`,
      ...['engine', 'assistant', 'server', 'supabase/functions', 'web/src'].map(
        (source) => `--coverage.include=${source}/**/*.{ts,tsx}`,
      ),
      ...['**/*.test.{ts,tsx}', '**/testing*', '**/testing/**', '**/*.types.ts', '**/fixtures/**'].map(
        (tests) => `--coverage.exclude=${tests}`,
      ),
      ...projects.map((project) => `--project=${project}`),
    ],
    { cwd: ROOT, stdio: 'ignore' },
  );
  const end = () => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', end);
  if (!existsSync(report)) throw new Error('The tests did not run to their end.');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    const whole = status === 'failed' && failed.length === 0 ? [message.split('\n')[0] ?? ''] : [];
    return [...failed, ...whole].map((test) => `${relative(ROOT, name)}: ${test}`);
  });
}

function readSummary(path: string): Map<string, FileSummary> {
  const summary = JSON.parse(readFileSync(path, 'utf8')) as Record<string, FileSummary>;
  return new Map(
    Object.entries(summary)
      .filter(([file]) => file !== 'total')
      .map(([file, counts]) => [relative(ROOT, file), counts]),
  );
}

function byFolder(files: ReadonlyMap<string, FileSummary>): string[] {
  const holds = (file: string) => FOLDERS.find((folder) => file.startsWith(`${folder}/`));
  return FOLDERS.flatMap((folder) => {
    const inside = [...files].filter(([file]) => holds(file) === folder).map(([, counts]) => counts);
    const share = (of: 'lines' | 'branches') => {
      const total = inside.reduce((sum, counts) => sum + counts[of].total, 0);
      const covered = inside.reduce((sum, counts) => sum + counts[of].covered, 0);
      return total === 0 ? '–' : `${((100 * covered) / total).toFixed(1)} %`;
    };
    // If only some projects run, the folders of all other projects have no coverage.
    return inside.every(({ lines }) => lines.covered === 0)
      ? []
      : [`${folder} ${share('lines')} / ${share('branches')}`];
  });
}

function leastCovered(files: ReadonlyMap<string, FileSummary>): string[] {
  const getTopFolder = (file: string) => file.split('/')[0] ?? '';
  const measured = new Set(
    [...files].filter(([, { lines }]) => lines.covered > 0).map(([file]) => getTopFolder(file)),
  );
  return [...files]
    .filter(([file]) => /^(engine|assistant|server)\//.test(file) && measured.has(getTopFolder(file)))
    .map(([file, { lines, branches }]) => ({ file, lines: lines.total - lines.covered, branches }))
    .sort((left, right) => right.lines - left.lines)
    .slice(0, MIN_COVERED)
    .map(
      ({ file, lines, branches }) =>
        `${file}: ${lines} lines and ${branches.total - branches.covered} branches not covered`,
    );
}
