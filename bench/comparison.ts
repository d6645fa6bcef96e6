import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openDatabase } from '../server/database/database.ts';
import { startEmbeddedPostgres } from '../server/database/embedded.ts';
import { openKeys } from '../server/keys.ts';

const CUSTOMERS = 1_000;
const ROUNDS = 3;
const SECONDS = 5;

export type Customer = { id: string; account: string; token: string };
export type Wanted = { path: string; method: 'GET' | 'POST'; token?: string; body?: object };
export type Comparison = {
  name: string;
  connections: number;
  ours: (customer: Customer) => Wanted;
  reference: (customer: Customer) => Wanted;
};

/** Runs some work beside an embedded PostgreSQL of its own, as durable as in the product. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Customers with one account and twenty rows each. */
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
      token: await keys.sign({ sub: id, role: 'authenticated', aud: 'authenticated' }, 3_600),
    });
  }
  await database.owner`analyze`;
  await database.close();
  return customers;
}

export async function serve(
  kind: string,
  url: string,
  ...settings: string[]
): Promise<{ address: string; pid: number; end: () => void }> {
  const child = fork(new URL('./serve.ts', import.meta.url), [kind, url, ...settings], {
    execArgv: ['--import', 'tsx'],
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return {
    address: `http://127.0.0.1:${message.port}`,
    pid: child.pid ?? 0,
    end: () => child.kill('SIGKILL'),
  };
}

/** Ours and the reference in turn, round by round; medians, and the median of the rounds' ratios. */
export async function compare(
  comparison: Comparison,
  customers: Customer[],
  ours: string,
  reference: string,
) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      reference: await load(reference, customers.map(comparison.reference), comparison.connections),
      ours: await load(ours, customers.map(comparison.ours), comparison.connections),
    });
  }
  const middle = (values: number[]) =>
    values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  return {
    what: comparison.name,
    connections: comparison.connections,
    'ours /s': Math.round(middle(rounds.map((round) => round.ours.rate))),
    'reference /s': Math.round(middle(rounds.map((round) => round.reference.rate))),
    ratio: middle(rounds.map((round) => round.ours.rate / round.reference.rate)).toFixed(2),
    'ours p50 ms': middle(rounds.map((round) => round.ours.p50)),
    'ours p99 ms': middle(rounds.map((round) => round.ours.p99)),
    'reference p99 ms': middle(rounds.map((round) => round.reference.p99)),
    failed: rounds.reduce((sum, round) => sum + round.ours.failed + round.reference.failed, 0),
  };
}

async function load(url: string, wanted: Wanted[], connections: number) {
  const requests = wanted.map(({ path, method, token, body }) => ({
    path,
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }));
  let connected = 0;
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    requests,
    // Each begins with another customer: together they would all wait for the same account.
    setupClient(client) {
      const first = Math.floor((connected * requests.length) / connections) % requests.length;
      connected += 1;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  const { average } = result.requests;
  return {
    rate: average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
