import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageServer, startStorageServer } from '../testing/server.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer({
    listen: true,
    config: {
      storage: { file_size_limit: 100_000, buckets: { pictures: { allowed_mime_types: ['image/*'] } } },
    },
  });
});
afterAll(() => server.close());

const content = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));

/** Uploads with the client that Supabase recommends. */
function send(body: Buffer, name: string, token: string, options: UploadOptions = {}): Promise<Upload> {
  const { metadata, headers, ...rest } = options;
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(body, {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      retryDelays: null,
      chunkSize: 3000,
      headers: { authorization: `Bearer ${token}`, ...headers },
      metadata: {
        bucketName: 'private',
        objectName: name,
        contentType: 'image/png',
        cacheControl: '60',
        ...metadata,
      },
      onSuccess: () => resolve(upload),
      onError: reject,
      ...rest,
    });
    upload.start();
  });
}

async function refusal(sending: Promise<Upload>) {
  const error = (await sending.then(
    () => null,
    (reason) => reason,
  )) as DetailedError | null;
  return [error?.originalResponse?.getStatus(), error?.originalResponse?.getBody()];
}

describe('a customer', () => {
  test('uploads a file in several requests', async () => {
    const { client, id, token } = await server.customer();
    const before = (await server.filesOnDisk()).length;
    await send(content, `${id}/big.png`, token, { metadata: { metadata: '{"topic":"rent"}' } });
    const { data } = await client.storage.from('private').download(`${id}/big.png`);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(content)).toBe(true);
    expect((await client.storage.from('private').info(`${id}/big.png`)).data).toMatchObject({
      size: content.length,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { topic: 'rent' },
    });
    expect((await server.filesOnDisk()).length).toBe(before + 1);
  });

  test('resumes an interrupted upload', async () => {
    const { client, id, token } = await server.customer();
    let stopped: Upload | undefined;
    const url = await new Promise<string>((resolve, reject) => {
      stopped = new Upload(content, {
        endpoint: `${server.url}/storage/v1/upload/resumable`,
        chunkSize: 3000,
        headers: { authorization: `Bearer ${token}` },
        metadata: { bucketName: 'private', objectName: `${id}/half` },
        onChunkComplete: () => void stopped?.abort().then(() => resolve(stopped?.url ?? '')),
        onError: reject,
      });
      stopped.start();
    });
    const before = await getOffset(url, token);
    expect(before).toBeGreaterThanOrEqual(3000);
    expect((await client.storage.from('private').exists(`${id}/half`)).data).toBe(false);
    await send(content, `${id}/half`, token, { uploadUrl: url });
    const { data } = await client.storage.from('private').download(`${id}/half`);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(content)).toBe(true);
  });

  test('uploads an empty file, one with its first request, and replaces one deliberately', async () => {
    const { client, id, token } = await server.customer();
    await send(Buffer.alloc(0), `${id}/empty`, token);
    expect((await client.storage.from('private').info(`${id}/empty`)).data?.size).toBe(0);
    await send(content, `${id}/once`, token, { uploadDataDuringCreation: true, chunkSize: 20_000 });
    expect((await client.storage.from('private').info(`${id}/once`)).data?.size).toBe(content.length);
    expect(await refusal(send(content, `${id}/once`, token))).toEqual([409, 'The resource already exists']);
    await send(Buffer.from('x'), `${id}/once`, token, { headers: { 'x-upsert': 'true' } });
    expect((await client.storage.from('private').info(`${id}/once`)).data?.size).toBe(1);
  });

  test('uploads by signed link, without a token', async () => {
    const { client, id } = await server.customer();
    const { data } = await client.storage.from('private').createSignedUploadUrl(`${id}/linked`);
    const byLink = { endpoint: `${server.url}/storage/v1/upload/resumable/sign` };
    await send(content, `${id}/linked`, '', { ...byLink, headers: { 'x-signature': data?.token ?? '' } });
    expect((await client.storage.from('private').info(`${id}/linked`)).data?.size).toBe(content.length);
    const [status] = await refusal(
      send(content, `${id}/other`, '', { ...byLink, headers: { 'x-signature': data?.token ?? '' } }),
    );
    expect(status).toBe(400);
  });

  test('is refused by policies and limits before a byte is sent', async () => {
    const { id, token } = await server.customer();
    const stranger = await server.customer();
    const refused = 'new row violates row-level security policy';
    expect(await refusal(send(content, `${stranger.id}/a`, token))).toEqual([403, refused]);
    expect(await refusal(send(content, `${id}/a`, server.anonKey))).toEqual([403, refused]);
    expect(await refusal(send(Buffer.alloc(100_001), `${id}/a`, token))).toEqual([
      413,
      'Maximum size exceeded\n',
    ]);
    expect(await refusal(send(content, `${id}/a`, token, { metadata: { bucketName: 'nowhere' } }))).toEqual([
      404,
      'Bucket not found',
    ]);
    const wrongType = { metadata: { bucketName: 'pictures', contentType: 'text/plain' } };
    expect(await refusal(send(content, `${id}/a`, server.serviceKey, wrongType))).toEqual([
      415,
      'mime type text/plain is not supported',
    ]);
    expect((await refusal(send(content, `${id}/../${stranger.id}/a`, token)))[0]).toBe(400);
  });
});

test("can't read, continue, or end another customer's upload", async () => {
  const alice = await server.customer();
  const bob = await server.customer();
  const created = await tus('', alice.token, 'POST', {
    'upload-length': '10',
    'upload-metadata': `bucketName ${btoa('private')},objectName ${btoa(`${alice.id}/mine`)}`,
  });
  const url = new URL(created.headers.get('location') ?? '', server.url).href;
  const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await tus(url, bob.token, 'HEAD')).status).toBe(404);
  expect((await tus(url, bob.token, 'PATCH', patch, 'x')).status).toBe(404);
  expect((await tus(url, bob.token, 'DELETE')).status).toBe(404);
  const conflict = await tus(url, alice.token, 'PATCH', { ...patch, 'upload-offset': '5' }, 'x');
  expect([conflict.status, await conflict.text()]).toEqual([409, 'Upload-Offset conflict\n']);
  expect((await tus(url, alice.token, 'PATCH', patch, 'x'.repeat(11))).status).toBe(413);
  expect((await tus(url, alice.token, 'PATCH', patch, 'x'.repeat(4))).status).toBe(204);
  const both = await Promise.all(
    ['a', 'b'].map((name) =>
      tus(url, alice.token, 'PATCH', { ...patch, 'upload-offset': '4' }, name.repeat(2)),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect((await tus(url, alice.token, 'DELETE')).status).toBe(204);
  expect((await tus(url, alice.token, 'HEAD')).status).toBe(404);
});

test("learns the server's extensions", async () => {
  const response = await tus('', '', 'OPTIONS');
  expect([response.status, response.headers.get('tus-version')]).toEqual([204, '1.0.0']);
  expect(response.headers.get('tus-extension')).toContain('creation');
  expect(response.headers.get('tus-max-size')).toBe('100000');
});

function tus(url: string, token: string, method: string, headers = {}, body?: string) {
  const address = url || `${server.url}/storage/v1/upload/resumable`;
  const all = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers };
  return fetch(address, { method, headers: all, ...(body ? { body } : {}) });
}

async function getOffset(url: string, token: string): Promise<number> {
  return Number((await tus(url, token, 'HEAD')).headers.get('upload-offset'));
}

describe('incomplete uploads', () => {
  const tus = { 'tus-resumable': '1.0.0' };
  const encode = (text: string) => Buffer.from(text).toString('base64');

  const begin = (id: string, token: string, size: number) =>
    fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...tus,
        authorization: `Bearer ${token}`,
        'upload-length': String(size),
        'upload-metadata': `bucketName ${encode('private')},objectName ${encode(`${id}/file`)}`,
      },
    });

  const sendPart = (url: string, token: string, offset: number, bytes: number) =>
    fetch(url, {
      method: 'PATCH',
      headers: {
        ...tus,
        authorization: `Bearer ${token}`,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: Buffer.alloc(bytes),
    });

  test('of one customer above the limit replace the oldest with its bytes', async () => {
    const [customer, stranger] = [await server.customer(), await server.customer()];
    const before = (await server.filesOnDisk()).length;
    const other = await begin(stranger.id, stranger.token, 1000);
    const urls: string[] = [];
    for (let count = 0; count < 55; count += 1) {
      const upload = await begin(customer.id, customer.token, 1000);
      expect(upload.status).toBe(201);
      const url = `${server.url}${upload.headers.get('location')}`;
      expect((await sendPart(url, customer.token, 0, 999)).status).toBe(204);
      urls.push(url);
    }
    expect((await server.filesOnDisk()).length - before).toBe(50);
    expect((await sendPart(urls[4] ?? '', customer.token, 999, 1)).status).toBe(404);
    expect((await sendPart(urls[5] ?? '', customer.token, 999, 1)).status).toBe(204);
    const theirs = `${server.url}${other.headers.get('location')}`;
    expect((await sendPart(theirs, stranger.token, 0, 1000)).status).toBe(204);
  });

  test('that arrive byte by byte are refused after a hundred parts', async () => {
    const { id, token } = await server.customer();
    const url = `${server.url}${(await begin(id, token, 1000)).headers.get('location')}`;
    for (let offset = 0; offset < 100; offset += 1)
      expect((await sendPart(url, token, offset, 1)).status).toBe(204);
    expect((await sendPart(url, token, 100, 1)).status).toBe(400);
    expect((await sendPart(url, token, 100, 900)).status).toBe(204);
  });
});
