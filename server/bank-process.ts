import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

/** A bank in a process of its own, for tests of its life and death. */
export type BankProcess = {
  url: string;
  process: ChildProcess;
  /** Sends a signal and gives the exit code, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type Environment = Record<string, string>;

/** Starts the server's program; fails with what it printed when it ends instead of becoming ready. */
export async function startBankProcess(environment: Environment): Promise<BankProcess> {
  const child = spawnBank(environment);
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
  const child = spawnBank(environment);
  const printed = collect(child);
  const [code] = await once(child, 'close');
  return { code, printed: printed() };
}

/** The process id of the PostgreSQL of a data folder. */
export const postgresOf = (dataFolder: string) =>
  Number.parseInt(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8'), 10);

function spawnBank(environment: Environment): ChildProcess {
  const { PORT, HOST, DATABASE_URL, SANDBANK_URL, SANDBANK_DATA, LOG_LEVEL, ...rest } = process.env;
  return spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
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
