import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Library, openLibrary } from '../testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

test('schema changes by migrations are visible immediately', async () => {
  const { owner } = library.server.context.database;
  expect((await library.service.from('latecomers').select()).error?.code).toBe('PGRST205');
  await owner`create table public.latecomers (id int primary key, name text)`;
  await owner`grant all on public.latecomers to service_role`;
  expect((await library.service.from('latecomers').insert({ id: 1, name: 'x' }).select('id')).data).toEqual([
    { id: 1 },
  ]);
  await owner`alter table public.latecomers add column age int`;
  expect((await library.service.from('latecomers').select('age')).data).toEqual([{ age: null }]);
  await owner`create function public.late() returns int language sql immutable as 'select 7'`;
  expect((await library.service.rpc('late')).data).toBe(7);
  await owner`drop table public.latecomers`;
  const removed = await library.service.from('latecomers').select();
  expect(removed.status).toBe(404);
});

test("requests for missing objects can't keep the schema from being served", async () => {
  const misses = await Promise.all(
    Array.from({ length: 60 }, (_, number) => library.service.from(`missing_${number}`).select()),
  );
  expect(new Set(misses.map(({ error }) => error?.code))).toEqual(new Set(['PGRST205']));
  expect((await library.service.from('tags').select('id').eq('id', 1)).data).toEqual([{ id: 1 }]);
});

test('a notification reloads the schema', async () => {
  const { owner } = library.server.context.database;
  const shape = async () => (await library.service.from('tags').select('*').eq('id', 1).single()).data;
  expect(await shape()).toEqual({ id: 1, name: 'classic' });
  await owner`create function public.loud(public.tags) returns text language sql immutable as 'select upper($1.name)'`;
  await owner`select pg_notify('pgrst', 'reload schema')`;
  await expect
    .poll(async () => (await library.service.from('tags').select('loud').eq('id', 1)).data)
    .toEqual([{ loud: 'CLASSIC' }]);
});
