import type { StorageApiError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageServer, startStorageServer } from './testing/server.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
});
afterAll(() => server.close());

const text = (content: string, type = 'text/plain') => new Blob([content], { type });

describe('a customer', () => {
  test('uploads a file into the own folder and downloads it', async () => {
    const { client, id } = await server.customer();
    const uploaded = await client.storage.from('private').upload(`${id}/note.txt`, text('hello'));
    expect(uploaded.error).toBeNull();
    expect(uploaded.data).toMatchObject({ path: `${id}/note.txt`, fullPath: `private/${id}/note.txt` });
    const { data } = await client.storage.from('private').download(`${id}/note.txt`);
    expect(await data?.text()).toBe('hello');
    expect(data?.type).toBe('text/plain');
  });

  test('uploads any kind of body', async () => {
    const { client, id } = await server.customer();
    const from = client.storage.from('private');
    const form = new FormData();
    form.append('', text('form'), 'file.txt');
    const bodies = { form, buffer: Buffer.from('buffer'), array: new TextEncoder().encode('array').buffer };
    for (const [name, body] of Object.entries(bodies)) {
      expect((await from.upload(`${id}/${name}`, body)).error).toBeNull();
      expect(await (await from.download(`${id}/${name}`)).data?.text()).toBe(name);
    }
    expect((await from.download(`${id}/buffer`)).data?.type).toBe('text/plain;charset=utf-8');
  });

  test('gets an error for a duplicate, and replaces a file deliberately', async () => {
    const { client, id } = await server.customer();
    const from = client.storage.from('private');
    await from.upload(`${id}/a`, text('one'));
    const second = await from.upload(`${id}/a`, text('two'));
    expect(second.error).toMatchObject({ message: 'The resource already exists', statusCode: '409' });
    const files = (await server.filesOnDisk()).length;
    expect((await from.upload(`${id}/a`, text('three'), { upsert: true })).error).toBeNull();
    expect((await from.update(`${id}/a`, text('four'))).error).toBeNull();
    expect(await (await from.download(`${id}/a`)).data?.text()).toBe('four');
    expect((await server.filesOnDisk()).length).toBe(files);
  });

  test('keeps metadata with a file', async () => {
    const { client, id } = await server.customer();
    const from = client.storage.from('private');
    await from.upload(`${id}/a`, text('abc'), { metadata: { topic: 'rent' }, cacheControl: '60' });
    const { data } = await from.info(`${id}/a`);
    expect(data).toMatchObject({
      name: `${id}/a`,
      size: 3,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      etag: '"900150983cd24fb0d6963f7d28e17f72"',
      metadata: { topic: 'rent' },
      bucketId: 'private',
    });
    expect((await from.exists(`${id}/a`)).data).toBe(true);
    expect((await from.exists(`${id}/b`)).data).toBe(false);
  });

  test('moves, copies, and removes the own files', async () => {
    const { client, id } = await server.customer();
    const from = client.storage.from('private');
    await from.upload(`${id}/a`, text('abc'), { metadata: { topic: 'rent' } });
    expect((await from.move(`${id}/a`, `${id}/b`)).data?.message).toBe('Successfully moved');
    const copied = await from.copy(`${id}/b`, `${id}/c`, { destinationBucket: 'open' });
    expect(copied.data?.path).toBe(`open/${id}/c`);
    expect((await client.storage.from('open').info(`${id}/c`)).data?.metadata).toEqual({ topic: 'rent' });
    const files = (await server.filesOnDisk()).length;
    const removed = await from.remove([`${id}/b`, `${id}/unknown`]);
    expect(removed.data).toMatchObject([{ name: `${id}/b`, bucket_id: 'private', owner_id: id }]);
    expect((await from.download(`${id}/b`)).error).not.toBeNull();
    expect((await server.filesOnDisk()).length).toBe(files - 1);
    expect(await (await client.storage.from('open').download(`${id}/c`)).data?.text()).toBe('abc');
  });
});

describe('a customer cannot', () => {
  test("read, replace, move, copy, link, list, or remove another's files", async () => {
    const alice = await server.customer();
    const bob = await server.customer();
    const secret = `${alice.id}/secret`;
    await alice.client.storage.from('private').upload(secret, text('mine'));
    const attack = bob.client.storage.from('private');
    expect((await attack.download(secret)).error?.message).toBeTruthy();
    expect((await attack.info(secret)).error?.message).toBe('Object not found');
    expect((await attack.exists(secret)).data).toBe(false);
    const written = [
      await attack.upload(secret, text('x')),
      await attack.upload(secret, text('x'), { upsert: true }),
      await attack.update(secret, text('x')),
      await attack.upload(`${alice.id}/new`, text('x')),
      await attack.createSignedUploadUrl(secret),
      await attack.createSignedUploadUrl(secret, { upsert: true }),
    ];
    for (const { error } of written)
      expect(error).toMatchObject({
        message: 'new row violates row-level security policy',
        statusCode: '403',
      });
    expect((await attack.move(secret, `${bob.id}/stolen`)).error?.message).toBe('Object not found');
    expect((await attack.copy(secret, `${bob.id}/stolen`)).error?.message).toBe('Object not found');
    expect((await attack.createSignedUrl(secret, 60)).error?.message).toBe('Object not found');
    const [link] = (await attack.createSignedUrls([secret], 60)).data ?? [];
    expect(link).toMatchObject({
      signedUrl: null,
      error: 'Either the object does not exist or you do not have access to it',
    });
    expect((await attack.list(alice.id)).data).toEqual([]);
    expect((await attack.remove([secret])).data).toEqual([]);
    expect(await (await alice.client.storage.from('private').download(secret)).data?.text()).toBe('mine');
  });

  test("put a file into another's folder", async () => {
    const alice = await server.customer();
    const bob = await server.customer();
    const from = bob.client.storage.from('private');
    await from.upload(`${bob.id}/a`, text('x'));
    for (const { error } of [
      await from.move(`${bob.id}/a`, `${alice.id}/a`),
      await from.copy(`${bob.id}/a`, `${alice.id}/a`),
    ])
      expect((error as StorageApiError).statusCode).toBe('403');
    expect((await alice.client.storage.from('private').list(alice.id)).data).toEqual([]);
  });

  test('see, create, change, or remove buckets', async () => {
    const { client } = await server.customer();
    expect((await client.storage.listBuckets()).data).toEqual([]);
    expect((await client.storage.getBucket('private')).error?.message).toBe('Bucket not found');
    expect((await client.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' });
    expect((await client.storage.updateBucket('private', { public: true })).error).not.toBeNull();
    expect((await client.storage.emptyBucket('private')).error).not.toBeNull();
    expect((await client.storage.deleteBucket('private')).error).not.toBeNull();
  });
});

test('leave a file behind with a refused upload', async () => {
  const { client, id } = await server.customer();
  await client.storage.from('private').upload(`${id}/a`, text('x'));
  const files = (await server.filesOnDisk()).length;
  await client.storage.from('private').upload(`${id}/a`, text('y'));
  await client.storage.from('private').upload('nowhere/a', text('y'));
  await client.storage.from('unknown').upload(`${id}/a`, text('y'));
  expect((await server.filesOnDisk()).length).toBe(files);
});

test('leave more than one row and one file with parallel replacements', async () => {
  const { client, id } = await server.customer();
  const from = client.storage.from('private');
  const files = (await server.filesOnDisk()).length;
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];
  const written = await Promise.all(
    words.map((word) => from.upload(`${id}/a`, text(word), { upsert: true })),
  );
  expect(written.map(({ error }) => error)).toEqual(words.map(() => null));
  expect(words).toContain(await (await from.download(`${id}/a`)).data?.text());
  expect((await from.list(id)).data).toHaveLength(1);
  expect((await server.filesOnDisk()).length).toBe(files + 1);
});
