import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BankProcess, getPostgres, startBankProcess } from './bank-process.ts';

const DEPOSITS = 80;
const CLIENTS = 8;
/**
 * The number of acknowledged deposits before each kill, and the processes to kill. `npm run prove -- crash`
 * kills processes fifty times in five ways.
 */
const KILLS = [
  { enough: 20, everything: false },
  { enough: 45, everything: true },
];

const dataFolder = mkdtempSync(join(tmpdir(), 'sandbank-durability-'));
let bank: BankProcess;
afterAll(async () => {
  await bank?.end('SIGTERM');
  rmSync(dataFolder, { recursive: true, force: true });
});

async function restart(): Promise<SupabaseClient> {
  bank = await startBankProcess({ SANDBANK_DATA: dataFolder });
  const { anonKey } = await (await fetch(`${bank.url}/config.json`)).json();
  return createClient(bank.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}

async function signIn(client: SupabaseClient, first: boolean): Promise<void> {
  const login = { email: 'alice@example.com', password: 'correct horse battery staple' };
  const { error } = first ? await client.auth.signUp(login) : await client.auth.signInWithPassword(login);
  if (error) throw error;
}

/** Sends deposits in parallel until all are acknowledged or the bank is unavailable. */
async function send(client: SupabaseClient, accountId: string, waiting: Set<number>): Promise<number[]> {
  const acknowledged: number[] = [];
  const queue = [...waiting];
  async function work(): Promise<void> {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      const request_id = `deposit ${number}`;
      const { error } = await client.rpc('deposit', {
        account_id: accountId,
        amount: 1.01,
        description: request_id,
        request_id,
      });
      if (error) return;
      acknowledged.push(number);
      waiting.delete(number);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return acknowledged;
}

/**
 * Returns true if a sign-in succeeds. The server restarts PostgreSQL silently, so tests can detect the
 * restart only by signing in.
 */
const answers = (client: SupabaseClient) =>
  signIn(client, false).then(
    () => true,
    () => false,
  );

async function recorded(client: SupabaseClient, accountId: string): Promise<Set<number>> {
  const { data, count } = await client
    .from('transactions')
    .select('description', { count: 'exact' })
    .eq('account_id', accountId)
    .throwOnError();
  const numbers = data.map(({ description }) => Number(/^deposit (\d+)$/.exec(description)?.[1]));
  expect(new Set(numbers).size, 'a deposit was doubled').toBe(count);
  return new Set(numbers);
}

test('of eighty deposits no acknowledged one is lost or doubled when PostgreSQL and then everything is killed', async () => {
  const waiting = new Set(Array.from({ length: DEPOSITS }, (_, index) => index));
  const acknowledged: number[] = [];
  let client = await restart();
  await signIn(client, true);
  const { data: account } = await client
    .rpc('open_account', { name: 'Savings', type: 'SAVINGS' })
    .throwOnError();

  for (const { enough, everything } of KILLS) {
    const sent = send(client, account.id, waiting);
    await expect
      .poll(() => DEPOSITS - waiting.size, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(enough);
    process.kill(getPostgres(dataFolder), 'SIGKILL');
    if (everything) await bank.end('SIGKILL');
    acknowledged.push(...(await sent));

    if (everything) client = await restart();
    await expect.poll(() => answers(client), { timeout: 60_000 }).toBe(true);
    const kept = await recorded(client, account.id);
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  }

  // Repeats unanswered requests with the same request id, so that nothing happens twice.
  await send(client, account.id, waiting);
  expect(waiting.size).toBe(0);
  expect((await recorded(client, account.id)).size).toBe(DEPOSITS);
  const { data: row } = await client
    .from('accounts')
    .select('balance')
    .eq('id', account.id)
    .single()
    .throwOnError();
  expect(row.balance).toBe(80.8);
  const { data: violations } = await client.rpc('audit_my_books').throwOnError();
  expect(violations).toEqual([]);
}, 120_000);
