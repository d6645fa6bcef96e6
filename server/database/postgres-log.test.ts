import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BankProcess, startBankProcess } from '../testing/bank-process.ts';

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

/**
 * Creates a project with a migration that creates a file in the database's folder and then waits in a block.
 */
function createWaitingProject(folder: string): void {
  mkdirSync(join(folder, 'supabase', 'migrations'), { recursive: true });
  const migration = `
    do $$
    begin
      execute format('copy (select) to %L', current_setting('data_directory') || '/waiting');
      create table public.late as select from pg_sleep(600);
    end $$`;
  writeFileSync(join(folder, 'supabase', 'migrations', '20300101000001_late.sql'), migration);
}

test('an interrupted first start logs no migration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-postgres-log-'));
  const data = join(folder, 'data');
  const read = () => readFileSync(join(data, 'logs', 'postgres.log'), 'utf8');
  let child: ChildProcess | undefined;
  try {
    createWaitingProject(folder);
    const ended = startBankProcess({ SANDBANK_DATA: data, SUPABASE_WORKDIR: folder }, (spawned) => {
      child = spawned;
    }).catch(String);
    await expect.poll(() => existsSync(join(data, 'postgres', 'waiting')), { timeout: 50_000 }).toBe(true);
    child?.kill('SIGINT');
    expect(await ended).toBe('Error: The bank ended with code 0: ');
    await expect.poll(read).toContain('database system is shut down');
    expect(read()).not.toMatch(/STATEMENT|create table/);
    expect(read().match(/FATAL/g)).toHaveLength(1);
  } finally {
    child?.kill('SIGKILL');
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
