// `npm run bench -- due [SIZE …]`: posts one due payment per household through the scheduler's server
// function. Compares this with one set-based statement that writes the same entries, postings, transactions,
// and balances.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { openDatabase } from '../../server/database/database.ts';
import { openKeys } from '../../server/settings/keys.ts';
import { serve, withPostgres } from './comparison.ts';

const SIZES = [1_000, 10_000, 100_000];
const CHUNK = 5_000;
/** The length of a clock tick, which is the unit of processor times on Linux. */
const TICK_MS = 10;
/** The number of concurrent calls, which share the work like the schedulers of several processes. */
const CALLS = 1;
const SETTLED_BY = 50;

export function benchDue(sizes: number[]): Promise<void> {
  return withPostgres(async (url) => {
    const ours = await serve('ours', url);
    const database = await openDatabase(url);
    const keys = await openKeys(database, 'http://localhost:3000');
    const processes = await getProcesses(ours.pid, database.owner);
    const rows = [];
    for (const size of sizes.length > 0 ? sizes : SIZES) {
      await openHouseholds(database.owner, size, 'due');
      await openHouseholds(database.owner, size, 'reference');
      await database.owner`vacuum analyze`;
      const reference = await timed(processes, () => postInOneStatement(database.owner));
      await database.owner`checkpoint`;
      await settleConnections(ours.address, keys.serviceKey);
      const schedule = await timed(processes, () => callUntilDone(ours.address, keys.serviceKey, size));
      const [paid] = await database.owner`
        select count(*) filter (where c.display_name = 'due')::int as due, count(*) filter (where c.display_name = 'reference')::int as reference
        from accounts a join customers c on c.id = a.user_id where a.balance = 988`;
      if (paid?.due !== size || paid?.reference !== size)
        throw new Error(`Some payments were not made exactly once: ${JSON.stringify(paid)}`);
      rows.push({
        households: size,
        'payments /s': Math.round((size * 1000) / schedule.ms),
        'set-based /s': Math.round((size * 1000) / reference.ms),
        ratio: (reference.ms / schedule.ms).toFixed(2),
        'µs of processor: server': Math.round((schedule.server * 1000) / size),
        database: Math.round((schedule.database * 1000) / size),
        'set-based': Math.round((reference.database * 1000) / size),
      });
      console.table(rows.slice(-1));
      await forget(database.owner);
    }
    console.table(rows);
    await database.close();
    ours.end();
  });
}

/**
 * Creates customers, each with an account balance of 1,000.00 and a monthly payment of 12.00 that was due
 * yesterday at 9:00.
 */
export async function openHouseholds(sql: postgres.Sql, count: number, name: string): Promise<void> {
  for (let done = 0; done < count; done += CHUNK) {
    const some = Math.min(CHUNK, count - done);
    await sql`
      with people as materialized (select gen_random_uuid() as id from generate_series(1, ${some}::integer))
      insert into customers (id, display_name) select id, ${name} from people`;
    await sql`
      insert into accounts (user_id, name, balance) select c.id, 'Everyday', 1000 from customers c
      where c.display_name = ${name} and not exists (select from accounts a where a.user_id = c.id)`;
    await sql`
      insert into scheduled_payments (user_id, account_id, name, payee, amount, frequency, start_date)
      select a.user_id, a.id, 'Streaming', 'Streaming', 12, 'MONTHLY', current_date - 1 from accounts a
      where a.name = 'Everyday' and not exists (select from scheduled_payments p where p.account_id = a.id)`;
    // If these tables had no statistics, the database would scan them for each row.
    await sql`analyze`;
  }
  await sql`
    update bank.clocks k set simulated_until = now() - interval '3 days', last_entry = (select max(e.id) from bank.entries e where e.household_id = k.household_id),
      due_at = case when c.display_name = 'due' then now() - interval '1 minute' end
    from customers c where c.id = k.household_id and c.display_name = ${name}`;
}

/**
 * Removes the scheduled payments, so that each size starts without those of the previous size. Posted
 * transactions stay.
 */
async function forget(sql: postgres.Sql): Promise<void> {
  await sql`delete from scheduled_payments`;
  await sql`update bank.clocks set due_at = null`;
  await sql`update accounts set name = 'Past', balance = 1, last_entry = last_entry + 1`;
  await sql`update customers set display_name = 'past'`;
}

/**
 * Warms up every server connection with single households and empty batches. A server has usually handled
 * both before it gets a large batch.
 */
async function settleConnections(address: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const claim = async () => {
    const url = `${address}/rest/v1/rpc/claim_due_households`;
    await (await fetch(url, { method: 'POST', headers, body: '{"most":0}' })).text();
  };
  await Promise.all(Array.from({ length: SETTLED_BY }, claim));
}

async function callUntilDone(address: string, key: string, size: number): Promise<void> {
  let households = 0;
  while (households < size) {
    const counts = await Promise.all(Array.from({ length: CALLS }, () => call(address, key)));
    const some = counts.reduce((sum, value) => sum + value, 0);
    if (some === 0) throw new Error(`Only ${households} of ${size} households were due.`);
    households += some;
  }
}

async function call(address: string, key: string): Promise<number> {
  const answer = await fetch(`${address}/functions/v1/advance-due`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { households, left } = await answer.json();
  if (answer.status !== 200 || left > 0) throw new Error(`${answer.status}, ${left} were left`);
  return households;
}

async function postInOneStatement(sql: postgres.Sql): Promise<void> {
  await sql`
    with due as materialized (
      select nextval(pg_get_serial_sequence('bank.entries', 'id')) as entry_id, p.id, p.user_id, p.account_id, p.name, p.payee, p.amount,
        a.currency, a.balance - p.amount as balance_after, now() - interval '1 day' as at
      from scheduled_payments p join accounts a on a.id = p.account_id join customers c on c.id = p.user_id
      where c.display_name = 'reference'
    ), entries as (
      insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant, event_key) overriding system value
      select entry_id, user_id, at, at, 'payment', name, 'engine', payee, id || ':0' from due
    ), postings as (
      insert into bank.postings (entry_id, ledger_id, currency, amount)
      select d.entry_id, side.ledger_id, d.currency, side.amount
      from due d cross join lateral (values (d.account_id, -d.amount), (bank.system_account('cash_clearing'), d.amount)) as side (ledger_id, amount)
    ), movements as (
      insert into transactions (account_id, user_id, amount, type, description, date, kind, direction, currency, merchant, balance_after, entry_id)
      select account_id, user_id, amount, 'WITHDRAWAL', name, at, 'payment', 'out', currency, payee, balance_after, entry_id from due
    )
    update accounts a set balance = d.balance_after, last_entry = d.entry_id, updated_at = d.at from due d where a.id = d.account_id`;
}

type Processes = { server: number; database: number };

/** Measures the duration of work and its processor time in the server and the database, in milliseconds. */
async function timed(of: Processes, work: () => Promise<void>) {
  const [began, before] = [performance.now(), processorTimes(of)];
  await work();
  const after = processorTimes(of);
  return {
    ms: performance.now() - began,
    server: after.server - before.server,
    database: after.database - before.database,
  };
}

/** Returns the processes of the server and of PostgreSQL. */
async function getProcesses(server: number, sql: postgres.Sql): Promise<Processes> {
  const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return { server, database: Number(getStat(own?.pid ?? 0)?.[1] ?? 0) };
}

/**
 * Adds up the processor times of the server and of all PostgreSQL processes that exist now. Returns zero on
 * systems other than Linux.
 */
function processorTimes({ server, database }: Processes): Processes {
  const times = { server: 0, database: 0 };
  for (const pid of existsSync('/proc/self/stat') ? readdirSync('/proc').map(Number).filter(Boolean) : []) {
    const fields = getStat(pid);
    const isDatabase = Number(fields?.[1]) === database;
    if (fields && (isDatabase || pid === server))
      times[isDatabase ? 'database' : 'server'] += (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }
  return times;
}

/** Reads the fields of /proc/<pid>/stat, starting with the state. Returns null if the process has ended. */
function getStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
