import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { findBinaries, getRunUser, type RunUser } from '../../../server/database/binaries.ts';
import { isAlive } from '../../../server/database/process-state.ts';
import { until } from './load.ts';

const PASSWORD = 'only-for-a-proof';
/** The standby is named explicitly. Otherwise, the bank's log readers would count as standbys. */
const SYNCHRONOUS = "alter system set synchronous_standby_names = 'FIRST 1 (standby)'";
/** The files in a data folder that are specific to the original server. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];

/** A PostgreSQL server that has no supervisor, so it isn't restarted after it is killed. */
export class Server {
  readonly port: number;
  readonly folder: string;
  private readonly user: RunUser;
  private readonly bin: string;
  private child: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
    this.user = getRunUser(folder);
    this.bin = findBinaries(this.user);
  }

  static async of(folder: string): Promise<Server> {
    return new Server(folder, await freePort());
  }

  get login(): string {
    return `postgres:${encodeURIComponent(PASSWORD)}`;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Creates a client for this server only. The caller must end it. */
  client(): postgres.Sql {
    return postgres(`postgres://${this.login}@${this.host}/postgres`, {
      max: 1,
      fetch_types: false,
      connect_timeout: 5,
      onnotice: () => {},
    });
  }

  async query<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = this.client();
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 0 });
    }
  }

  initialize(): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.makeFolder(this.folder);
    const passwordFile = `${this.folder}.password`;
    writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
    if (this.user) chownSync(passwordFile, this.user.uid, this.user.gid);
    const flags = ['-U', 'postgres', '--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-sync'];
    const result = spawnSync(
      join(this.bin, 'initdb'),
      ['-D', this.folder, `--pwfile=${passwordFile}`, ...flags],
      { ...(this.user ?? {}), cwd: this.folder, encoding: 'utf8' },
    );
    rmSync(passwordFile);
    if (result.status !== 0) throw new Error(`initdb: ${result.stderr}`);
  }

  async start(): Promise<void> {
    const log = openSync(`${this.folder}.log`, 'a');
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      wal_level: 'logical',
      max_wal_senders: 20,
      max_replication_slots: 20,
      wal_keep_size: '512MB',
      hot_standby: 'on',
      timezone: 'UTC',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.child = spawn(join(this.bin, 'postgres'), ['-D', this.folder, ...flags], {
      ...(this.user ?? {}),
      cwd: this.folder,
      stdio: ['ignore', log, log],
      detached: true,
    });
    await until(`PostgreSQL responds (see ${this.folder}.log)`, () =>
      this.query(async (sql) => (await sql`select`).count === 1).catch(() => false),
    );
  }

  /** Copies a running server with PostgreSQL's backup functions and follows its log from that point. */
  async follow(primary: Server): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    this.makeFolder(this.folder);
    await primary.query(async (sql) => {
      await sql`select pg_backup_start('standby', true)`;
      // A standby doesn't need the files that disappear during the copy.
      spawnSync('cp', ['-a', `${primary.folder}/.`, this.folder]);
      const [stop] = await sql`select labelfile from pg_backup_stop(true)`;
      for (const name of NOT_COPIED) rmSync(join(this.folder, name), { recursive: true, force: true });
      for (const name of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot'])
        this.makeFolder(join(this.folder, name));
      this.write('backup_label', stop?.labelfile);
      this.write('standby.signal', '');
    });
    const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD} application_name=standby`;
    appendFileSync(join(this.folder, 'postgresql.auto.conf'), `\nprimary_conninfo = '${from}'\n`);
    await this.start();
    await until('the standby follows', () =>
      primary.query(async (sql) => {
        const rows =
          await sql`select from pg_stat_replication where application_name = 'standby' and state = 'streaming'`;
        return rows.length === 1;
      }),
    );
    // From this point on, commits wait until the standby has written them to disk.
    await primary.query(async (sql) => {
      await sql.unsafe(SYNCHRONOUS);
      await sql`select pg_reload_conf()`;
    });
    await until('the standby is a synchronous one', () =>
      primary.query(async (sql) => {
        const rows =
          await sql`select from pg_stat_replication where application_name = 'standby' and sync_state = 'sync'`;
        return rows.length === 1;
      }),
    );
  }

  /** Promotes a standby. The new primary has no standby yet. */
  promote(): Promise<void> {
    return this.query(async (sql) => {
      await sql`select pg_promote(true, 60)`;
    });
  }

  /** Kills all processes at the same time, as in a power failure. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    const family = [child.pid, ...getChildren(child.pid)];
    for (const pid of family) signal(pid, 'SIGKILL');
    await exited;
    await until('all of PostgreSQL is gone', () => family.every((pid) => !isAlive(pid)));
    this.child = null;
  }

  /** Suspends all processes. Their connections stay open. */
  freeze(): void {
    const pid = this.child?.pid ?? 0;
    for (const processId of [pid, ...getChildren(pid)]) signal(processId, 'SIGSTOP');
  }

  /** Returns the last lines of the server's log. */
  formatLast(): string {
    return readFileSync(`${this.folder}.log`, 'utf8').trim().split('\n').slice(-8).join('\n');
  }

  thaw(): void {
    const pid = this.child?.pid ?? 0;
    for (const processId of [pid, ...getChildren(pid)]) signal(processId, 'SIGCONT');
  }

  /** Shuts down and rolls back open transactions. */
  async stop(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
    this.child = null;
  }

  /** Stops the server in any state and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    for (const path of [this.folder, `${this.folder}.log`]) rmSync(path, { recursive: true, force: true });
  }

  private makeFolder(path: string): void {
    mkdirSync(path, { mode: 0o700, recursive: true });
    if (this.user) chownSync(path, this.user.uid, this.user.gid);
  }

  private write(name: string, text: string): void {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (this.user) chownSync(path, this.user.uid, this.user.gid);
  }
}

function getChildren(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
