import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';
import { limitsSchema } from '../settings/limits.ts';
import { type Caller, type Database, openDatabase } from './database.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: Database;

const limits = limitsSchema.parse({
  read_timeout: '4s',
  connections_per_customer: 2,
  waiting_per_customer: 20,
});

beforeAll(async () => {
  clone = await cloneDatabase();
  database = await openDatabase(clone.url, { connections: 6, limits });
  await database.owner`create table public.note (text text)`;
  await database.owner`grant select, insert on public.note to authenticated`;
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

function customer(): Caller {
  const claims = { role: 'authenticated', sub: randomUUID() };
  return { role: 'authenticated', claims, method: 'GET', path: '/', headers: {} };
}

const service: Caller = {
  ...customer(),
  role: 'service_role',
  claims: { role: 'service_role' },
};

const sleeping = (seconds: number) => `select pg_sleep(${seconds})::text`;
const read = (caller: Caller, statement: string, signal?: AbortSignal) =>
  database.asCaller(caller, statement, [], { readOnly: true, ...(signal && { signal }) });

async function elapsed(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

const running = async () => {
  const [row] = await database.owner<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`;
  return row?.count;
};

describe('connections shared by customers', () => {
  test('let another customer write while one runs many slow reads', async () => {
    const attacker = customer();
    const attack = Array.from({ length: 10 }, () => read(attacker, sleeping(1)));
    await expect.poll(running).toBe(2);
    expect(
      await elapsed(database.asCaller(customer(), "insert into public.note values ('x') returning text")),
    ).toBeLessThan(500);
    expect(await elapsed(read(customer(), 'select 1::text'))).toBeLessThan(500);
    await Promise.all(attack);
  });

  test('stay available to writes during slow reads, and waiting customers take turns', async () => {
    const readers = Array.from({ length: 4 }, customer);
    const attack = readers.flatMap((caller) => Array.from({ length: 3 }, () => read(caller, sleeping(0.5))));
    await expect.poll(running).toBe(4);
    expect(
      await elapsed(database.asCaller(customer(), "insert into public.note values ('x') returning text")),
    ).toBeLessThan(400);
    const last = Math.max(
      ...(await Promise.all(readers.map((_, index) => elapsed(attack[index * 3] as Promise<string>)))),
    );
    expect(last).toBeLessThan(3_000);
    await Promise.all(attack);
  });

  test("refuse a customer's requests above the queue limit and serve others", async () => {
    const busy = customer();
    const outcomes = Array.from({ length: 30 }, () => read(busy, sleeping(0.1)).catch((error) => error.name));
    expect(await read(customer(), "select 'served'")).toBe('served');
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome === 'TooManyRequests');
    expect(refused).toHaveLength(8);
  });

  test('are reported as starved while customers wait for seconds', async () => {
    expect(database.isStarved()).toBe(false);
    const attack = [customer(), customer(), customer()].flatMap((caller) => [
      read(caller, sleeping(3)),
      read(caller, sleeping(3)),
    ]);
    await expect.poll(() => database.isStarved(), { timeout: 4_000 }).toBe(true);
    await Promise.all(attack);
    expect(database.isStarved()).toBe(false);
  });
});

describe('the statement timeout', () => {
  test("ends a customer's read after the configured time, and not the service role's", async () => {
    const attempt = read(customer(), sleeping(10));
    const allowed = read(service, sleeping(5));
    await expect(attempt).rejects.toMatchObject({ code: '57014' });
    expect(await allowed).toBe('');
  });
});

describe('a client that disconnects', () => {
  test('has its read canceled in the database, and its connection is reused', async () => {
    const caller = customer();
    const client = new AbortController();
    const reads = [1, 2].map(() => read(caller, sleeping(30), client.signal));
    const queued = read(caller, sleeping(30), client.signal);
    const outcomes = Promise.allSettled([...reads, queued]);
    await expect.poll(running).toBe(2);
    client.abort();
    const ended = await outcomes;
    expect(ended.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await running()).toBe(0);
    const answers = Array.from({ length: 20 }, (_, index) => read(caller, `select '${index}'`));
    expect(await Promise.all(answers)).toEqual(answers.map((_, index) => String(index)));
  });

  test("doesn't have its write undone", async () => {
    const client = new AbortController();
    const write = database.asCaller(
      customer(),
      "insert into public.note select 'kept' from pg_sleep(0.5) returning text",
      [],
      { signal: client.signal },
    );
    await expect.poll(running).toBe(1);
    client.abort();
    expect(await write).toBe('kept');
  });
});
