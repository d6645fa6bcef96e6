import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorageContext } from './context.ts';
import { ORPHAN_AFTER_MS, sweep } from './sweep.ts';
import { type StorageServer, startStorageServer } from './testing/server.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
});
afterAll(() => server.close());

const sql = () => server.context.database.owner;

describe('the storage tables', () => {
  test('protect their rows from deletion outside the interface', async () => {
    for (const table of ['buckets', 'objects'])
      await expect(sql().unsafe(`delete from storage.${table}`)).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('Direct deletion from storage tables is not allowed'),
      });
    await sql().begin(async (transaction) => {
      await transaction`insert into storage.buckets (id, name) values ('passing', 'passing')`;
      await transaction`set local storage.allow_delete_query = 'true'`;
      expect((await transaction`delete from storage.buckets where id = 'passing' returning id`).length).toBe(
        1,
      );
    });
  });

  test('know the parts of a name', async () => {
    const [row] = await sql()`
      select storage.foldername('a/b/c.tar.gz') as folders, storage.filename('a/b/c.tar.gz') as file,
        storage.extension('a/b/c.tar.gz') as extension, storage.foldername('c') as none`;
    expect(row).toEqual({ folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', none: [] });
  });

  test('expose the requested operation to row level security', async () => {
    await sql().unsafe(`
      insert into storage.buckets (id, name) values ('listed', 'listed');
      create policy "visitors list, but do not read" on storage.objects for select to anon
        using (bucket_id = 'listed' and storage.operation() = 'storage.object.list');`);
    await server.service.storage.from('listed').upload('a', new Blob(['x']));
    const anon = { authorization: `Bearer ${server.anonKey}`, 'content-type': 'application/json' };
    const url = `${server.url}/storage/v1/object`;
    const list = await server.fetch(`${url}/list/listed`, {
      method: 'POST',
      headers: anon,
      body: '{"prefix":""}',
    });
    expect(await list.json()).toMatchObject([{ name: 'a' }]);
    expect((await server.fetch(`${url}/listed/a`, { headers: anon })).status).toBe(400);
  });

  test('never let two rows name the same bytes', async () => {
    await server.service.storage.from('listed').upload('mine', new Blob(['x']));
    await expect(
      sql()`insert into storage.objects (bucket_id, name, version)
        select 'listed', 'stolen', version from storage.objects where name = 'mine'`,
    ).rejects.toMatchObject({ code: '23505' });
  });

  test('delete a file whose row was deleted by SQL with the next deletion', async () => {
    const from = server.service.storage.from('private');
    await from.upload('by-sql', new Blob(['x']));
    await from.upload('by-interface', new Blob(['x']));
    const before = (await server.filesOnDisk()).length;
    await sql().begin(async (transaction) => {
      await transaction`set local storage.allow_delete_query = 'true'`;
      await transaction`delete from storage.objects where name = 'by-sql'`;
    });
    await from.remove(['by-interface']);
    expect((await server.filesOnDisk()).length).toBe(before - 2);
  });
});

test('are cleaned of leftovers of a crash after an hour, and of nothing else', async () => {
  const storage = await openStorageContext(server.context);
  await server.service.storage.from('private').upload('kept', new Blob(['kept']));
  const orphan = randomUUID();
  const unfinished = randomUUID();
  const part = randomUUID();
  for (const name of [orphan, part, unfinished]) await writeFile(join(storage.incomingFolder, name), 'x');
  await storage.files.put(orphan, join(storage.incomingFolder, orphan), 1);
  await storage.files.put(part, join(storage.incomingFolder, part), 1);
  await sql()`
    insert into platform.resumable_uploads (caller, bucket_id, name, upsert, size, received, parts, details, expires_at)
    values ('anon', 'private', 'a', false, 2, 1, ${[part]}, '{}', now() + interval '3 hours')`;
  await sweep(storage);
  expect(await server.filesOnDisk()).toEqual(expect.arrayContaining([orphan, part, unfinished]));
  await sweep(storage, Date.now() + 2 * ORPHAN_AFTER_MS);
  const left = await server.filesOnDisk();
  expect(left).not.toContain(orphan);
  expect(left).not.toContain(unfinished);
  expect(left).toContain(part);
  await sweep(storage, Date.now() + 4 * ORPHAN_AFTER_MS);
  expect(await server.filesOnDisk()).not.toContain(part);
  const { data } = await server.service.storage.from('private').download('kept');
  expect(await data?.text()).toBe('kept');
});
