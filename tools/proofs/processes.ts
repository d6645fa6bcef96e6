// Runs four processes of a bank on one database. Changes must reach subscribers of all processes, every
// payment must be posted once, and each process must be able to restart while no request fails.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import { WebSocket } from 'ws';
import { type BankProcess, startBankProcess } from '../../server/testing/bank-process.ts';
import { openHouseholds } from '../bench/due.ts';
import {
  Load,
  openSavers,
  parseBusMessage,
  type Saver,
  sleep,
  until,
  whenStopped,
  wrongWith,
} from './failover/load.ts';
import { freePort, Server } from './failover/servers.ts';
import type { Proof } from './proof.ts';

const PROCESSES = 4;
const HOUSEHOLDS = 1_000;
const TURNS = 2;
const DEPOSITS = 20;
const SAVERS = 4;
const WORKERS_EACH = 2;
const BEATS_MS = 10_000;
const SCHEDULE_PATIENCE_MS = 240_000;
const PUBLIC_URL = 'http://bank.example.com';

export const proof: Proof = {
  name: 'processes',
  title: 'Four processes of one bank: live changes, scheduled payments, and a rolling restart',
  async run({ rounds = TURNS, log }) {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-processes-'));
    chmodSync(folder, 0o755);
    const server = await Server.of(join(folder, 'database'));
    const banks: BankProcess[] = [];
    const end = async () => {
      await Promise.all(banks.map((bank) => bank.end('SIGTERM')));
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    };
    const off = whenStopped(end);
    try {
      server.initialize();
      await server.start();
      const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
      const start = (port: number) =>
        startBankProcess({
          DATABASE_URL: `postgres://${server.login}@${server.host}/postgres`,
          SANDBANK_DATA: join(folder, 'bank'),
          SANDBANK_URL: PUBLIC_URL,
          HOST: '127.0.0.1',
          PORT: String(port),
        });
      for (const port of ports) banks.push(await start(port));
      const addresses = ports.map((port) => `http://127.0.0.1:${port}`);

      const live = await checkBroadcasts(addresses);
      log(`live: ${live.outcome}`);
      const due = await paidOnce(server, addresses);
      log(`schedule: ${due.outcome}`);
      const rolling = await restartedInTurn(banks, ports, addresses, start, rounds);
      log(`rolling restart: ${rolling.outcome}`);
      const parts = [live, due, rolling];
      return {
        tried: parts.map(({ tried }) => tried).join('; '),
        outcome: parts.map(({ outcome }) => outcome).join('; '),
        ok: parts.every(({ ok }) => ok),
      };
    } finally {
      off();
      await end();
    }
  },
};

type PartResult = { tried: string; outcome: string; ok: boolean };

/** Makes a customer's deposits at each process in turn, with listeners at all processes. */
async function checkBroadcasts(addresses: readonly string[]): Promise<PartResult> {
  const [saver] = (await openSavers(addresses[0] ?? '', 1)) as [Saver];
  const { anonKey } = await (await fetch(`${addresses[0]}/config.json`)).json();
  const ears = await Promise.all(
    addresses.map(async (url) => {
      const client = createClient(url, anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: WebSocket as never },
      });
      const received: string[] = [];
      await client.realtime.setAuth(saver.token);
      let joined = false;
      client
        .channel('own rows')
        .on(
          'postgres_changes',
          { event: 'INSERT', schema: 'public', table: 'transactions' },
          ({ new: row }) => received.push((row as { description: string }).description),
        )
        .subscribe((status) => {
          joined = status === 'SUBSCRIBED';
        });
      await until('a listener has joined', () => joined);
      return { client, heard: received };
    }),
  );
  const sent = Array.from({ length: DEPOSITS }, (_, number) => `deposit ${number}`);
  for (const [number, description] of sent.entries()) {
    const response = await fetch(`${addresses[number % addresses.length]}/rest/v1/rpc/deposit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${saver.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: saver.accounts[0], amount: 1, description }),
    });
    if (!response.ok) throw new Error(`A deposit was refused: ${await response.text()}`);
  }
  await until('all is heard everywhere', () =>
    ears.every(({ heard: received }) => received.length >= sent.length),
  ).catch(() => undefined);
  const right = ears.filter(({ heard: received }) => received.join() === sent.join()).length;
  for (const { client } of ears) {
    await client.removeAllChannels();
    await client.realtime.disconnect();
  }
  return {
    tried: `${DEPOSITS} deposits made in turn at ${addresses.length} processes and listened to at each`,
    outcome: `${right} of ${ears.length} listeners heard each once and in order`,
    ok: right === ears.length,
  };
}

/**
 * Creates due payments. Asks all processes to post the first payments at the same time, and leaves later
 * payments to the scheduler.
 */
async function paidOnce(server: Server, addresses: readonly string[]): Promise<PartResult> {
  const sql = server.client();
  try {
    await sql`
      select cron.schedule('beat', '1 second', 'select pg_sleep(0.01)')`;
    const key = await getServiceKey(sql);
    await openHouseholds(sql, HOUSEHOLDS, 'due');
    await Promise.all(addresses.map((url) => advanceDue(url, key)));
    await openHouseholds(sql, HOUSEHOLDS, 'due');
    const paid = () => sql`
      select count(*)::int as accounts, coalesce(sum(times), 0)::int as times from (
        select a.id, (select count(*) from transactions t where t.account_id = a.id and t.amount = 12) as times
        from accounts a join customers c on c.id = a.user_id
        where c.display_name = 'due' and a.balance = 988) as paid`;
    await until(
      'every payment has been made',
      async () => (await paid())[0]?.accounts === 2 * HOUSEHOLDS,
      SCHEDULE_PATIENCE_MS,
    ).catch(() => undefined);
    await sleep(BEATS_MS);
    const [counted] = await paid();
    const [beats] = await sql`
      select count(*)::int as runs, count(distinct date_trunc('second', start_time))::int as seconds,
        round(extract(epoch from max(start_time) - min(start_time)))::int as span,
        count(*) filter (where status = 'failed')::int as failed
      from cron.job_run_details where command = 'select pg_sleep(0.01)'`;
    const once = counted?.accounts === 2 * HOUSEHOLDS && counted?.times === 2 * HOUSEHOLDS;
    const steady = beats?.runs <= beats?.span + 1 && beats?.failed === 0;
    return {
      tried: `${2 * HOUSEHOLDS} payments due, half of them asked for at all processes at once; a job every second for ${beats?.span} s`,
      outcome: `${counted?.times} payments in ${counted?.accounts} accounts; the job ran ${beats?.runs} times in ${beats?.span} s, ${beats?.failed} failed`,
      ok: once && steady,
    };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function getServiceKey(sql: postgres.Sql): Promise<string> {
  const [row] = await sql`
    select decrypted_secret as key from vault.decrypted_secrets where name = 'service_role_key'`;
  return row?.key;
}

async function advanceDue(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/functions/v1/advance-due`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`advance-due: ${response.status} ${await response.text()}`);
}

/** Restarts each process in turn while the load uses any address that is listening. */
async function restartedInTurn(
  banks: BankProcess[],
  ports: readonly number[],
  addresses: readonly string[],
  start: (port: number) => Promise<BankProcess>,
  turns: number,
): Promise<PartResult> {
  const savers = await openSavers(addresses[0] ?? '', SAVERS);
  const load = new Load(() => addresses);
  load.start(savers, WORKERS_EACH);
  await sleep(2_000);
  const codes: (number | null)[] = [];
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, port] of ports.entries()) {
      codes.push((await banks[index]?.end('SIGTERM')) ?? null);
      banks[index] = await start(port);
      await sleep(500);
    }
  await load.settle();
  // A process that is starting doesn't listen, so requests go to another process.
  const failed = [...load.answers].filter(([answer]) => answer !== '200' && answer !== 'ECONNREFUSED');
  const wrong = await wrongWith(load, savers);
  const ended = codes.filter((code) => code === 0).length;
  return {
    tried: `${codes.length} processes were restarted under ${SAVERS * WORKERS_EACH} clients`,
    outcome: `${parseBusMessage(load.answers)} (not listening: another address was asked), ${failed.length === 0 ? 'no request failed' : 'requests FAILED'}, ${ended} ended in order, ${wrong.join(', ') || 'none lost, none twice, books balanced'}`,
    ok: failed.length === 0 && wrong.length === 0 && ended === codes.length,
  };
}
