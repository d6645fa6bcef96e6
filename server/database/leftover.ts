import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { isAlive, readWorkingFolder } from './process-state.ts';

const STOP_TIMEOUT_MS = 60_000;
const ZOMBIE_TIMEOUT_MS = 2_000;

/**
 * Cleans up after a server that was killed. Stops PostgreSQL if it is still running. Otherwise, removes its
 * lock file.
 */
export async function clearLeftover(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const started = Date.now();
  while (existsSync(lock)) {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    const waited = Date.now() - started;
    if (Number.isNaN(pid) || !isOurs(pid, data)) {
      // PostgreSQL refuses to start if the old pid belongs to a zombie or another process, because it
      // mistakes that process for a running server.
      if (waited > ZOMBIE_TIMEOUT_MS || Number.isNaN(pid) || isAlive(pid)) rmSync(lock, { force: true });
      else if (!isInProcessTable(pid)) return;
    } else if (waited > STOP_TIMEOUT_MS) {
      throw new OperatorError(
        `Another PostgreSQL (process ${pid}) is using ${data} and did not stop. Stop it, and then start Sandbank again.`,
      );
    } else {
      process.kill(pid, 'SIGINT');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isOurs(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return readWorkingFolder(pid) === data;
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
    'postgres',
  );
}

function isInProcessTable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
