import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/database/database.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded.ts';
import { openKeys } from '../../server/settings/keys.ts';
import { openSession } from '../../server/testing/sessions.ts';
import { type LoadRequest, load } from './load.ts';
import { getFamily, processorTime } from './processor.ts';
import type { Order } from './subscriber-clients.ts';

const CUSTOMERS = 1_000;
const ROUNDS = 3;
const SECONDS = 5;

export type Customer = { id: string; account: string; token: string };
export type Comparison = {
  name: string;
  connections: number;
  /** True if all requests use the first customer's account. */
  isHot?: boolean;
  hasSubscriber?: boolean;
  ours: (customer: Customer) => LoadRequest;
  reference: (customer: Customer) => LoadRequest;
};

/** Runs work with an embedded PostgreSQL that is as durable as in the product. */
export async function withPostgres(work: (url: string, pid: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  try {
    await work(postgres.url, postgres.pid() ?? 0);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates customers with one account and 20 transactions each. */
export async function openCustomers(url: string): Promise<Customer[]> {
  const database = await openDatabase(url);
  const keys = await openKeys(database, 'http://localhost:3000');
  const accounts = await database.owner<{ id: string; account: string }[]>`
    with person as (select gen_random_uuid() as id from generate_series(1, ${CUSTOMERS}::integer)),
      customer as (insert into public.customers (id) select id from person returning id)
    insert into public.accounts (user_id, name, balance) select id, 'Everyday', 1000 from customer returning user_id as id, id as account`;
  for (let row = 0; row < 20; row += 1) {
    await database.owner`insert into public.transactions (account_id, amount, type) select id, 1, 'DEPOSIT' from public.accounts`;
  }
  const customers = [];
  for (const { id, account } of accounts) {
    customers.push({
      id,
      account,
      token: await openSession(database.owner, keys, id, { lifetimeSeconds: 3_600 }),
    });
  }
  await database.owner`analyze`;
  await database.close();
  return customers;
}

export type Served = { address: string; key: string; pid: number; end: () => void };

export async function serve(kind: string, url: string, ...settings: string[]): Promise<Served> {
  const child = fork(new URL('./serve.ts', import.meta.url), [kind, url, ...settings], {
    execArgv: ['--import', 'tsx'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number; key: string }];
  return {
    address: `http://127.0.0.1:${message.port}`,
    key: message.key,
    pid: child.pid ?? 0,
    end: () => child.kill('SIGKILL'),
  };
}

/** Starts an app that subscribes to the customer's rows. Returns a function that stops it. */
async function openApp({ address: url, key }: Served, customer: Customer): Promise<() => void> {
  const child = fork(new URL('./subscriber-clients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  child.send({ do: 'join', url, key, people: [customer] } satisfies Order);
  await once(child, 'message');
  return () => child.kill('SIGKILL');
}

/**
 * Measures our server and the reference in turn. Reports medians, and the median ratio of all rounds.
 * Processor time includes the server and the database.
 */
export async function compare(
  { name, connections, isHot = false, hasSubscriber = false, ...settings }: Comparison,
  allCustomers: Customer[],
  { ours, reference, postgres }: { ours: Served; reference: Served; postgres: number },
) {
  const customers = isHot ? allCustomers.slice(0, 1) : allCustomers;
  const deaf = hasSubscriber && customers[0] ? await openApp(ours, customers[0]) : () => {};
  const measure = async ({ address, pid }: Served, createRequest: (customer: Customer) => LoadRequest) => {
    const used = () => processorTime([pid, ...getFamily(postgres)]);
    const before = used();
    const result = await load(address, customers.map(createRequest), { connections, seconds: SECONDS });
    return { ...result, microseconds: ((used() - before) * 1_000) / result.answered };
  };
  const rounds: Record<'reference' | 'ours', Awaited<ReturnType<typeof measure>>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      reference: await measure(reference, settings.reference),
      ours: await measure(ours, settings.ours),
    });
  deaf();
  type Round = (typeof rounds)[number];
  const middle = (of: (round: Round) => number) =>
    rounds.map(of).sort((left, right) => left - right)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    what: name,
    connections,
    'ours /s': Math.round(middle((round) => round.ours.rate)),
    'reference /s': Math.round(middle((round) => round.reference.rate)),
    ratio: middle((round) => round.ours.rate / round.reference.rate).toFixed(2),
    'ours µs': Math.round(middle((round) => round.ours.microseconds)),
    'reference µs': Math.round(middle((round) => round.reference.microseconds)),
    'ratio of µs': middle((round) => round.reference.microseconds / round.ours.microseconds).toFixed(2),
    'ours p50 ms': middle((round) => round.ours.p50),
    'ours p99 ms': middle((round) => round.ours.p99),
    'reference p99 ms': middle((round) => round.reference.p99),
    failed: rounds.reduce((sum, round) => sum + round.ours.failed + round.reference.failed, 0),
  };
}
