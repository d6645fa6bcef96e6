// `npm run bench [-- NAME]`: what is meant to be fast, each beside its reference in the same run. On shared machines only
// the ratio counts. Nothing here is asserted.
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

type Customer = { id: string; account: string; token: string };
type Wanted = { path: string; method: 'GET' | 'POST'; token?: string; body?: object };
type Comparison = {
  name: string;
  connections: number;
  ours: (customer: Customer) => Wanted;
  reference: (customer: Customer) => Wanted;
};

const COMPARISONS: Comparison[] = [10, 50].flatMap((connections) => [
  {
    name: 'deposit',
    connections,
    ours: ({ account, token }) => ({
      path: '/rest/v1/rpc/deposit',
      method: 'POST',
      token,
      body: { account_id: account, amount: 1.25 },
    }),
    reference: ({ id, account }) => ({
      path: '/deposit',
      method: 'POST',
      body: { customer: id, account_id: account, amount: 1.25 },
    }),
  },
  {
    name: 'accounts',
    connections,
    ours: ({ id, token }) => ({ path: `/rest/v1/accounts?select=*&user_id=eq.${id}`, method: 'GET', token }),
    reference: ({ id }) => ({ path: `/accounts/${id}`, method: 'GET' }),
  },
  {
    name: 'transactions',
    connections,
    ours: ({ account, token }) => ({
      path: `/rest/v1/transactions?select=*&account_id=eq.${account}&order=date.desc,id.desc&limit=50`,
      method: 'GET',
      token,
    }),
    reference: ({ id, account }) => ({ path: `/transactions/${id}/${account}`, method: 'GET' }),
  },
]);

const only = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'sandbank-bench-'));
const postgres = await startEmbeddedPostgres({ dataFolder: folder });
try {
  const customers = await openCustomers(postgres.url);
  const ours = await serve('ours', postgres.url);
  const reference = await serve('reference', postgres.url);
  const rows = [];
  for (const comparison of COMPARISONS.filter(({ name }) => !only || name === only)) {
    rows.push(await compare(comparison, customers, ours.address, reference.address));
  }
  console.table(rows);
  ours.end();
  reference.end();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Customers with one account and twenty rows each. */
async function openCustomers(url: string): Promise<Customer[]> {
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

async function serve(kind: string, url: string): Promise<{ address: string; end: () => void }> {
  const child = fork(new URL('./serve.ts', import.meta.url), [kind, url], { execArgv: ['--import', 'tsx'] });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { address: `http://127.0.0.1:${message.port}`, end: () => child.kill('SIGKILL') };
}

/** Both in turn, round by round; medians, and the median of the rounds' ratios. */
async function compare(comparison: Comparison, customers: Customer[], ours: string, reference: string) {
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
    'p50 ms': middle(rounds.map((round) => round.ours.p50)),
    'p99 ms': middle(rounds.map((round) => round.ours.p99)),
    failed: rounds.reduce((sum, round) => sum + round.ours.failed + round.reference.failed, 0),
  };
}

async function load(url: string, wanted: Wanted[], connections: number) {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    requests: wanted.map(({ path, method, token, body }) => ({
      path,
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })),
  });
  const { average } = result.requests;
  return {
    rate: average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
