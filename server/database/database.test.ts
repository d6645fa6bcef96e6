import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';
import { OperatorError } from '../operator-error.ts';
import { type Caller, type Database, openDatabase } from './database.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = await openDatabase(clone.url, { connections: 1 });
  await database.owner`create table public.note (text text, owner uuid default auth.uid())`;
  await database.owner`alter table public.note enable row level security`;
  await database.owner`grant select, insert on public.note to authenticated`;
  await database.owner`create policy "customers keep their own notes" on public.note to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()))`;
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/', headers: {} };

function customer(number: number): Caller {
  const sub = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { ...visitor, role: 'authenticated', claims: { role: 'authenticated', sub } };
}

const whoAmI = "select current_user || ' ' || coalesce(auth.uid()::text, 'nobody')";

describe('a call as a customer', () => {
  test('is isolated for two hundred customers on one connection', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    const failures = numbers.map((number) =>
      database.asCaller(customer(number), 'select 1 / 0').catch(() => {}),
    );
    const answers = await Promise.all(numbers.map((number) => database.asCaller(customer(number), whoAmI)));
    await Promise.all(failures);
    expect(answers).toEqual(numbers.map((number) => `authenticated ${customer(number).claims.sub}`));
    expect(await database.asCaller(visitor, whoAmI)).toBe('anon nobody');
  });

  test('reads and writes within row level security', async () => {
    const keep = 'insert into public.note (text) values (($1)[1]) returning text';
    expect(await database.asCaller(customer(1), keep, ['mine'])).toBe('mine');
    expect(await database.asCaller(customer(1), 'select count(*)::text from public.note')).toBe('1');
    expect(await database.asCaller(customer(2), 'select count(*)::text from public.note')).toBe('0');
    await expect(database.asCaller(visitor, keep, ['x'])).rejects.toMatchObject({ code: '42501' });
  });

  test('passes parameters unchanged, also nulls', async () => {
    const values = ['a "quoted" \\ text', null, '', '{},NULL', 'null', "it's", '💶\n\t'];
    const statement = 'select to_jsonb($1)::text';
    expect(JSON.parse((await database.asCaller(visitor, statement, values)) ?? '')).toEqual(values);
    expect(await database.asCaller(visitor, 'select cardinality($1)::text', [])).toBe('0');
    expect(await database.asCaller(visitor, 'select null::text')).toBeNull();
  });

  test('exposes the request to the database', async () => {
    const caller = { ...visitor, method: 'POST', path: '/rest/v1/note', headers: { 'x-request-id': 'one' } };
    const statement = `select concat_ws(' ', current_setting('request.method'), current_setting('request.path'),
      current_setting('request.headers')::json ->> 'x-request-id', current_setting('search_path'))`;
    expect(await database.asCaller(caller, statement)).toBe('POST /rest/v1/note one "public", "extensions"');
  });

  test('that is read-only cannot write, and the next one can', async () => {
    const write = "insert into public.note (text) values ('x') returning text";
    await expect(database.asCaller(customer(3), write, [], { readOnly: true })).rejects.toMatchObject({
      code: '25006',
    });
    const undo = "select set_config('transaction_read_only', 'off', true)";
    await expect(database.asCaller(customer(3), undo, [], { readOnly: true })).rejects.toMatchObject({
      code: '25001',
    });
    expect(await database.asCaller(customer(3), write)).toBe('x');
  });

  test("that resets its role has no rights instead of the owner's", async () => {
    for (const statement of [
      'reset role; select value from platform.secrets',
      'reset role; select text from public.note',
    ])
      await expect(database.asCaller(customer(1), statement)).rejects.toMatchObject({ code: '42601' });
    const reset = "select set_config('role', 'none', true) || current_user::text";
    expect(await database.asCaller(customer(1), reset)).not.toContain('postgres');
    await expect(database.asCaller(customer(1), 'select value from platform.secrets')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await database.asCaller(visitor, whoAmI)).toBe('anon nobody');
  });

  test('works again after all connections were closed', async () => {
    await database.asCaller(visitor, whoAmI);
    await database.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'authenticator'`;
    await expect.poll(() => database.asCaller(visitor, whoAmI).catch(() => null)).toBe('anon nobody');
  });
});

test('reaches a database on a new server with shared roles', async () => {
  const other = await cloneDatabase();
  const second = await openDatabase(other.url);
  expect(await Promise.all([database, second].map((item) => item.asCaller(visitor, whoAmI)))).toEqual([
    'anon nobody',
    'anon nobody',
  ]);
  expect(await second.isReachable()).toBe(true);
  await second.close();
  expect(await second.isReachable()).toBe(false);
  await other.drop();
});

test('reports an unreachable address in one sentence without the password', async () => {
  const attempt = openDatabase('postgres://someone:secret@127.0.0.1:1/bank');
  const error = await attempt.catch((reason) => reason);
  expect(error).toBeInstanceOf(OperatorError);
  expect(error.message).toContain('127.0.0.1:1/bank cannot be reached');
  expect(error.message).not.toContain('secret');
});

test('reports replication where the server has logical decoding', async () => {
  const sql = postgres(clone.url, { max: 1 });
  const [row] = await sql`show wal_level`;
  await sql.end();
  expect(database.subscriberUrl).toBe(row?.wal_level === 'logical' ? clone.url : null);
});
