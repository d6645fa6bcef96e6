import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openRotatingFile } from '../operations/rotating-file.ts';
import { OperatorError } from '../operator-error.ts';
import { findBinaries, getRunUser } from './binaries.ts';
import { clearLeftover } from './leftover.ts';
import { canQuery } from './logins.ts';

export type EmbeddedOptions = {
  /**
   * The folder with `postgres/` (the data), `database.json` (port and password, mode 600), and
   * `logs/postgres.log`.
   */
  dataFolder: string;
  /** The folder with initdb and postgres. Defaults to the embedded PostgreSQL. */
  binFolder?: string;
  /** False only in tests, where speed matters more than durability. */
  durable?: boolean;
  /** Called when PostgreSQL has stopped unexpectedly and is being restarted. */
  warn?: (text: string) => void;
};

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

type Cluster = Awaited<ReturnType<typeof prepare>>;

const SMALLEST_BUFFERS = 128;
const LARGEST_BUFFERS = 1_024;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const RESTART_PAUSE_MS = 100;
const RESTART_PAUSE_LONGEST_MS = 5_000;
/** The number of output characters kept to explain a failed start. */
const OUTPUT_KEPT_CHARACTERS = 16_384;
/**
 * The time limit for reading the output of a stopped PostgreSQL server. Its child processes can keep the pipe
 * open.
 */
const LAST_OUTPUT_MS = 500;
/** Thrown while the processes of a killed server are still using the data folder. */
class MemoryStillInUse extends OperatorError {}

const linux = process.platform === 'linux';

/**
 * Starts PostgreSQL on a data folder, which is created if it is missing. If PostgreSQL stops unexpectedly,
 * restarts it on the same port. Throws OperatorError if the folder or the machine prevents the start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions) {
  const cluster = await prepare(options);
  let child: ChildProcess | null = null;
  let stopping = false;
  let pause = RESTART_PAUSE_MS;
  let starting: Promise<void> = begin();

  /**
   * Starts PostgreSQL. If processes of a killed server are still running a statement, waits until they
   * release the shared memory.
   */
  async function begin(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof MemoryStillInUse) || Date.now() > deadline) throw error;
        await sleep(RESTART_PAUSE_MS);
      }
    }
  }
  async function run(): Promise<void> {
    await clearLeftover(cluster.data);
    const started = await launch(cluster);
    child = started;
    pause = RESTART_PAUSE_MS;
    started.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      options.warn?.(`PostgreSQL stopped (${signal ?? code}) and is being restarted.`);
      starting = revive();
    });
  }
  async function revive(): Promise<void> {
    await sleep(pause);
    pause = Math.min(pause * 2, RESTART_PAUSE_LONGEST_MS);
    if (!stopping) await run().catch(revive);
  }
  try {
    await starting;
  } catch (error) {
    await cluster.log.close();
    throw error;
  }

  return {
    /** The superuser's URL for this cluster. */
    url: getUrl(cluster),
    pid: () => child?.pid ?? null,
    /** Shuts down cleanly and rolls back open transactions. */
    async stop(): Promise<void> {
      stopping = true;
      await starting;
      if (child) await stopServer(child, cluster);
      await cluster.log.close();
    },
  };
}

/**
 * Shuts down in fast mode, or in immediate mode if that takes too long. The next start recovers from an
 * immediate shutdown.
 */
async function stopServer(child: ChildProcess, { bin, data }: Cluster): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (process.platform === 'win32') spawnSync(join(bin, 'pg_ctl'), ['stop', '-m', 'fast', '-D', data]);
  else child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
  await waitForOutput(child);
}

/** Waits until the output of a stopped child process has been read. */
async function waitForOutput(child: ChildProcess): Promise<void> {
  if (child.stderr?.readableEnded === false)
    await Promise.race([once(child.stderr, 'end'), sleep(LAST_OUTPUT_MS)]);
  child.stderr?.destroy();
}

async function prepare({ dataFolder: folder, binFolder, durable = true }: EmbeddedOptions) {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const data = join(realpathSync(folder), 'postgres');
  const user = getRunUser(data);
  const bin = binFolder ?? findBinaries(user);
  if (!existsSync(join(data, 'PG_VERSION'))) initialize({ folder, data, bin, user });
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new OperatorError(`The database in ${data} belongs to another user. Start Sandbank as that user.`);
  }
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const major = /\d+/.exec(
    `${spawnSync(join(bin, 'postgres'), ['--version'], { ...(user ?? {}), cwd: '/' }).stdout}`,
  )?.[0];
  if (version !== major)
    throw new OperatorError(
      `The database in ${data} was created by PostgreSQL ${version}, but this is PostgreSQL ${major}.`,
    );
  const { password, port }: { password: string; port: number | null } = JSON.parse(
    readFileSync(join(folder, 'database.json'), 'utf8'),
  );
  const free = await findFreePort(port);
  if (free !== port) writeSecret(join(folder, 'database.json'), JSON.stringify({ password, port: free }));
  const log = openRotatingFile(join(folder, 'logs'), 'postgres');
  return { folder, data, bin, user, port: free, password, durable, log };
}

function initialize({ folder, data, bin, user }: Pick<Cluster, 'folder' | 'data' | 'bin' | 'user'>): void {
  const password = randomBytes(24).toString('hex');
  // An interrupted first start leaves a folder that has no PG_VERSION and no useful data.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  const passwordFolder = mkdtempSync(join(tmpdir(), 'sandbank-'));
  const passwordFile = join(passwordFolder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [data, passwordFolder, passwordFile]) chownSync(path, user.uid, user.gid);
  writeSecret(join(folder, 'database.json'), JSON.stringify({ password, port: null }));
  const flags = [
    '-D',
    getDataArgument(data),
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ];
  const version = spawnSync(join(bin, 'initdb'), [...flags, '--locale=C', '--encoding=UTF8'], {
    ...(user ?? {}),
    cwd: data,
    env: getProcessEnvironment(),
    encoding: 'utf8',
  });
  rmSync(passwordFolder, { recursive: true, force: true });
  if (version.status === 0) return;
  rmSync(data, { recursive: true, force: true });
  const reason = version.error?.message ?? version.stderr.trim().split('\n').at(-1);
  throw new OperatorError(`Failed to create the database in ${data}: ${reason}`);
}

/** Starts the server and waits until it accepts connections. */
async function launch(cluster: Cluster): Promise<ChildProcess> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const command = [
    join(cluster.bin, 'postgres'),
    '-D',
    getDataArgument(cluster.data),
    ...getServerSettings(cluster),
  ];
  // On Linux, the kernel stops PostgreSQL if this process is killed. On other systems, the next start stops
  // it.
  if (linux && existsSync('/usr/bin/setpriv')) command.unshift('/usr/bin/setpriv', '--pdeathsig', 'INT');
  const [program = '', ...flags] = command;
  const child = spawn(program, flags, {
    ...(cluster.user ?? {}),
    cwd: cluster.data,
    env: getProcessEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Uses a separate process group, so that Ctrl-C reaches only this process, which then stops PostgreSQL.
    detached: true,
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    cluster.log.write(text);
    output = (output + text).slice(-OUTPUT_KEPT_CHARACTERS);
  });
  let ended = false;
  const end = () => {
    ended = true;
  };
  child.once('error', end).once('exit', end);
  while (!ended && Date.now() < deadline) {
    if (isReady(cluster, child) && (await canQuery(connect(cluster))) && !ended) return child;
    await sleep(20);
  }
  child.kill('SIGQUIT');
  await waitForOutput(child);
  const Reason = output.includes('pre-existing shared memory block') ? MemoryStillInUse : OperatorError;
  throw new Reason(`PostgreSQL did not start: ${getLastLine(output)}`);
}

/**
 * Returns true once PostgreSQL accepts connections. Earlier connections would be rejected and logged as fatal
 * errors.
 */
function isReady({ data }: Cluster, { pid }: ChildProcess): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * Returns the size of PostgreSQL's buffers: one eighth of the machine's memory, within limits. Small buffers
 * would be slow, because PostgreSQL would read through the system's cache. PostgreSQL allocates the memory
 * only as it needs it.
 */
function getBufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(LARGEST_BUFFERS, Math.max(SMALLEST_BUFFERS, Math.floor(memory / 2 ** 20 / 8)));
}

function getServerSettings({ port, durable }: Cluster): string[] {
  const chosen: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    wal_level: 'logical',
    max_connections: 100,
    max_wal_senders: 20,
    max_replication_slots: 20,
    shared_buffers: `${durable ? getBufferMegabytes() : SMALLEST_BUFFERS}MB`,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    // Statements are not logged, because they can contain customer input or a whole migration. Details and
    // contexts of messages can repeat them.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  if (!durable)
    Object.assign(chosen, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 300,
      autovacuum: 'off',
    });
  return Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Returns the preferred port if it is free, or else any free port. */
function findFreePort(preferred: number | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (preferred ? resolve(findFreePort(null)) : reject(error)));
    probe.listen(preferred ?? 0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Returns the argument for the data folder. On Linux, the data folder is the working directory, because the
 * user might not have access to the parent folders.
 */
const getDataArgument = (data: string) => (linux ? '/proc/self/cwd' : data);
const connect = (cluster: Cluster) =>
  postgres(getUrl(cluster), { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
const getUrl = ({ port, password }: Cluster) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
const getProcessEnvironment = () => ({ PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' });

function writeSecret(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}

function getLastLine(output: string): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? (lines.at(-1) || 'no reason was given.');
}
