import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../supabase/tests/harness.ts';
import { type BankProcess, failToStart, postgresOf, startBankProcess } from './bank-process.ts';

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

describe('one bank', { timeout: 60_000 }, () => {
  test('answers on both addresses of localhost and is stopped in order by Ctrl-C', async () => {
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

  test('is not started twice on one data folder, and says where it runs', async () => {
    const bank = await start();
    const second = await failToStart({ SANDBANK_DATA: dataFolder });
    expect(second.code).toBe(1);
    expect(second.printed.trim().split('\n')).toHaveLength(1);
    expect(second.printed).toContain(`at ${bank.url} (process ${bank.process.pid})`);
    expect(await health(bank.url)).toBe(200);
  });

  test('starts again after it and its PostgreSQL were killed at once, and with a broken lock', async () => {
    const bank = await start();
    process.kill(postgresOf(dataFolder), 'SIGKILL');
    await bank.end('SIGKILL');
    const second = await start();
    expect(await health(second.url)).toBe(200);
    await second.end('SIGKILL');
    writeFileSync(join(dataFolder, 'server.lock'), '{"pid":');
    expect(await health((await start()).url)).toBe(200);
  });

  test('recovers when its PostgreSQL is killed under it', async () => {
    const bank = await start();
    const before = postgresOf(dataFolder);
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => health(bank.url).then((status) => status === 200 && postgresOf(dataFolder) !== before), {
        timeout: 30_000,
      })
      .toBe(true);
  });
});

describe('a wrong state is told in one sentence', { timeout: 60_000 }, () => {
  async function sentence(environment: Record<string, string>): Promise<string> {
    const { code, printed } = await failToStart({ SANDBANK_DATA: join(home, 'other'), ...environment });
    expect(code, printed).toBe(1);
    expect(printed.trim().split('\n'), printed).toHaveLength(1);
    return printed.trim();
  }

  test('when the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await sentence({ PORT: String(port) })).toContain(`Port ${port} is taken by another program`);
    other.close();
  });

  test('when the port is no port', async () => {
    expect(await sentence({ PORT: 'http' })).toBe('PORT is not a port number: http');
  });

  test('when the data folder cannot be written', async () => {
    writeFileSync(join(home, 'file'), '');
    expect(await sentence({ SANDBANK_DATA: join(home, 'file', 'data') })).toContain(
      'cannot be written (ENOTDIR)',
    );
  });

  test('when the database cannot be reached', async () => {
    const DATABASE_URL = 'postgres://someone:secret@127.0.0.1:1/bank';
    expect(await sentence({ DATABASE_URL })).toContain('127.0.0.1:1/bank cannot be reached');
    expect(await sentence({ DATABASE_URL: 'bank' })).toContain('DATABASE_URL is not an address');
  });
});

test('two banks serve one database of the operator, with the same keys', { timeout: 60_000 }, async () => {
  const clone = await cloneDatabase();
  const banks = await Promise.all([start({ DATABASE_URL: clone.url }), start({ DATABASE_URL: clone.url })]);
  const keys = await Promise.all(
    banks.map(async ({ url }) => (await (await fetch(`${url}/config.json`)).json()).anonKey),
  );
  expect(keys[0]).toBe(keys[1]);
  for (const bank of banks) expect(await bank.end('SIGTERM')).toBe(0);
  await clone.drop();
});
