// What one customer can do to another: each attack runs for some seconds while another customer deposits.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { type BankProcess, removeBuild, startBankProcess } from '../../server/testing/bank-process.ts';
import type { Proof } from './proof.ts';

const SECONDS = 20;
const SLOWEST_MS = 1_000;
const LARGEST_MB = 1_000;

type Customer = { client: SupabaseClient; token: string; account: string };
type Attack = { name: string; send(attacker: Customer, url: string, anonKey: string): Promise<unknown> };

const headersOf = ({ token }: Customer, apikey: string) => ({ authorization: `Bearer ${token}`, apikey });

/** Requests that run until the attack is over, so many at a time. */
const GETS = 15;
const deep =
  'accounts?select=*,transactions!transactions_account_id_fkey(*,accounts!transactions_account_id_fkey(*,transactions!transactions_account_id_fkey(*)))';
const wide = `transactions?select=*,${Array.from({ length: 12 }, (_, index) => `a${index}:accounts!transactions_account_id_fkey(*)`).join(',')}`;

const attacks: Attack[] = [
  { name: '15 parallel reads of nested lists', send: (one, url, key) => gets(one, url, key, deep) },
  {
    name: '15 parallel reads of a whole history, twelve times wider',
    send: (one, url, key) => gets(one, url, key, wide),
  },
  {
    name: '16 parallel files of 10 MB to restore',
    send: (one, url, apikey) => {
      const body = `{"file":{"entries":[${'{"id":"x","lines":[]},'.repeat(430_000)}{}]}}`;
      return Promise.all(
        Array.from({ length: 16 }, () =>
          fetch(`${url}/functions/v1/restore`, {
            method: 'POST',
            body,
            headers: { ...headersOf(one, apikey), 'content-type': 'application/json' },
          }).then((response) => response.text()),
        ),
      );
    },
  },
  {
    name: '200 parallel fast-forwards of ten years',
    send: (one) =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          one.client.functions.invoke('advance', { body: { by: index % 2 === 0 ? 'P10Y' : 'P9Y' } }),
        ),
      ),
  },
];

async function gets(one: Customer, url: string, apikey: string, path: string): Promise<void> {
  const read = async () => {
    // Half of them leave before their answer. A timer of its own: the signal of AbortSignal.timeout may be collected
    // while a body is read, and the read then never ends.
    const leaving = new AbortController();
    const timer = setTimeout(() => leaving.abort(), Math.random() < 0.5 ? 300 : 30_000);
    try {
      const response = await fetch(`${url}/rest/v1/${path}`, {
        headers: headersOf(one, apikey),
        signal: leaving.signal,
      });
      await response.arrayBuffer();
    } finally {
      clearTimeout(timer);
    }
  };
  await Promise.allSettled(Array.from({ length: GETS }, read));
}

export const proof: Proof = {
  name: 'neighbors',
  title: 'One customer attacks; another one deposits meanwhile',
  async run({ log, rounds = SECONDS }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-neighbors-'));
    let bank: BankProcess | null = null;
    try {
      bank = await startBankProcess({
        SANDBANK_DATA: join(folder, 'bank'),
        SANDBANK_RATE_LIMIT_FACTOR: '100',
      });
      const found: string[] = [];
      let ok = true;
      for (const attack of attacks) {
        const { slowest, count, failed, largest } = await underAttack(bank, attack, rounds);
        const line = `${attack.name}: ${count} deposits, slowest ${Math.round(slowest)} ms, ${failed} failed, process at most ${Math.round(largest)} MB`;
        log(line);
        found.push(line);
        ok &&= slowest < SLOWEST_MS && failed === 0 && largest < LARGEST_MB;
      }
      return {
        tried: `${attacks.length} attacks of ${rounds} s each while another customer deposits`,
        found: found.join('; '),
        ok,
      };
    } finally {
      await bank?.end('SIGTERM');
      removeBuild();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function underAttack({ url, process: server }: BankProcess, attack: Attack, seconds: number) {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  const [attacker, victim] = [await customer(url, anonKey, true), await customer(url, anonKey, false)];
  let isOver = false;
  let largest = 0;
  const attacking = (async () => {
    while (!isOver) await attack.send(attacker, url, anonKey).catch(() => {});
  })();
  const watching = (async () => {
    for (; !isOver; await sleep(100)) largest = Math.max(largest, residentMb(server.pid ?? 0));
  })();
  await sleep(500);
  const until = performance.now() + seconds * 1_000;
  let [slowest, count, failed] = [0, 0, 0];
  while (performance.now() < until) {
    const began = performance.now();
    const { error } = await victim.client.rpc('deposit', {
      account_id: victim.account,
      amount: 1,
      request_id: randomUUID(),
    });
    slowest = Math.max(slowest, performance.now() - began);
    count += 1;
    if (error) failed += 1;
    await sleep(20);
  }
  isOver = true;
  await Promise.all([attacking, watching]);
  return { slowest, count, failed, largest };
}

/** An anonymous customer; the attacker has two years of history. */
async function customer(url: string, anonKey: string, hasHistory: boolean): Promise<Customer> {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const { data, error } = await client.auth.signInAnonymously();
  if (error) throw error;
  await client.rpc('enter', { time_zone: 'America/New_York' }).throwOnError();
  if (hasHistory) {
    const demo = await client.functions.invoke('demo', { body: { time_zone: 'America/New_York' } });
    if (demo.error) throw demo.error;
  }
  const { data: account } = hasHistory
    ? await client.from('accounts').select('id').limit(1).single<{ id: string }>().throwOnError()
    : await client
        .rpc('open_account', { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 10 })
        .single<{ id: string }>()
        .throwOnError();
  return { client, token: data.session?.access_token ?? '', account: account.id };
}

/** What a process holds in memory, by /proc. */
function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
