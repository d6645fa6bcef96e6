// Runs attacks by one customer on another. During each attack, which lasts several seconds, the other
// customer makes deposits.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { type BankProcess, removeBuild, startBankProcess } from '../../server/testing/bank-process.ts';
import type { Orders, Outcomes } from './neighbors/attacker.ts';
import { attacks } from './neighbors/attacks.ts';
import type { Proof } from './proof.ts';

const SECONDS = 20;
const SLOWEST_MS = 1_000;
const LARGEST_MB = 1_000;
/** A deposit that takes longer counts as failed. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;
/**
 * The time limit for the attacker's response counts. After this time, the attacker is stopped, and its
 * responses aren't counted.
 */
const COUNTED_MS = 5_000;
const ATTACKER = fileURLToPath(new URL('./neighbors/attacker.ts', import.meta.url));

type Customer = { client: SupabaseClient; token: string; account: string };
type Deposits = { slowest: number; median: number; count: number; failed: number };

export const proof: Proof = {
  name: 'neighbors',
  title: 'One customer attacks while another makes deposits',
  async run({ log, rounds = SECONDS }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-neighbors-'));
    let bank: BankProcess | null = null;
    try {
      bank = await startBankProcess({
        SANDBANK_DATA: join(folder, 'bank'),
        SANDBANK_RATE_LIMIT_FACTOR: '100',
      });
      const anonKey = await readAnonKey(bank.url);
      const outcomes: string[] = [];
      const report = (line: string) => {
        log(line);
        outcomes.push(line);
      };
      const alone = await deposit(await customer(bank.url, anonKey, false), rounds);
      report(`no attack: ${describe(alone)}`);
      let ok = alone.failed === 0;
      for (const [index, { name }] of attacks.entries()) {
        const { deposits, largest, outcomes } = await underAttack(bank, anonKey, index, rounds);
        report(`${name}: ${describe(deposits)}, process at most ${Math.round(largest)} MB`);
        log(`  the attacker's requests: ${JSON.stringify(outcomes)}`);
        ok &&= deposits.slowest < SLOWEST_MS && deposits.failed === 0 && largest < LARGEST_MB;
        // An attack that gets no response proves nothing.
        ok &&= Object.keys(outcomes).some((outcome) => /^\d+$/.test(outcome));
      }
      return {
        tried: `${attacks.length} attacks of ${rounds} s each while another customer makes deposits`,
        outcome: outcomes.join('; '),
        ok,
      };
    } finally {
      await bank?.end('SIGTERM');
      removeBuild();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const describe = ({ count, median, slowest, failed }: Deposits) =>
  `${count} deposits, median ${Math.round(median)} ms, slowest ${Math.round(slowest)} ms, ${failed} failed`;

async function underAttack(
  { url, process: server }: BankProcess,
  anonKey: string,
  attack: number,
  seconds: number,
) {
  const [attacker, victim] = [await customer(url, anonKey, true), await customer(url, anonKey, false)];
  const program = fork(ATTACKER, { execArgv: ['--import', 'tsx'] });
  let [isOver, largest] = [false, 0];
  const watching = (async () => {
    for (; !isOver; await sleep(100)) largest = Math.max(largest, residentMb(server.pid ?? 0));
  })();
  try {
    await once(program, 'spawn');
    const headers = { authorization: `Bearer ${attacker.token}`, apikey: anonKey };
    program.send({ url, headers, attack } satisfies Orders);
    await once(program, 'message');
    const deposits = await deposit(victim, seconds);
    return { deposits, largest, outcomes: await getCounts(program) };
  } finally {
    isOver = true;
    program.kill('SIGKILL');
    await watching;
  }
}

/** Stops the attack and returns its request counts by outcome. */
async function getCounts(program: ChildProcess): Promise<Outcomes> {
  const counted = once(program, 'message', { signal: AbortSignal.timeout(COUNTED_MS) });
  program.send('end');
  const [outcomes] = (await counted.catch(() => [{}])) as [Outcomes];
  return outcomes;
}

/** Makes deposits for several seconds, one after another. */
async function deposit({ client, account }: Customer, seconds: number): Promise<Deposits> {
  const durations: number[] = [];
  let failed = 0;
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(PAUSE_MS)) {
    const began = performance.now();
    const { error } = await client
      .rpc('deposit', { account_id: account, amount: 1, request_id: randomUUID() })
      .abortSignal(AbortSignal.timeout(PATIENCE_MS));
    durations.push(performance.now() - began);
    if (error) failed += 1;
  }
  const sorted = durations.toSorted((left, right) => left - right);
  const [median = 0, slowest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  return { slowest, median, count: durations.length, failed };
}

async function readAnonKey(url: string): Promise<string> {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  return anonKey;
}

/** Creates an anonymous customer. If `hasHistory` is true, the customer has two years of history. */
async function customer(url: string, anonKey: string, hasHistory: boolean): Promise<Customer> {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const { data, error } = await client.auth.signInAnonymously();
  if (error) throw error;
  await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
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

/** Returns a process's resident memory in MB, from /proc. */
function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
