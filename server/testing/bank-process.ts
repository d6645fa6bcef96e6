import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../database/process-state.ts';
import { packageRoot } from '../package-root.ts';

/** A bank in a process of its own, for tests of its life and death. */
export type BankProcess = {
  url: string;
  process: ChildProcess;
  /** Sends a signal and gives the exit code, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type Environment = Record<string, string>;

const BUILDS = join(packageRoot, 'node_modules', '.sandbank', 'processes');
const run = promisify(execFile);

/**
 * Starts the server's program; fails with what it printed when it ends instead of becoming ready. `spawned` hears of the
 * process before it is ready.
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

/** Runs the server's program in a state in which it cannot start. */
export async function failToStart(
  environment: Environment,
): Promise<{ code: number | null; printed: string }> {
  const child = spawnBank(await program(), environment);
  const printed = collect(child);
  const [code] = await once(child, 'close');
  return { code, printed: printed() };
}

/** The process id of the PostgreSQL of a data folder. */
export const getPostgres = (dataFolder: string) =>
  Number.parseInt(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** Built once a worker: every start that reads TypeScript anew would take seconds longer. */
let built: Promise<string> | undefined;

/** Removes what was built for this process, when nothing is started any more. */
export function removeBuild(): void {
  built = undefined;
  rmSync(join(BUILDS, String(process.pid)), { recursive: true, force: true });
}

function program(): Promise<string> {
  built ??= buildProgram();
  return built;
}

/** The server and the server functions, in a folder of this process. */
async function buildProgram(): Promise<string> {
  const folder = join(BUILDS, String(process.pid));
  mkdirSync(folder, { recursive: true });
  // Workers are ended without a word: what they left behind goes with the next build.
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
