import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A replacement of the text between two character positions in a source file. */
export type Edit = { start: number; end: number; text: string };

/** The settings that mutation.config.ts reads. */
export type TestRun = {
  /** The test files in the order in which they run. The files that are most likely to fail come first. */
  files: string[];
  mutant?: Edit & { file: string };
  /** The template database of the tests. */
  database?: { serverUrl: string; template: string };
  /** The folder in which test files record the database functions that they reached. */
  reached?: string;
};

export type Outcome = {
  /** The first failed test or other failure; null if all tests passed. */
  failure: string | null;
  /** True for a timeout. On a busy machine, a timeout doesn't prove that a test noticed the mutation. */
  late: boolean;
  files: { file: string; passed: boolean; seconds: number }[];
};

export type Workspace = {
  folder: string;
  run(run: TestRun, options?: { patience?: number; all?: boolean }): Promise<Outcome>;
  close(): void;
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'test-results', '.sandbank', '.vite']);
const PATIENCE_SECONDS = 300;

/** Creates a temporary copy of the project, isolated from other edits. */
export function openWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-mutation-'));
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(relative(ROOT, source).split(sep)[0] ?? ''),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // Some tests use the output of `npm run build`.
  if (existsSync(join(ROOT, 'dist'))) symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
  mkdirSync(join(folder, '.reports'));
  let runs = 0;
  const running = new Set<number>();
  const endAll = () => {
    for (const pid of running) endGroup(pid);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', endAll);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  return {
    folder,
    async run(run, { patience = PATIENCE_SECONDS, all = false } = {}) {
      runs += 1;
      const report = join(folder, '.reports', `${runs}.json`);
      const child = spawn(
        process.execPath,
        [
          join(ROOT, 'node_modules/vitest/vitest.mjs'),
          'run',
          '--config',
          join(folder, 'tools/proofs/mutation/mutation.config.ts'),
          ...(all ? [] : ['--bail', '1']),
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        {
          cwd: folder,
          // Uses a separate process group, so that an endless mutant and its workers can be stopped together.
          detached: true,
          stdio: 'ignore',
          env: { ...process.env, SANDBANK_MUTATION: JSON.stringify(run), NO_COLOR: '1' },
        },
      );
      const { pid } = child;
      if (pid !== undefined) running.add(pid);
      let ranOut = false;
      const alarm = setTimeout(() => {
        ranOut = true;
        if (pid !== undefined) endGroup(pid);
      }, patience * 1000);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      clearTimeout(alarm);
      if (pid !== undefined) running.delete(pid);
      const outcome = readOutcome(report, folder);
      rmSync(report, { force: true });
      if (ranOut) return { ...outcome, failure: 'it never ended', late: true };
      if (code !== 0 && outcome.failure === null) return { ...outcome, failure: 'the tests did not start' };
      return outcome;
    },
    close() {
      process.off('exit', endAll);
      endAll();
    },
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

function readOutcome(report: string, folder: string): Outcome {
  if (!existsSync(report)) return { failure: null, late: false, files: [] };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const test = assertionResults.find(({ status }) => status === 'failed');
      const failureText = test?.failureMessages[0] ?? message;
      return {
        text: `${relative(folder, name)}: ${test?.fullName ?? message.split('\n')[0]}`,
        late: /timed out in/.test(failureText),
      };
    });
  const first = failed.find(({ late }) => !late) ?? failed[0];
  return {
    failure: first?.text ?? null,
    late: first?.late ?? false,
    files: testResults.map(({ name, status, startTime, endTime }) => ({
      file: relative(folder, name),
      passed: status !== 'failed',
      seconds: (endTime - startTime) / 1000,
    })),
  };
}
