import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProofResult } from './proof.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Environment = Record<string, string>;

/** Runs Vitest tests as a proof. The result contains Vitest's counts. */
export async function proveByVitest(args: string[], environment: Environment = {}): Promise<ProofResult> {
  return withReport(async (report) => {
    const status = await run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      environment,
    );
    const { numPassedTests = 0, numFailedTests = 0 } = read(report);
    return counted(status, numPassedTests, numFailedTests);
  });
}

/** Runs Playwright's browser tests as a proof. The result contains Playwright's counts. */
export async function proveByPlaywright(args: string[], environment: Environment = {}): Promise<ProofResult> {
  const { findOrInstallChromium } = await import('../scripts/chromium.mjs');
  const { buildChanges } = await import('../scripts/prepare.mjs');
  const { chromium, shell } = await findOrInstallChromium();
  if (!chromium)
    return {
      tried: 'nothing',
      outcome: 'Failed to find or install Chromium. Set CHROMIUM_PATH to a Chromium executable.',
      ok: false,
    };
  if (!(await buildChanges())) return { tried: 'nothing', outcome: 'The build failed.', ok: false };
  return withReport(async (report) => {
    const status = await run(
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'list,json', ...args],
      {
        CHROMIUM_PATH: chromium,
        ...(shell && { CHROMIUM_SHELL_PATH: shell }),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...environment,
      },
    );
    const { expected = 0, unexpected = 0, flaky = 0 } = read(report).stats ?? {};
    return counted(status, expected, unexpected + flaky);
  });
}

function counted(status: number, passed: number, failed: number): ProofResult {
  // A run that failed outside its tests, such as in a hook or an import, also counts as a failure.
  const wrong = status === 0 ? failed : Math.max(1, failed);
  return {
    tried: `${passed + wrong} tests`,
    outcome: wrong === 0 ? 'all passed' : `${wrong} failed`,
    ok: wrong === 0 && passed > 0,
  };
}

async function withReport(work: (file: string) => Promise<ProofResult>): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-proof-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const read = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/**
 * Runs a Node.js program in the project folder and returns its exit code. If a signal ends the proof, the
 * program also ends.
 */
function run(args: string[], environment: Environment): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const pass = () => child.kill('SIGTERM');
  process.once('SIGTERM', pass);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.off('SIGTERM', pass);
      resolve(code ?? 1);
    });
  });
}
