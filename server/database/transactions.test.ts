import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';
import { connect } from './connect.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let other: postgres.Sql;

beforeAll(async () => {
  clone = await cloneDatabase();
  other = connect(clone.url, { max: 1, onnotice: () => {} });
  await other`create table public.kept (word text)`;
});
afterAll(async () => {
  await other.end({ timeout: 0 });
  await clone.drop();
});

const whole = (sql: postgres.Sql) =>
  sql.begin(async (inner) => {
    await inner`insert into public.kept values ('whole')`;
    await pause(100);
    await inner`select`;
  });

/**
 * Ends the connection in the middle of a transaction while other transactions wait for it. Returns the words
 * that were stored.
 */
async function cut(after: (sql: postgres.TransactionSql) => Promise<unknown>): Promise<string[]> {
  const sql = connect(clone.url, { max: 1, onnotice: () => {} });
  let waiting: Promise<unknown> = Promise.resolve();
  const work = sql.begin(async (inner) => {
    const [session] = await inner<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await inner`insert into public.kept values ('half')`;
    // The driver also reports the lost connection to the next transaction, which retries.
    waiting = whole(sql).catch(() => whole(sql));
    await other`select pg_terminate_backend(${session?.pid ?? 0})`;
    return after(inner);
  });
  await expect(work).rejects.toThrow();
  await waiting;
  await Promise.all(Array.from({ length: 3 }, () => sql.begin((inner) => inner`select`)));
  await sql.end({ timeout: 1 });
  const rows = await other<
    { word: string }[]
  >`with taken as (delete from public.kept returning word) select * from taken`;
  return rows.map(({ word }) => word);
}

test.each<[string, (sql: postgres.TransactionSql) => Promise<unknown>]>([
  ['asks on', (sql) => sql`insert into public.kept values ('late')`],
  ['asks on after a pause', (sql) => pause(50).then(() => sql`insert into public.kept values ('late')`)],
  ['ends well after a pause', () => pause(50)],
  ['fails after a pause', () => pause(50).then(() => Promise.reject(new Error('refused')))],
  ['asks on in a savepoint', (sql) => sql.savepoint((inner) => pause(50).then(() => inner`select`))],
])(
  'a transaction that %s when its connection is lost leaves nothing and disturbs nobody',
  async (_, after) => {
    expect(await cut(after)).toEqual(['whole']);
  },
  10_000,
);

test('a transaction commits, a failed one rolls back, and savepoints are separate', async () => {
  await other.begin(async (sql) => {
    await sql`insert into public.kept values ('kept')`;
    await sql
      .savepoint(async (inner) => {
        await inner`insert into public.kept values ('taken back')`;
        throw new Error('refused');
      })
      .catch(() => {});
  });
  await expect(
    other.begin('read write', async (sql) => {
      await sql`insert into public.kept values ('refused')`;
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(await other`select word from public.kept`).toEqual([{ word: 'kept' }]);
});
