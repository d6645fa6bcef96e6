import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageServer, startStorageServer } from './testing/server.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
  // Inserts rows only, because lists don't read files. Creation times differ by microseconds.
  await server.context.database.owner.unsafe(`
    insert into storage.objects (bucket_id, name, metadata, created_at, updated_at)
    select 'open', name, '{"size": 1}', '2026-01-01'::timestamptz + n * interval '1 microsecond',
      '2026-01-01'::timestamptz + (case n when 1 then 99 else n end) * interval '1 microsecond'
    from unnest(array['b.txt', 'folder/z.txt', 'A.txt', 'c_c.txt', 'folder/sub/x.txt', 'folder/Sub/y.txt',
      'folderish.txt', 'old/1.txt', 'c%c.txt', 'folder/sub/deep/w.txt']) with ordinality as t (name, n)`);
});
afterAll(() => server.close());

const open = () => server.service.storage.from('open');
const names = async (...requested: Parameters<ReturnType<typeof open>['list']>) =>
  (await open().list(...requested)).data?.map(({ name }) => name);

describe('a folder listing', () => {
  test('has its files and folders by name, with folders without an id', async () => {
    const { data } = await open().list();
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ['A.txt', true],
      ['b.txt', true],
      ['c%c.txt', true],
      ['c_c.txt', true],
      ['folder', false],
      ['folderish.txt', true],
      ['old', false],
    ]);
    expect(data?.[4]).toEqual({
      name: 'folder',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[0]).toMatchObject({ metadata: { size: 1 }, created_at: '2026-01-01T00:00:00.000Z' });
    expect(await names('folder')).toEqual(['Sub', 'sub', 'z.txt']);
    expect(await names('folder/sub/')).toEqual(['deep', 'x.txt']);
    expect(await names('FOLDER/SUB')).toEqual(['deep', 'x.txt']);
    expect(await names('nowhere')).toEqual([]);
  });

  test('is limited, sorted, and searched on request', async () => {
    expect(await names('', { limit: 2, offset: 1 })).toEqual(['b.txt', 'c%c.txt']);
    expect(await names('', { limit: 2, sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'old',
      'folderish.txt',
    ]);
    expect(await names('', { search: 'C_' })).toEqual(['c_c.txt']);
    expect(await names('', { search: 'c%' })).toEqual(['c%c.txt']);
    const byAge = await names('', { sortBy: { column: 'updated_at', order: 'desc' } });
    expect(byAge?.filter((name) => name.endsWith('.txt'))).toEqual([
      'b.txt',
      'c%c.txt',
      'folderish.txt',
      'c_c.txt',
      'A.txt',
    ]);
    const wrong = await open().list('', { sortBy: { column: 'name; drop', order: 'asc' } });
    expect(wrong.error).not.toBeNull();
  });

  test('has a hundred entries by default', async () => {
    await server.context.database.owner.unsafe(`
      insert into storage.objects (bucket_id, name) select 'private', 'many/' || n from generate_series(1, 150) n`);
    const from = server.service.storage.from('private');
    expect((await from.list('many')).data).toHaveLength(100);
    expect((await from.list('many', { limit: 1000 })).data).toHaveLength(150);
  });
});

describe('a paged listing', () => {
  const all = ['A.txt', 'b.txt', 'c%c.txt', 'c_c.txt', 'folder/', 'folderish.txt', 'old/'];
  const page = async (options: object) => (await open().listV2(options as never)).data;

  async function pages(options: object) {
    const seen: string[] = [];
    let count = 0;
    for (let cursor: string | undefined, more = true; more; count += 1) {
      const data = await page({ ...options, limit: 3, cursor });
      const entries = [...(data?.objects ?? []), ...(data?.folders ?? [])];
      expect(entries.length).toBeLessThanOrEqual(3);
      seen.push(...entries.map(({ name }) => name));
      more = data?.hasNext ?? false;
      cursor = data?.nextCursor;
      expect(cursor === undefined).toBe(!more);
    }
    expect(count).toBe(Math.ceil(seen.length / 3));
    return seen;
  }

  test('shows every file once, in any order', async () => {
    for (const column of ['name', 'created_at', 'updated_at'])
      for (const order of ['asc', 'desc']) {
        const seen = await pages({ sortBy: { column, order } });
        expect(seen).toHaveLength(10);
        expect(new Set(seen).size, `${column} ${order}`).toBe(10);
        const folders = await pages({ sortBy: { column, order }, with_delimiter: true });
        expect([...folders].sort()).toEqual([...all].sort());
      }
    expect(await pages({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'folder/sub/deep/w.txt',
      'c%c.txt',
      'old/1.txt',
      'folderish.txt',
      'folder/Sub/y.txt',
      'folder/sub/x.txt',
      'c_c.txt',
      'A.txt',
      'folder/z.txt',
      'b.txt',
    ]);
  });

  test('starts with any prefix of a name', async () => {
    expect(await page({ prefix: 'folder', with_delimiter: true })).toMatchObject({
      hasNext: false,
      folders: [{ key: 'folder', name: 'folder/' }],
      objects: [{ name: 'folderish.txt', key: 'folderish.txt', id: expect.any(String) }],
    });
    expect(
      (await page({ prefix: 'folder/', with_delimiter: true }))?.folders.map(({ name }) => name),
    ).toEqual(['folder/Sub/', 'folder/sub/']);
    expect((await page({ prefix: 'folder/sub/' }))?.objects.map(({ name }) => name)).toEqual([
      'folder/sub/deep/w.txt',
      'folder/sub/x.txt',
    ]);
    expect((await page({ cursor: 'not a cursor', limit: 1 }))?.objects).toHaveLength(1);
  });
});
