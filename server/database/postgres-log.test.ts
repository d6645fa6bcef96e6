import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BankProcess, startBankProcess } from '../testing/bank-process.ts';

/** After this time, some migrations have been applied, but most have not. */
const MIGRATING_MS = 600;

let dataFolder: string;
let bank: BankProcess;
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'sandbank-postgres-log-'));
  bank = await startBankProcess({ SANDBANK_DATA: dataFolder });
});
afterAll(async () => {
  await bank.end('SIGTERM');
  rmSync(dataFolder, { recursive: true, force: true });
});

const readLog = () => readFileSync(join(dataFolder, 'logs', 'postgres.log'), 'utf8');

test('a first start logs nothing alarming', async () => {
  await expect.poll(readLog).toContain('database system is ready to accept connections');
  expect(readLog()).not.toMatch(/ERROR|FATAL|PANIC|WARNING/);
});

test('an interrupted first start logs no migration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-postgres-log-'));
  const file = join(folder, 'logs', 'postgres.log');
  try {
    let child: ChildProcess | undefined;
    const ended = startBankProcess({ SANDBANK_DATA: folder }, (spawned) => {
      child = spawned;
    }).catch(String);
    const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await expect.poll(read, { timeout: 30_000, interval: 10 }).toContain('ready to accept connections');
    await new Promise((resolve) => setTimeout(resolve, MIGRATING_MS));
    child?.kill('SIGINT');
    expect(await ended).toBe('Error: The bank ended with code 0: ');
    await expect.poll(read).toContain('database system is shut down');
    expect(read()).not.toMatch(/STATEMENT|create table/);
    expect(read().match(/FATAL/g)?.length ?? 0).toBeLessThanOrEqual(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("refused requests leave neither amounts nor addresses in PostgreSQL's log", async () => {
  const { anonKey } = await (await fetch(`${bank.url}/config.json`)).json();
  const client = createClient(bank.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const person = { email: 'refused@example.com', password: 'correct horse battery' };
  await client.auth.signUp(person);
  await client.auth.signUp(person);
  await client.auth.signInWithPassword(person);
  await client.auth.signInWithPassword({ ...person, password: 'wrong' });
  const { data: account } = await client
    .rpc('open_account', { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 5 })
    .single<{ id: string }>()
    .throwOnError();
  const refused = await client.rpc('withdraw', { account_id: account.id, amount: 98_765.43 });
  expect(refused.error?.code).toBe('INSUF');
  const strange = await client.from('accounts').insert({ name: 'x'.repeat(500), balance: 98_765.43 });
  expect(strange.error).not.toBeNull();
  await client.from('accounts').select('balance::integer,name::date');
  await bank.end('SIGTERM');
  const log = readLog();
  expect(log).toContain('database system is shut down');
  expect(log).not.toMatch(/98765|refused@example\.com|INSUF|ERROR/);
});
