import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BankProcess, startBankProcess } from '../testing/bank-process.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const home = mkdtempSync(join(tmpdir(), 'sandbank backup '));
const dataFolder = join(home, 'data');
const running: BankProcess[] = [];
afterEach(async () => {
  for (const bank of running.splice(0)) await bank.end('SIGTERM');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const login = { email: 'alice@example.com', password: 'correct horse battery staple' };

async function openBank(folder: string): Promise<SupabaseClient> {
  const bank = await startBankProcess({ SANDBANK_DATA: folder });
  running.push(bank);
  const { anonKey } = await (await fetch(`${bank.url}/config.json`)).json();
  return createClient(bank.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}

/** Inserts rows until it is stopped, and collects the rows that the bank has confirmed. */
function keepDepositing(client: SupabaseClient, accountId: string) {
  const confirmed: { name: string; at: number }[] = [];
  let stopped = false;
  const work = (async () => {
    for (let number = 1; !stopped; number += 1) {
      const request_id = `deposit ${number}`;
      const entry = { account_id: accountId, amount: 1.01, description: request_id, request_id };
      await client.rpc('deposit', entry).throwOnError();
      confirmed.push({ name: request_id, at: Date.now() });
    }
  })();
  return {
    confirmed,
    async stop() {
      stopped = true;
      await work;
    },
  };
}

async function descriptions(client: SupabaseClient): Promise<Set<string>> {
  const { data } = await client.from('transactions').select('description').throwOnError();
  return new Set(data?.map((row) => row.description));
}

test('a backup under load is restored elsewhere with everything that was acknowledged', async () => {
  const alice = await openBank(dataFolder);
  await alice.auth.signUp(login);
  const { data: account } = await alice
    .rpc('open_account', { name: 'Everyday', initial_balance: 10 })
    .single<{ id: string }>()
    .throwOnError();
  writeFileSync(join(dataFolder, 'storage', 'a file'), 'stored bytes');
  const load = keepDepositing(alice, account.id);
  await expect.poll(() => load.confirmed.length, { timeout: 30_000 }).toBeGreaterThan(20);
  const archive = join(home, 'bank.tar.gz');
  const { bytes, upTo } = await backUp({ dataFolder, target: archive });
  const atEnd = load.confirmed.length;
  await expect.poll(() => load.confirmed.length, { timeout: 30_000 }).toBeGreaterThan(atEnd);
  await load.stop();
  expect(bytes).toBe(statSync(archive).size);
  expect(statSync(archive).mode & 0o077).toBe(0);

  const elsewhere = join(home, 'elsewhere');
  expect(await restore({ archive, dataFolder: elsewhere, force: false })).toBeNull();
  const restored = await openBank(elsewhere);
  await restored.auth.signInWithPassword(login);
  const { data: violations } = await restored.rpc('audit_my_books').throwOnError();
  expect(violations).toEqual([]);
  const restoredNames = await descriptions(restored);
  const promised = load.confirmed.filter(({ at }) => at < upTo.getTime());
  expect(promised.length).toBeGreaterThan(20);
  expect(promised.filter(({ name }) => !restoredNames.has(name))).toEqual([]);
  expect(readFileSync(join(elsewhere, 'storage', 'a file'), 'utf8')).toBe('stored bytes');
  const deposit = { account_id: account.id, amount: 5, description: 'afterwards' };
  await restored.rpc('deposit', deposit).throwOnError();
  const onRunning = restore({ archive, dataFolder: elsewhere, force: true });
  await expect(onRunning).rejects.toThrow(/already running in/);
}, 120_000);

test('a stopped bank can be backed up, and restored over another one only with force', async () => {
  const archive = join(home, 'stopped.tar.gz');
  await backUp({ dataFolder, target: archive });
  const other = join(home, 'elsewhere');
  await expect(restore({ archive, dataFolder: other, force: false })).rejects.toThrow('use --force');
  const aside = await restore({ archive, dataFolder: other, force: true });
  const restored = await openBank(other);
  await restored.auth.signInWithPassword(login);
  expect(await descriptions(restored)).not.toContain('afterwards');
  expect(existsSync(join(aside ?? '', 'postgres', 'PG_VERSION'))).toBe(true);
}, 120_000);

test('errors are explained in one sentence, and nothing changes', async () => {
  const archive = join(home, 'bank.tar.gz');
  const nowhere = join(home, 'nowhere');
  await expect(backUp({ dataFolder: nowhere, target: join(home, 'x') })).rejects.toThrow(
    'There is no bank in',
  );
  await expect(backUp({ dataFolder, target: archive })).rejects.toThrow('already exists');
  const missing = join(home, 'no', 'x');
  await expect(backUp({ dataFolder, target: missing })).rejects.toThrow(
    `Failed to write the backup ${missing} (ENOENT)`,
  );
  const empty = join(home, 'empty');
  const into = (file: string) => restore({ archive: file, dataFolder: empty, force: false });
  await expect(into(join(home, 'missing'))).rejects.toThrow('There is no backup at');
  writeFileSync(join(home, 'noise'), 'not an archive');
  await expect(into(join(home, 'noise'))).rejects.toThrow('is not a backup');
  const half = join(home, 'half');
  cpSync(archive, half);
  truncateSync(half, Math.floor(statSync(half).size / 2));
  await expect(into(half)).rejects.toThrow('is not a backup');
  expect(existsSync(join(empty, 'postgres'))).toBe(false);
  expect(existsSync(join(empty, 'restoring'))).toBe(false);
});
