import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { getRunUser } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const binFolder = process.env.SANDBANK_TEST_POSTGRES_BIN || undefined;
let dataFolder: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

// All tests share one data folder, because creating it is slow. Its path contains spaces.
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'sandbank embedded '));
  // If PostgreSQL 15 runs as another user, it needs access to every folder in the path to its data.
  // PostgreSQL 18 doesn't.
  chmodSync(dataFolder, binFolder ? 0o755 : 0o700);
  const first = await start();
  await query(first.url, "create table note (text text); insert into note values ('kept')");
  await first.stop();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, binFolder });
  running.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const readNote = (url: string) => query(url, 'select text from note');

test('files with passwords, logs, or rows are private to the user', async () => {
  const modes = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith(`postgres${sep}`))
    .map((path) => [path, statSync(join(dataFolder, path))] as const)
    .map(([path, { mode }]) => `${path} ${(mode & 0o077).toString(8)}`);
  expect(modes).toContain('database.json 0');
  expect(modes).toContain(`${join('logs', 'postgres.log')} 0`);
  expect(statSync(join(dataFolder, 'postgres')).mode & 0o077).toBe(0);
});

test('data survives an orderly stop, in a path with spaces', async () => {
  expect(await readNote((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('a killed PostgreSQL restarts at the same address with every committed row', async () => {
  const server = await start();
  const pid = server.pid();
  process.kill(Number(pid), 'SIGKILL');
  await expect
    .poll(() => readNote(server.url).catch(() => null), { timeout: 20_000 })
    .toEqual([{ text: 'kept' }]);
  expect(server.pid()).not.toBe(pid);
});

/** Starts a server in another process, which a test can kill. */
function spawnServer(): { process: ChildProcess; url: Promise<string> } {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    const server = await startEmbeddedPostgres(JSON.parse(process.argv[1]));
    process.stdout.write(server.url);
    setInterval(() => {}, 1000);`;
  const options = JSON.stringify({ dataFolder, binFolder });
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, options]);
  children.push(child);
  return { process: child, url: once(child.stdout, 'data').then(String) };
}

test('a server left over by a killed process does not block the next start', async () => {
  const { process: child, url } = spawnServer();
  await query(await url, "insert into note values ('late')");
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await start();
  expect(await query(next.url, "delete from note where text = 'late' returning text")).toEqual([
    { text: 'late' },
  ]);
});

test('a crash logs no statement, because it can contain customer input', async () => {
  const log = join(dataFolder, 'logs', 'postgres.log');
  const { url } = await start();
  await expect(query(url, "copy (select 'alice@example.com') to program 'kill -9 $PPID'")).rejects.toThrow();
  await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 20_000 }).toContain('by signal 9');
  expect(readFileSync(log, 'utf8')).not.toContain('alice@example.com');
});

test('a start waits for remaining processes of a killed PostgreSQL', async () => {
  const server = spawnServer();
  const url = await server.url;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [{ busy }] = await sql<[{ busy: number }]>`select pg_backend_pid() as busy`;
  process.kill(busy, 'SIGSTOP');
  const postmaster = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
  process.kill(Number(postmaster), 'SIGKILL');
  server.process.kill('SIGKILL');
  const next = start();
  next.catch(() => {});
  const log = join(dataFolder, 'logs', 'postgres.log');
  await expect
    .poll(() => readFileSync(log, 'utf8'), { timeout: 20_000 })
    .toContain('pre-existing shared memory block');
  process.kill(busy, 'SIGCONT');
  expect(await readNote((await next).url)).toEqual([{ text: 'kept' }]);
  await sql.end({ timeout: 0 });
});

/** Stops a server and leaves a lock file with the given process id. */
async function leaveLock(pid: number | string): Promise<void> {
  const first = await start();
  const lock = join(dataFolder, 'postgres', 'postmaster.pid');
  const copy = join(dataFolder, 'lock');
  copyFileSync(lock, copy);
  await first.stop();
  writeFileSync(lock, readFileSync(copy, 'utf8').replace(/^\d+/, String(pid)));
}

test("a lock that names another user's process does not block the start", async () => {
  const user = getRunUser(join(dataFolder, 'postgres'));
  const stranger = spawn('sleep', ['60'], { ...(user ?? {}), cwd: '/' });
  children.push(stranger);
  await leaveLock(Number(stranger.pid));
  expect(await readNote((await start()).url)).toEqual([{ text: 'kept' }]);
  expect(stranger.exitCode).toBeNull();
});

test('a lock that names a zombie process does not block the start', async () => {
  const user = getRunUser(join(dataFolder, 'postgres'));
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { ...(user ?? {}), cwd: '/' });
  children.push(parent);
  const [pid] = await once(parent.stdout, 'data');
  await leaveLock(Number(pid));
  expect(await readNote((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('an unreadable lock does not block the start', async () => {
  await leaveLock('not a number');
  expect(await readNote((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('data of another PostgreSQL version is refused in one sentence', async () => {
  const file = join(dataFolder, 'postgres', 'PG_VERSION');
  const version = readFileSync(file);
  writeFileSync(file, '12\n');
  await expect(start()).rejects.toThrow(/created by PostgreSQL 12/);
  writeFileSync(file, version);
});

test('an interrupted first start is repeated', async () => {
  rmSync(join(dataFolder, 'postgres', 'PG_VERSION'));
  expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});
