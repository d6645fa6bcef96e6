import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClient } from '../../testing/server.ts';
import { type Library, openLibrary } from '../testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary({ config: { api: { schemas: ['public', 'archive'] } } });
  await library.server.context.database.owner.unsafe(`
    create schema archive;
    grant usage on schema archive to service_role;
    create table archive.books (id int primary key, title text);
    create table archive.tags (id int primary key, book_id int references archive.books, name text);
    insert into archive.books values (1, 'Old');
    insert into archive.tags values (5, 1, 'dusty');
    create function archive.here() returns text language sql stable as $$ select current_schema() $$;
    grant all on all tables in schema archive to service_role;
    grant execute on function archive.here() to service_role;
  `);
});
afterAll(() => library.server.close());

const archive = () =>
  getClient(library.server, { key: library.server.serviceKey, db: { schema: 'archive' as 'public' } });

test('relations of the same name in several schemas are separate', async () => {
  const { data } = await archive().from('books').select('title, tags(name)');
  expect(data).toEqual([{ title: 'Old', tags: [{ name: 'dusty' }] }]);
  expect((await library.service.from('books').select('title').eq('id', 1).single()).data).toEqual({
    title: 'The Dispossessed',
  });
});

test('writes and calls use the requested schema', async () => {
  const { data } = await archive().from('books').insert({ id: 2, title: 'Older' }).select().single();
  expect(data).toEqual({ id: 2, title: 'Older' });
  expect((await archive().rpc('here')).data).toBe('archive');
  expect((await archive().rpc('here', {}, { get: true })).data).toBe('archive');
  expect((await library.service.rpc('here')).error?.code).toBe('PGRST202');
});
