// Kills the processes of a bank and waits for their recovery.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { isAlive, readWorkingFolder } from '../../../server/database/process-state.ts';
import {
  type BankProcess,
  getPostgres,
  removeBuild,
  startBankProcess,
} from '../../../server/testing/bank-process.ts';
import type { Chance } from '../chance.ts';

/**
 * The processes to kill. `server` kills only the server, and the system then stops its PostgreSQL.
 * `postmaster` kills PostgreSQL's main process. `backend` kills one backend, which makes PostgreSQL recover.
 * `both` kills all processes at the same time. `start` kills all of them twice, the second time during
 * startup.
 */
export const DEATHS = ['server', 'postmaster', 'backend', 'both', 'start'] as const;
export type Death = (typeof DEATHS)[number];

/**
 * The longest wait for the bank. The server reports when it is ready, but it restarts PostgreSQL silently.
 */
const PATIENCE_MS = 60_000;
/** The maximum time between starting the server and killing it. */
const START_TAKES_MS = 2500;

export type CrashBank = {
  url(): string;
  anonKey(): string;
  /** Returns a client for the database owner, for checks only. */
  sql(): postgres.Sql;
  dataFolder: string;
  /** Kills processes. Some restart automatically, and `revive` starts a killed server. */
  kill(death: Death, chance: Chance): Promise<void>;
  /**
   * Starts the server if it isn't running, and waits until it responds to customers. Returns the time in
   * milliseconds.
   */
  revive(chance: Chance): Promise<number>;
  close(): Promise<void>;
};

export async function startCrashBank(environment: Record<string, string> = {}): Promise<CrashBank> {
  // Resolves symbolic links, because PostgreSQL processes are identified by the real path of their data
  // folder.
  const dataFolder = realpathSync(mkdtempSync(join(tmpdir(), 'sandbank-crash-')));
  let bank: BankProcess | null = null;
  let sql: postgres.Sql | null = null;
  let anonKey = '';
  let killAgain = false;

  async function start(): Promise<void> {
    bank = await startBankProcess({ ...environment, SANDBANK_DATA: dataFolder });
    const { port, password } = JSON.parse(readFileSync(join(dataFolder, 'database.json'), 'utf8'));
    await sql?.end({ timeout: 0 });
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    sql = postgres(url, { max: 2, onnotice: () => {}, connect_timeout: 5 });
    ({ anonKey } = (await (await fetch(`${bank.url}/config.json`)).json()) as { anonKey: string });
  }

  /** Starts the server and kills all processes after a random time, during or just after startup. */
  async function startInVain(chance: Chance): Promise<void> {
    let child: ChildProcess | null = null;
    const started = startBankProcess({ ...environment, SANDBANK_DATA: dataFolder }, (spawned) => {
      child = spawned;
    }).catch(() => null);
    await pause(chance.between(100, START_TAKES_MS));
    killPostmaster(dataFolder);
    await killServer(child);
    await started;
  }

  await start();
  return {
    dataFolder,
    url: () => bank?.url ?? '',
    anonKey: () => anonKey,
    sql: () => sql as postgres.Sql,
    async kill(death, chance) {
      if (death === 'backend') return killBackend(sql as postgres.Sql, dataFolder, chance);
      if (death !== 'server') killPostmaster(dataFolder);
      if (death === 'postmaster') return;
      await killServer(bank?.process ?? null);
      bank = null;
      killAgain = death === 'start';
    },
    async revive(chance) {
      if (killAgain) await startInVain(chance);
      killAgain = false;
      const began = performance.now();
      if (!bank) await start();
      await untilAnswered(`${bank?.url}/rest/v1/categories?select=id&limit=1`, anonKey);
      await untilAnsweredBy(sql as postgres.Sql);
      return performance.now() - began;
    },
    async close() {
      await sql?.end({ timeout: 0 }).catch(() => {});
      await bank?.end('SIGTERM');
      killPostmaster(dataFolder);
      rmSync(dataFolder, { recursive: true, force: true });
      removeBuild();
    },
  };
}

async function killServer(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/**
 * Kills the process only if its working directory is this folder, because the pid in the file may have been
 * reused.
 */
function killPostmaster(dataFolder: string): void {
  try {
    kill(getPostgres(dataFolder), dataFolder);
  } catch {
    // PostgreSQL isn't running.
  }
}

async function killBackend(sql: postgres.Sql, dataFolder: string, chance: Chance): Promise<void> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where pid <> pg_backend_pid() order by pid`;
  if (rows.length > 0) kill(chance.oneOf(rows).pid, dataFolder);
}

function kill(pid: number, dataFolder: string): void {
  if (isAlive(pid) && readWorkingFolder(pid) === join(dataFolder, 'postgres')) process.kill(pid, 'SIGKILL');
}

async function untilAnswered(url: string, apikey: string): Promise<void> {
  const last = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetch(url, { headers: { apikey }, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => null,
    );
    await answer?.text();
    if (answer && answer.status < 500) return;
    if (Date.now() > last) throw new Error(`The bank doesn't respond again (${answer?.status}).`);
    await pause(20);
  }
}

async function untilAnsweredBy(sql: postgres.Sql): Promise<void> {
  const last = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await sql`select`;
      return;
    } catch (error) {
      if (Date.now() > last) throw error;
      await pause(20);
    }
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
