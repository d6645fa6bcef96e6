import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

test('PostgreSQL logs nothing alarming at a first start', async () => {
  await expect.poll(readLog).toContain('database system is ready to accept connections');
  expect(readLog()).not.toMatch(/ERROR|FATAL|PANIC|WARNING/);
});

test('a customer whose requests are refused leaves neither amounts nor addresses in the log of PostgreSQL', async () => {
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
