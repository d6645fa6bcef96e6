import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageServer, startStorageServer } from './testing/server.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer({
    config: {
      storage: { buckets: { papers: { public: true, file_size_limit: 1000, allowed_mime_types: ['a/b'] } } },
    },
  });
});
afterAll(() => server.close());

const storage = () => server.service.storage;
const call = (path: string, init: RequestInit = {}, token = server.serviceKey) =>
  server.fetch(`${server.url}/storage/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
const json = (path: string, method: string, body: unknown, token?: string) =>
  call(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, token);

describe('the operator', () => {
  test('creates, reads, changes, empties, and deletes a bucket', async () => {
    expect((await storage().createBucket('life')).data).toEqual({ name: 'life' });
    const { data } = await storage().getBucket('life');
    expect(Object.keys(data ?? {}).sort()).toEqual([
      'allowed_mime_types',
      'created_at',
      'file_size_limit',
      'id',
      'name',
      'owner',
      'public',
      'updated_at',
    ]);
    expect(data).toMatchObject({ id: 'life', public: false, file_size_limit: null, owner: '' });
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const changed = await storage().updateBucket('life', {
      public: true,
      fileSizeLimit: '20mb',
      allowedMimeTypes: ['image/png'],
    });
    expect(changed.data).toEqual({ message: 'Successfully updated' });
    expect((await json('/bucket/life', 'PUT', { public: false })).status).toBe(200);
    expect((await storage().getBucket('life')).data).toMatchObject({
      public: false,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/png'],
    });
    await json('/bucket/life', 'PUT', { file_size_limit: null, allowed_mime_types: null });
    expect((await storage().getBucket('life')).data).toMatchObject({
      file_size_limit: null,
      allowed_mime_types: null,
    });
    const before = (await server.filesOnDisk()).length;
    await storage()
      .from('life')
      .upload('a/b', new Blob(['x']));
    expect((await storage().deleteBucket('life')).error).toMatchObject({
      message: 'The bucket you tried to delete is not empty',
      statusCode: '409',
    });
    expect((await storage().emptyBucket('life')).data?.message).toBe(
      'Empty bucket has been queued. Completion may take up to an hour.',
    );
    expect((await server.filesOnDisk()).length).toBe(before);
    expect((await storage().deleteBucket('life')).data).toEqual({ message: 'Successfully deleted' });
    expect((await storage().getBucket('life')).error).toMatchObject({ message: 'Bucket not found' });
  });

  test('lists buckets in pages and finds them by name', async () => {
    for (const name of ['list-b', 'list-a', 'list-c']) await storage().createBucket(name);
    const { data } = await storage().listBuckets({
      search: 'LIST-',
      sortColumn: 'name',
      sortOrder: 'desc',
      limit: 2,
    });
    expect(data?.map(({ name, type }) => [name, type])).toEqual([
      ['list-c', 'STANDARD'],
      ['list-b', 'STANDARD'],
    ]);
    const rest = await storage().listBuckets({ search: 'list-', offset: 2 });
    expect(rest.data?.map(({ name }) => name)).toEqual(['list-c']);
  });

  test('gets errors for invalid buckets', async () => {
    const refusal = async (body: unknown) => (await json('/bucket', 'POST', body)).json();
    expect(await refusal({})).toMatchObject({
      statusCode: '400',
      error: 'Error',
      message: "body must have required property 'name'",
    });
    for (const name of ['new/bucket', '', 'a'.repeat(101), '..', 'ö'])
      expect(await refusal({ name })).toMatchObject({
        error: 'Invalid Input',
        message: 'Bucket name invalid',
      });
    expect(await refusal({ name: 'private' })).toMatchObject({
      statusCode: '409',
      code: 'BucketAlreadyExists',
    });
    expect(await refusal({ name: 'x', file_size_limit: '20 apples' })).toMatchObject({
      message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    });
    expect(await refusal({ name: 'x', file_size_limit: '900gb' })).toMatchObject({ statusCode: '413' });
    expect(await refusal({ name: 'x', allowed_mime_types: ['pictures'] })).toMatchObject({
      statusCode: '415',
    });
    const broken = await call('/bucket', { method: 'POST', body: '{', headers: {} });
    expect(broken.status).toBe(400);
  });
});

test('finds a bucket of the configuration from the start', async () => {
  expect((await storage().getBucket('papers')).data).toMatchObject({
    public: true,
    file_size_limit: 1000,
    allowed_mime_types: ['a/b'],
  });
});

test('finds buckets visible under row level security', async () => {
  await server.context.database.owner.unsafe(`
    create policy "customers make buckets named after them" on storage.buckets to authenticated
      using (id = (select auth.uid())::text)`);
  const { client, id } = await server.customer();
  expect((await client.storage.createBucket('other')).error).toMatchObject({ statusCode: '403' });
  expect((await client.storage.createBucket(id)).error).toBeNull();
  expect((await client.storage.getBucket(id)).data).toMatchObject({ id, owner: id });
  expect((await client.storage.listBuckets()).data?.map((bucket) => bucket.id)).toEqual([id]);
  expect((await client.storage.deleteBucket(id)).error).toBeNull();
});

test('may send a token without Bearer, and a request without a token is refused for its missing header', async () => {
  expect((await call('/bucket', { headers: { authorization: server.serviceKey } })).status).toBe(200);
  const none = await server.fetch(`${server.url}/storage/v1/bucket`);
  expect([none.status, await none.json()]).toEqual([
    400,
    {
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
      code: 'InvalidRequest',
    },
  ]);
  expect((await (await call('/bucket', {}, 'nonsense')).json()).statusCode).toBe('403');
});

test('gets an error for unknown paths', async () => {
  expect((await call('/unknown')).status).toBe(404);
  expect((await call('/object/private')).status).toBe(404);
  expect((await call('/status')).status).toBe(200);
});
