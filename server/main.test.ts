import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../supabase/tests/support/harness.ts';
import { type BankProcess, failToStart, getPostgres, startBankProcess } from './testing/bank-process.ts';

let home: string;
let dataFolder: string;
const running: BankProcess[] = [];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbank main '));
  dataFolder = join(home, 'data');
});
afterEach(async () => {
  for (const bank of running.splice(0)) await bank.end('SIGTERM');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function start(environment: Record<string, string> = {}): Promise<BankProcess> {
  const bank = await startBankProcess({ SANDBANK_DATA: dataFolder, ...environment });
  running.push(bank);
  return bank;
}

const health = async (url: string) => (await fetch(`${url}/health`)).status;

describe('a bank process', { timeout: 120_000 }, () => {
  test('answers on both addresses of localhost and stops in order by Ctrl-C', async () => {
    const bank = await start();
    expect(bank.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await health(bank.url)).toBe(200);
    expect(await health(bank.url.replace('localhost', '127.0.0.1'))).toBe(200);
    const [reached] = await Promise.allSettled([health(bank.url.replace('localhost', '[::1]'))]);
    if (reached.status === 'fulfilled') expect(reached.value).toBe(200);
    expect(await bank.end('SIGINT')).toBe(0);
    expect(existsSync(join(dataFolder, 'server.lock'))).toBe(false);
    expect(existsSync(join(dataFolder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test("can't start twice on one data folder, and names the address of the first", async () => {
    const bank = await start();
    const second = await failToStart({ SANDBANK_DATA: dataFolder });
    expect(second.code).toBe(1);
    expect(second.printed.trim().split('\n')).toHaveLength(1);
    expect(second.printed).toContain(`at ${bank.url} (process ${bank.process.pid})`);
    expect(await health(bank.url)).toBe(200);
  });

  test('starts again after it and PostgreSQL were killed together, with a broken lock', async () => {
    const bank = await start();
    process.kill(getPostgres(dataFolder), 'SIGKILL');
    await bank.end('SIGKILL');
    const second = await start();
    expect(await health(second.url)).toBe(200);
    await second.end('SIGKILL');
    writeFileSync(join(dataFolder, 'server.lock'), '{"pid":');
    expect(await health((await start()).url)).toBe(200);
  });

  test('recovers when its PostgreSQL is killed', async () => {
    const bank = await start();
    const before = getPostgres(dataFolder);
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => health(bank.url).then((status) => status === 200 && getPostgres(dataFolder) !== before), {
        timeout: 30_000,
      })
      .toBe(true);
  });
});

describe('a start is refused in one sentence', { timeout: 60_000 }, () => {
  async function sentence(environment: Record<string, string>): Promise<string> {
    const { code, printed } = await failToStart({ SANDBANK_DATA: join(home, 'other'), ...environment });
    expect(code, printed).toBe(1);
    expect(printed.trim().split('\n'), printed).toHaveLength(1);
    return printed.trim();
  }

  test('if the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await sentence({ PORT: String(port) })).toContain(`Port ${port} is taken by another program`);
    other.close();
  });

  test('if the port is invalid', async () => {
    expect(await sentence({ PORT: 'http' })).toBe('PORT is not a valid port number: http');
  });

  test('if the data folder cannot be written', async () => {
    writeFileSync(join(home, 'file'), '');
    const folder = join(home, 'file', 'data');
    expect(await sentence({ SANDBANK_DATA: folder })).toContain(
      `Failed to write to the data folder ${folder} (ENOTDIR)`,
    );
  });

  test('if the database cannot be reached', async () => {
    const DATABASE_URL = 'postgres://someone:secret@127.0.0.1:1/bank';
    expect(await sentence({ DATABASE_URL })).toContain('127.0.0.1:1/bank cannot be reached');
    expect(await sentence({ DATABASE_URL: 'bank' })).toContain('DATABASE_URL must have the form postgres://');
  });
});

describe('a data folder', { timeout: 120_000 }, () => {
  test('of another version is left untouched, with a sentence about moving a household', async () => {
    const bank = await start();
    await bank.end('SIGTERM');
    const file = join(dataFolder, 'project.json');
    const record = readFileSync(file, 'utf8');
    const { migrations } = JSON.parse(record);
    const [first = ''] = Object.keys(migrations);
    const { [first]: _, ...without } = migrations;
    for (const created of [
      { ...migrations, [first]: 'other' },
      { ...migrations, 'supabase/migrations/0_gone.sql': 'x' },
      without,
    ]) {
      writeFileSync(file, JSON.stringify({ project: 'sandbank', migrations: created }));
      const before = listed(dataFolder);
      const { code, printed } = await failToStart({ SANDBANK_DATA: dataFolder });
      expect([code, printed.trim().split('\n').length], printed).toEqual([1, 1]);
      expect(printed).toContain('export it under Settings › Data in that version');
      expect(listed(dataFolder)).toEqual(before);
    }
    rmSync(file);
    expect((await failToStart({ SANDBANK_DATA: dataFolder })).printed).toContain(
      'created by a different version',
    );
    writeFileSync(file, record);
    expect(await health((await start()).url)).toBe(200);
  });

  test('of the bank is never used for another project, which is served without the web app', async () => {
    const project = join(home, 'project');
    mkdirSync(join(project, 'supabase', 'migrations'), { recursive: true });
    writeFileSync(join(project, 'supabase', 'config.toml'), '[studio]\nenabled = true\n');
    writeFileSync(
      join(project, 'supabase', 'migrations', '20300101000001_notes.sql'),
      'create table public.notes (id int);',
    );
    const bank = await start();
    await bank.end('SIGTERM');
    const environment = { SUPABASE_WORKDIR: project };
    const refused = await failToStart({ ...environment, SANDBANK_DATA: dataFolder });
    expect([refused.code, refused.printed]).toEqual([
      1,
      expect.stringContaining('belongs to another project (sandbank)'),
    ]);
    const other = await start({ ...environment, SANDBANK_DATA: join(home, 'projects') });
    const { anonKey } = await (await fetch(`${other.url}/config.json`)).json();
    const get = (path: string) => fetch(other.url + path, { headers: { apikey: anonKey } });
    expect((await get('/rest/v1/notes')).status).toBe(200);
    expect((await get('/rest/v1/accounts')).status).toBe(404);
    for (const path of ['/', '/auth', '/dashboard', '/index.html'])
      expect((await get(path)).status, path).toBe(404);
    expect(readdirSync(project)).toEqual(['supabase']);
    expect(readdirSync(join(project, 'supabase')).sort()).toEqual(['config.toml', 'migrations']);
  });
});

/** Returns all files and folders with their size and modification time. */
function listed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const { size, mtimeMs } = statSync(join(folder, path));
      return `${path} ${size} ${mtimeMs}`;
    });
}

test("can be replaced by the operator's database, which two banks serve with the same keys", {
  timeout: 60_000,
}, async () => {
  const clone = await cloneDatabase();
  const banks = await Promise.all([start({ DATABASE_URL: clone.url }), start({ DATABASE_URL: clone.url })]);
  const keys = await Promise.all(
    banks.map(async ({ url }) => (await (await fetch(`${url}/config.json`)).json()).anonKey),
  );
  expect(keys[0]).toBe(keys[1]);
  for (const bank of banks) expect(await bank.end('SIGTERM')).toBe(0);
  await clone.drop();
});
