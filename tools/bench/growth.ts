// `npm run bench -- growth [ROWS …]`: sends the same requests to a growing bank and to a small bank, and
// compares the results. Each customer always has 100 transactions, regardless of the number of customers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type postgres from 'postgres';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/database/embedded.ts';
import { type Keys, openKeys } from '../../server/settings/keys.ts';
import { openSession } from '../../server/testing/sessions.ts';
import { type Customer, serve } from './comparison.ts';
import { KINDS, printPlans, REQUESTS, sendRequests } from './growth-asked.ts';
import { growTo } from './growth-rows.ts';
import { getFamily, processorTime } from './processor.ts';

const SIZES = [1_000_000, 10_000_000];
const SMALL_ROWS = 10_000;
const ASKED = 2_000;
const ROUNDS = 4;
const TOKEN_SECONDS = 36_000;
const SMALL = 'small';
/** Measures growing banks in a temporary folder, or in GROWTH_FOLDER, which is kept for later runs. */
export async function benchGrowth(sizes: number[]): Promise<void> {
  const { GROWTH_FOLDER } = process.env;
  const folder = GROWTH_FOLDER ?? mkdtempSync(join(tmpdir(), 'sandbank-growth-'));
  try {
    await settle(folder);
    const postgres = await startEmbeddedPostgres({ dataFolder: folder });
    try {
      await measure(postgres, sizes.length > 0 ? sizes : SIZES);
    } finally {
      await postgres.stop();
    }
  } finally {
    if (GROWTH_FOLDER === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Configures PostgreSQL to count pages and to load many rows quickly. */
async function settle(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder });
  const database = await openDatabase(postgres.url);
  const sql = database.owner;
  for (const setting of [
    "shared_preload_libraries = 'pg_stat_statements'",
    'track_io_timing = on',
    "max_wal_size = '4GB'",
    "checkpoint_timeout = '30min'",
  ])
    await sql.unsafe(`alter system set ${setting}`);
  const [existing] = await sql`select from pg_database where datname = ${SMALL}`;
  if (!existing) await sql.unsafe(`create database ${SMALL}`);
  await database.close();
  await postgres.stop();
}

async function measure({ url, pid }: EmbeddedPostgres, sizes: number[]): Promise<void> {
  const postmaster = pid() ?? 0;
  const small = await openBank(url.replace(/[^/]*$/, SMALL), postmaster);
  const grown = await openBank(url, postmaster);
  const table: Record<string, Record<string, string>> = {};
  try {
    await grow(small, SMALL_ROWS);
    for (const size of sizes) {
      await grow(grown, size);
      for (const bank of [small, grown]) await restartServer(bank);
      for (const name of Object.keys(KINDS)) {
        const sizeAndRatio = await besideSmall(name, small, grown);
        table[name] = {
          ...table[name],
          ...Object.fromEntries(sizeAndRatio.map(([what, text]) => [`${size}: ${what}`, text])),
        };
      }
      console.table(table);
    }
  } finally {
    for (const bank of [small, grown]) {
      bank.server?.end();
      await bank.database.close();
    }
  }
}

type Bank = {
  url: string;
  /** The pid of PostgreSQL's main process, which is the parent of all its other processes. */
  postmaster: number;
  database: Database;
  keys: Keys;
  server: { address: string; pid: number; end: () => void } | null;
  customers: Customer[];
};

async function openBank(url: string, postmaster: number): Promise<Bank> {
  const database = await openDatabase(url);
  await database.owner`create extension if not exists pg_stat_statements schema extensions`;
  return {
    url,
    postmaster,
    database,
    keys: await openKeys(database, 'http://localhost:3000'),
    server: null,
    customers: [],
  };
}

async function grow(bank: Bank, size: number): Promise<void> {
  const sql = bank.database.owner;
  const began = performance.now();
  await growTo(sql, size);
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  console.log(`${size} rows in ${Math.round((performance.now() - began) / 1000)} s`);
  await printSizes(sql);
  bank.customers = await someCustomers(sql, (id, lifetimeSeconds) =>
    openSession(sql, bank.keys, id, { lifetimeSeconds }),
  );
  await printPlans(sql, bank.customers[0]);
}

/**
 * Restarts the bank's server and warms it up with each kind of request, so that the servers of both banks are
 * equally warm.
 */
async function restartServer(bank: Bank): Promise<void> {
  bank.server?.end();
  bank.server = await serve('ours', bank.url);
  for (const name of Object.keys(KINDS)) await measureKind(name, bank, 0);
}

/**
 * Measures both banks in turn, so that other load slows both. Then measures the large bank again with the
 * same customers. Their pages are now in memory, as all pages of the small bank are.
 */
async function besideSmall(name: string, small: Bank, grown: Bank): Promise<[string, string][]> {
  const rounds: { small: Measured; grown: Measured; repeated: Measured }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({
      small: await measureKind(name, small, round),
      grown: await measureKind(name, grown, round),
      repeated: await measureKind(name, grown, round),
    });
  // The first round is a warm-up.
  rounds.shift();
  const middle = (of: (round: (typeof rounds)[number]) => number) =>
    rounds.map(of).toSorted((left, right) => left - right)[Math.floor(rounds.length / 2)] ?? 0;
  const compare = (of: (one: Measured) => number) =>
    `${middle((round) => of(round.grown))} (${middle((round) => of(round.small))})`;
  const ratio = (of: (one: Measured) => number, which: 'grown' | 'repeated' = 'grown') =>
    middle((round) => of(round[which]) / of(round.small)).toFixed(2);
  const processor = ({ server, database }: Measured) => server + database;
  const failed = rounds.reduce((sum, round) => sum + round.small.failed + round.grown.failed, 0);
  return [
    ['µs server', compare(({ server }) => server)],
    ['µs database', compare(({ database }) => database)],
    ['processor ×', ratio(processor)],
    ['again ×', ratio(processor, 'repeated')],
    ['clock ×', ratio(({ duration }) => duration)],
    ['pages', compare(({ pages }) => pages) + (failed > 0 ? `, ${failed} FAILED` : '')],
    [
      'read, µs each',
      `${middle(({ grown }) => grown.read).toFixed(1)}, ${Math.round(middle(({ grown }) => grown.readEach))}`,
    ],
  ];
}

/**
 * The measured values: processor microseconds per request, pages touched and read per request, and
 * milliseconds for all requests.
 */
type Measured = {
  server: number;
  database: number;
  pages: number;
  read: number;
  readEach: number;
  duration: number;
  failed: number;
};

async function measureKind(
  name: string,
  { server, database, customers, postmaster }: Bank,
  round: number,
): Promise<Measured> {
  const requests = customers.flatMap((customer) => KINDS[name]?.(customer) ?? []);
  const sql = database.owner;
  await sql`select extensions.pg_stat_statements_reset()`;
  const [ours, theirs] = [[server?.pid ?? 0], getFamily(postmaster)];
  const [began, before, backend] = [performance.now(), processorTime(ours), processorTime(theirs)];
  const failed = await sendRequests(server?.address ?? '', requests, round);
  const duration = performance.now() - began;
  const used = { server: processorTime(ours) - before, database: processorTime(theirs) - backend };
  const [touched] = await sql<{ pages: number; read: number; read_each: number }[]>`
    select (sum(shared_blks_hit + shared_blks_read) / ${REQUESTS})::int as pages, (sum(shared_blks_read) / ${REQUESTS})::float as read,
      coalesce(sum(shared_blk_read_time) * 1000 / nullif(sum(shared_blks_read), 0), 0)::float as read_each from extensions.pg_stat_statements
    where toplevel and query not like '%pg_stat%' and dbid = (select oid from pg_database where datname = current_database())`;
  return {
    server: Math.round((used.server * 1000) / REQUESTS),
    database: Math.round((used.database * 1000) / REQUESTS),
    pages: touched?.pages ?? 0,
    read: touched?.read ?? 0,
    readEach: touched?.read_each ?? 0,
    duration,
    failed,
  };
}

/**
 * Returns a sample of all customers, so that their pages are cached as rarely as in production. If there are
 * too few customers, reuses them with new tokens, because each new token costs the server a lookup.
 */
async function someCustomers(
  sql: postgres.Sql,
  sign: (id: string, lifetime: number) => Promise<string>,
): Promise<Customer[]> {
  const accounts = await sql<{ id: string; account: string }[]>`
    select user_id as id, id as account from public.accounts order by md5(id::text) limit ${ASKED}`;
  const customers: Customer[] = [];
  for (let index = 0; index < ASKED; index += 1) {
    const account = accounts[index % accounts.length];
    if (account) customers.push({ ...account, token: await sign(account.id, TOKEN_SECONDS + index) });
  }
  return customers;
}

async function printSizes(sql: postgres.Sql): Promise<void> {
  const sizes = await sql<{ name: string; table: string; indexes: string }[]>`
    select c.oid::regclass::text as name, pg_size_pretty(pg_table_size(c.oid)) as table, pg_size_pretty(pg_indexes_size(c.oid)) as indexes
    from pg_class c where c.oid = any(array['public.transactions', 'bank.entries', 'bank.postings', 'public.accounts']::regclass[])`;
  console.table(Object.fromEntries(sizes.map(({ name, ...columns }) => [name, columns])));
}
