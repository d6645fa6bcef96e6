// `npm run bench -- growth [ROWS …]`: the same requests through the whole server while the bank grows around customers who do
// not: each has a hundred movements, however many others there are. Processor time and pages of the database do not depend
// on who else shares the machine; the clock does.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type postgres from 'postgres';
import { openDatabase } from '../server/database/database.ts';
import { startEmbeddedPostgres } from '../server/database/embedded.ts';
import { openKeys } from '../server/keys.ts';
import { type Customer, serve, type Wanted } from './comparison.ts';
import { growTo } from './growth-rows.ts';
import { processorTime } from './processor.ts';

const SIZES = [10_000, 1_000_000, 10_000_000];
const CONNECTIONS = 10;
const ASKED = 1_000;
const REQUESTS = 1_000;
const ROUNDS = 3;
const WORD = { conditions: [{ on: 'words', text: 'cinema' }] };

const KINDS: Record<string, (customer: Customer) => Wanted> = {
  accounts: ({ id, token }) => ({
    path: `/rest/v1/accounts?select=*&user_id=eq.${id}`,
    method: 'GET',
    token,
  }),
  'first page of transactions': ({ account, token }) => ({
    path: `/rest/v1/transactions?select=*&account_id=eq.${account}&order=date.desc,id.desc&limit=50`,
    method: 'GET',
    token,
  }),
  'search of a word': verb('search_rows', () => ({ query: WORD })),
  'totals of a word': verb('search_totals', () => ({ query: WORD })),
  'totals of all': verb('search_totals', () => ({ query: { conditions: [] } })),
  deposit: verb('deposit', ({ account }) => ({ account_id: account, amount: 1.25 })),
};

/** What is explained: the statements that the requests come down to, for one customer. */
const PLANS: Record<string, (customer: Customer) => string> = {
  accounts: ({ id }) => `select * from public.accounts where user_id = '${id}'`,
  'first page of transactions': ({ account }) =>
    `select * from public.transactions where account_id = '${account}' order by date desc, id desc limit 50`,
  'search of a word': ({ id }) =>
    `select id from public.transactions r where r.user_id = '${id}' and bank.row_words(r.description, r.merchant) like '%cinema%' order by date desc, id desc limit 100`,
  'balance from the books': ({ account }) =>
    `select sum(amount) from bank.postings where ledger_id = '${account}'`,
};

function verb(name: string, body: (customer: Customer) => object) {
  return (customer: Customer): Wanted => ({
    path: `/rest/v1/rpc/${name}`,
    method: 'POST',
    token: customer.token,
    body: body(customer),
  });
}

export async function benchGrowth(sizes: number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-growth-'));
  try {
    await settle(folder);
    const postgres = await startEmbeddedPostgres({ dataFolder: folder });
    try {
      await measure(postgres.url, sizes.length > 0 ? sizes : SIZES);
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the database count pages, and lets it write much at once while it is filled. */
async function settle(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  const database = await openDatabase(postgres.url);
  for (const setting of [
    "shared_preload_libraries = 'pg_stat_statements'",
    "max_wal_size = '4GB'",
    "checkpoint_timeout = '30min'",
  ])
    await database.owner.unsafe(`alter system set ${setting}`);
  await database.close();
  await postgres.stop();
}

async function measure(url: string, sizes: number[]): Promise<void> {
  const database = await openDatabase(url);
  const sql = database.owner;
  await sql`create extension if not exists pg_stat_statements schema extensions`;
  const keys = await openKeys(database, 'http://localhost:3000');
  const told: Record<string, Record<string, string>> = {};
  const first = new Map<string, Measured>();
  for (const size of sizes) {
    const began = performance.now();
    await growTo(sql, size);
    await sql`vacuum analyze`;
    await sql`checkpoint`;
    console.log(`${size} rows in ${seconds(began)} s`);
    await tellSizes(sql);
    const customers = await someCustomers(sql, (id) =>
      keys.sign({ sub: id, role: 'authenticated', aud: 'authenticated' }, 36_000),
    );
    for (const [name, plan] of Object.entries(PLANS)) await tellPlan(sql, name, plan, customers[0]);
    const ours = await serve('ours', url);
    try {
      for (const [name, wanted] of Object.entries(KINDS)) {
        const measured = await measureKind(sql, ours, customers.map(wanted));
        const base = first.get(name) ?? measured;
        first.set(name, base);
        told[name] = { ...told[name], [size]: inWords(measured, base) };
      }
    } finally {
      ours.end();
    }
    console.table(told);
  }
  console.log(
    'µs of processor a request: server + database (× the first size), pages of the database, /s by the clock',
  );
  await database.close();
}

type Measured = { server: number; database: number; pages: number; rate: number; failed: number };

function inWords({ server, database, pages, rate, failed }: Measured, base: Measured): string {
  const ratio = ((server + database) / (base.server + base.database)).toFixed(2);
  const failures = failed > 0 ? `, ${failed} FAILED` : '';
  return `${server} + ${database} (×${ratio}), ${pages} pages, ${rate}/s${failures}`;
}

/** The least of some rounds, for whatever else shares the processor's caches only adds. */
async function measureKind(
  sql: postgres.Sql,
  ours: { address: string; pid: number },
  wanted: Wanted[],
): Promise<Measured> {
  await ask(ours.address, wanted, Math.min(wanted.length, REQUESTS));
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`select extensions.pg_stat_statements_reset()`;
    const backends = await sql<
      { pid: number }[]
    >`select pid from pg_stat_activity where usename = 'authenticator'`;
    const pids = backends.map(({ pid }) => pid);
    const [began, server, backend] = [performance.now(), processorTime([ours.pid]), processorTime(pids)];
    const failed = await ask(ours.address, wanted, REQUESTS);
    const used = { server: processorTime([ours.pid]) - server, database: processorTime(pids) - backend };
    const took = performance.now() - began;
    const [touched] = await sql<{ pages: number }[]>`
      select (sum(shared_blks_hit + shared_blks_read) / ${REQUESTS})::int as pages from extensions.pg_stat_statements
      where toplevel and query not like '%pg_stat%'`;
    rounds.push({
      server: Math.round((used.server * 1000) / REQUESTS),
      database: Math.round((used.database * 1000) / REQUESTS),
      pages: touched?.pages ?? 0,
      rate: Math.round((REQUESTS * 1000) / took),
      failed,
    });
  }
  const least = (of: (one: Measured) => number) => Math.min(...rounds.map(of));
  return {
    server: least(({ server }) => server),
    database: least(({ database }) => database),
    pages: least(({ pages }) => pages),
    rate: Math.max(...rounds.map(({ rate }) => rate)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** So many requests over some connections, each of the next customer. Gives how many failed. */
async function ask(address: string, wanted: Wanted[], times: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < times) {
      const one = wanted[next % wanted.length];
      next += 1;
      if (one !== undefined && (await statusOf(address, one, agent)) >= 300) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  return failed;
}

function statusOf(address: string, { path, method, token, body }: Wanted, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(`${address}${path}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Drawn from all, so that the pages they need are as cold as those of customers are. */
async function someCustomers(sql: postgres.Sql, sign: (id: string) => Promise<string>): Promise<Customer[]> {
  const found = await sql<{ id: string; account: string }[]>`
    select user_id as id, id as account from public.accounts order by md5(id::text) limit ${ASKED}`;
  return Promise.all(found.map(async (one) => ({ ...one, token: await sign(one.id) })));
}

async function tellSizes(sql: postgres.Sql): Promise<void> {
  const sizes = await sql<{ name: string; table: string; indexes: string }[]>`
    select c.oid::regclass::text as name, pg_size_pretty(pg_table_size(c.oid)) as table, pg_size_pretty(pg_indexes_size(c.oid)) as indexes
    from pg_class c where c.oid = any(array['public.transactions', 'bank.entries', 'bank.postings', 'public.accounts']::regclass[])`;
  console.table(Object.fromEntries(sizes.map(({ name, ...rest }) => [name, rest])));
}

/** The nodes of a plan in one line, and the pages they touched. */
async function tellPlan(
  sql: postgres.Sql,
  name: string,
  plan: (customer: Customer) => string,
  customer?: Customer,
): Promise<void> {
  if (customer === undefined) return;
  const lines = await sql.unsafe(
    `explain (analyze, buffers, costs off, timing off, summary off) ${plan(customer)}`,
  );
  const text = lines.map((line) => String(line['QUERY PLAN']));
  const nodes = text
    .filter((line, index) => index === 0 || line.includes('->'))
    .map((line) => line.replace(/^\s*->\s*/, '').replace(/\s*\(actual.*$/, ''));
  const pages = /Buffers: shared (.*)$/m.exec(text.join('\n'))?.[1] ?? 'none';
  console.log(`  ${name}: ${nodes.join(' < ')}; pages ${pages}`);
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);
