// `npm run bench -- subscribers [COUNT …]`: runs the complete server with many subscribed customers while 100
// of them receive deposits. The cost of a change must not grow with the number of uninvolved subscribers.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { openDatabase } from '../../server/database/database.ts';
import { openKeys } from '../../server/settings/keys.ts';
import { openSession } from '../../server/testing/sessions.ts';
import { withPostgres } from './comparison.ts';
import { type ProbedBank, withProbedBank } from './probed-bank.ts';
import { processorTime } from './processor.ts';
import type { Counted, Joined, Order, Person } from './subscriber-clients.ts';

const COUNTS = [100, 1_000, 10_000];
const CONCERNED = 100;
const CLIENT_PROCESSES = 3;
const CHANGE_EVERY_MS = 10;
const SECONDS = 20;
const IDLE_SECONDS = 10;
const WARM_UP_SECONDS = 5;
/**
 * The number of changes per deposit: the new transaction, the bank's update of the transaction, and the
 * update of the account.
 */
const CHANGES_EACH = 3;
const SETTLE_MS = 3_000;

type Subscriber = Person & { account: string };

export function benchSubscribers(counts: number[]): Promise<void> {
  return withPostgres(async (url) => {
    const database = await openDatabase(url);
    const keys = await openKeys(database, 'http://localhost:3000');
    const sizes = counts.length > 0 ? counts : COUNTS;
    const people = await openCustomers(database.owner, Math.max(...sizes), (id) =>
      openSession(database.owner, keys, id, { lifetimeSeconds: 36_000 }),
    );
    const clients = Array.from({ length: CLIENT_PROCESSES }, () =>
      fork(new URL('./subscriber-clients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] }),
    );
    try {
      await withProbedBank(url, async (bank) => {
        const rows = [];
        let joined = 0;
        const empty = await bank.memory();
        for (const size of sizes) {
          const joining = await join(bank, clients, keys.publishableKey, people.slice(joined, size));
          joined = size;
          const changing = await change(database.owner, bank, clients, people.slice(0, CONCERNED));
          const memory = await bank.memory();
          rows.push({
            subscribers: size,
            ...joining,
            'kB each: heap': kilobytesEach(memory.heap + memory.external - empty.heap - empty.external, size),
            'kB each: all': kilobytesEach(memory.rss - empty.rss, size),
            ...changing,
          });
          console.table(rows.slice(-1));
        }
        console.table(rows);
        console.table([
          {
            what: 'the clients break off all at once',
            ...(await storm(bank, clients, () => all(clients, { do: 'drop' }))),
          },
          {
            what: 'the stream of changes breaks off',
            ...(await storm(bank, clients, () => cutStream(database.owner, clients, joined))),
          },
        ]);
      });
    } finally {
      for (const client of clients) client.kill('SIGKILL');
      await database.close();
    }
  });
}

async function openCustomers(
  sql: postgres.Sql,
  count: number,
  sign: (id: string) => Promise<string>,
): Promise<Subscriber[]> {
  const accounts = await sql<{ id: string; account: string }[]>`
    with person as (select gen_random_uuid() as id from generate_series(1, ${count}::integer)),
      customer as (insert into public.customers (id) select id from person returning id)
    insert into public.accounts (user_id, name, balance) select id, 'Everyday', 1000 from customer returning user_id as id, id as account`;
  await sql`analyze`;
  return Promise.all(accounts.map(async (account) => ({ ...account, token: await sign(account.id) })));
}

/** Adds all subscribers at the same time. */
async function join(bank: ProbedBank, clients: ChildProcess[], key: string, people: Person[]) {
  const [began, before] = [performance.now(), processorTime([bank.pid])];
  const share = Math.ceil(people.length / clients.length);
  const answers = await Promise.all(
    clients.map((client, index) =>
      sendOrder<Joined>(client, {
        do: 'join',
        url: bank.url,
        key,
        people: people.slice(index * share, (index + 1) * share).map(({ id, token }) => ({ id, token })),
      }),
    ),
  );
  const duration = performance.now() - began;
  await pause(SETTLE_MS);
  return {
    'joined in s': (duration / 1000).toFixed(1),
    failed: getReasons(answers),
    'µs a join': Math.round(((processorTime([bank.pid]) - before) * 1000) / people.length),
  };
}

/** Measures the cost of deposits for 100 subscribers in addition to the base load. */
async function change(sql: postgres.Sql, bank: ProbedBank, clients: ChildProcess[], concerned: Subscriber[]) {
  await deposit(sql, concerned, WARM_UP_SECONDS);
  await all<Counted>(clients, { do: 'count' });
  const idle = await used(bank, () => pause(IDLE_SECONDS * 1000));
  let movements = 0;
  const busy = await used(bank, async () => {
    movements = await deposit(sql, concerned, SECONDS);
  });
  const counted = await all<Counted>(clients, { do: 'count' });
  const delays = counted.flatMap((result) => result.delays).toSorted((result, other) => result - other);
  return {
    changes: movements,
    'missing or strange':
      movements * CHANGES_EACH - delays.length + counted.reduce((sum, { strange }) => sum + strange, 0),
    'delay p50 ms': quantile(delays, 0.5),
    'p99 ms': quantile(delays, 0.99),
    'µs a change': Math.round(
      (busy.processor - (idle.processor / idle.took) * busy.took) * (1000 / movements),
    ),
    'idle % of a processor': ((idle.processor / idle.took) * 100).toFixed(1),
  };
}

/** Makes a deposit for the next customer every 10 milliseconds. Returns the number of deposits. */
async function deposit(sql: postgres.Sql, concerned: Subscriber[], seconds: number): Promise<number> {
  const began = performance.now();
  const movements: Promise<unknown>[] = [];
  while (performance.now() - began < seconds * 1000) {
    const subscriber = concerned[movements.length % concerned.length];
    movements.push(
      sql`insert into public.transactions (account_id, amount, type) values (${subscriber?.account ?? ''}, 1, 'DEPOSIT')`,
    );
    await pause(Math.max(0, began + movements.length * CHANGE_EVERY_MS - performance.now()));
  }
  await Promise.all(movements);
  await pause(SETTLE_MS);
  return movements.length;
}

/** Returns the elapsed time and the server's processor time during work, in milliseconds. */
async function used(bank: ProbedBank, work: () => Promise<unknown>) {
  const [began, before] = [performance.now(), processorTime([bank.pid])];
  await work();
  return { took: performance.now() - began, processor: processorTime([bank.pid]) - before };
}

/** Disconnects all subscribers, which reconnect like supabase-js. */
async function storm(bank: ProbedBank, clients: ChildProcess[], begin: () => Promise<unknown>) {
  const [began, before] = [performance.now(), processorTime([bank.pid])];
  await begin();
  await pause(SETTLE_MS / 10);
  const answers = await all<Joined>(clients, { do: 'await' });
  return {
    'all back after s': ((performance.now() - began) / 1000).toFixed(1),
    attempts: answers.reduce((sum, { attempts }) => sum + attempts, 0),
    failed: getReasons(answers),
    'processor s': ((processorTime([bank.pid]) - before) / 1000).toFixed(1),
  };
}

/** Interrupts the replication stream. All subscribers must reload, because changes may be lost. */
async function cutStream(sql: postgres.Sql, clients: ChildProcess[], joined: number): Promise<void> {
  await sql`select pg_terminate_backend(active_pid) from pg_replication_slots where temporary and active_pid is not null`;
  let left = joined;
  while (left === joined) {
    await pause(SETTLE_MS / 10);
    left = (await all<{ joined: number }>(clients, { do: 'state' })).reduce(
      (sum, client) => sum + client.joined,
      0,
    );
  }
}

/** Counts failed attempts by reason. */
function getReasons(answers: Joined[]): string {
  const times = new Map<string, number>();
  for (const [reason, some] of answers.flatMap(({ failed }) => Object.entries(failed)))
    times.set(reason, (times.get(reason) ?? 0) + some);
  return [...times].map(([reason, some]) => `${some} × ${reason}`).join(', ') || 'none';
}

async function sendOrder<Answer>(client: ChildProcess, order: Order): Promise<Answer> {
  const answered = once(client, 'message');
  client.send(order);
  return (await answered)[0] as Answer;
}

function all<Answer>(clients: ChildProcess[], order: Order): Promise<Answer[]> {
  return Promise.all(clients.map((client) => sendOrder<Answer>(client, order)));
}

const quantile = (sorted: number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
const kilobytesEach = (bytes: number, count: number) => (bytes / 1024 / count).toFixed(1);
