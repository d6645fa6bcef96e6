import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BUILD_STAMP, computeSourcesFingerprint } from '../../tools/scripts/prepare.mjs';
import { isAlive } from '../database/process-state.ts';
import { packageRoot } from '../package-root.ts';

/** A bank in a separate process, for tests of starting and stopping. */
export type BankProcess = {
  url: string;
  process: ChildProcess;
  /** Sends a signal and returns the exit code, or null if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type Environment = Record<string, string>;

const BUILDS = join(packageRoot, 'node_modules', '.sandbank', 'processes');
const run = promisify(execFile);

/**
 * Starts the server and calls `spawned` with its process. Throws an error with the server's output if the
 * process ends before the server is ready.
 */
export async function startBankProcess(
  environment: Environment,
  spawned: (child: ChildProcess) => void = () => {},
): Promise<BankProcess> {
  const child = spawnBank(await program(), environment);
  spawned(child);
  const printed = collect(child);
  const ready = new Promise<string>((resolve) => {
    child.on('message', (message) => resolve((message as { ready: string }).ready));
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The bank ended with code ${code}: ${printed()}`);
  });
  const url = await Promise.race([ready, ended]);
  ended.catch(() => {});
  return {
    url,
    process: child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = await exit;
      return code;
    },
  };
}

/** Starts the server in an environment in which it can't run. Returns the exit code and the output. */
export async function failToStart(
  environment: Environment,
): Promise<{ code: number | null; printed: string }> {
  const child = spawnBank(await program(), environment);
  const printed = collect(child);
  const [code] = await once(child, 'close');
  return { code, printed: printed() };
}

/** Returns the id of the PostgreSQL process that uses a data folder. */
export const getPostgres = (dataFolder: string) =>
  Number.parseInt(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/**
 * The built server: dist/ if it is current, as in `npm test`. Otherwise it is built once per worker, because
 * compiling it for each start would take seconds.
 */
let built: Promise<string> | undefined;

export function removeBuild(): void {
  built = undefined;
  rmSync(join(BUILDS, String(process.pid)), { recursive: true, force: true });
}

function program(): Promise<string> {
  built ??= isBuilt() ? Promise.resolve(join(packageRoot, 'dist', 'server', 'main.js')) : buildProgram();
  return built;
}

function isBuilt(): boolean {
  return existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === computeSourcesFingerprint();
}

/** Builds the server and the functions in a temporary folder. */
async function buildProgram(): Promise<string> {
  const folder = join(BUILDS, String(process.pid));
  mkdirSync(folder, { recursive: true });
  // Workers end without cleanup, so the next build removes their leftovers.
  for (const pid of readdirSync(BUILDS))
    if (!isAlive(Number(pid))) rmSync(join(BUILDS, pid), { recursive: true, force: true });
  await run(process.execPath, ['tools/scripts/build.mjs', folder], { cwd: packageRoot });
  return join(folder, 'server', 'main.js');
}

function spawnBank(program: string, environment: Environment): ChildProcess {
  const { PORT, HOST, DATABASE_URL, SANDBANK_URL, SANDBANK_DATA, LOG_LEVEL, ...rest } = process.env;
  return spawn(process.execPath, [program], {
    cwd: packageRoot,
    env: { ...rest, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  return () => text;
}
