import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient } from '../testing/server.ts';
import { type StorageServer, startStorageServer } from './testing/server.ts';

const MEGABYTE = 1024 * 1024;
let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer({
    listen: true,
    config: {
      storage: {
        file_size_limit: 60 * MEGABYTE,
        buckets: {
          small: { file_size_limit: 1000 },
          pictures: { allowed_mime_types: ['image/*', 'text/plain'] },
        },
      },
    },
  });
});
afterAll(() => server.close());

const bytes = (size: number, type = 'text/plain') => new Blob([new Uint8Array(size)], { type });
const small = () => server.service.storage.from('small');
const pictures = () => server.service.storage.from('pictures');

describe('a bucket of the configuration', () => {
  test('accepts files up to its size, however they are sent', async () => {
    expect((await small().upload('exact', bytes(1000))).error).toBeNull();
    const refused = { message: 'The object exceeded the maximum allowed size', statusCode: '413' };
    expect((await small().upload('form', bytes(1001))).error).toMatchObject(refused);
    expect((await small().upload('raw', Buffer.alloc(1001))).error).toMatchObject(refused);
    const streamed = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    expect((await small().upload('stream', streamed, { duplex: 'half' })).error).toMatchObject(refused);
    expect((await small().list()).data?.map(({ name }) => name)).toEqual(['exact']);
  });

  test('refuses large files over a real connection too', async () => {
    const client = getClient(server, { key: server.serviceKey, global: { fetch } });
    const refused = { message: 'The object exceeded the maximum allowed size', statusCode: '413' };
    for (const body of [bytes(5 * MEGABYTE), Buffer.alloc(5 * MEGABYTE)])
      expect((await client.storage.from('small').upload('large', body)).error).toMatchObject(refused);
  });

  test('accepts files of its types, whatever their names', async () => {
    expect((await pictures().upload('a', bytes(1, 'image/png'))).error).toBeNull();
    expect((await pictures().upload('b', bytes(1, 'text/plain;charset=UTF-8'))).error).toBeNull();
    for (const type of ['text/html', 'thisisnotarealmimetype', 'imageX/png']) {
      const refused = { message: `mime type ${type} is not supported`, statusCode: '415' };
      const { error } = await pictures().upload('a.png', Buffer.from('x'), { contentType: type });
      expect(error).toMatchObject(refused);
    }
    const form = await pictures().upload('a.png', bytes(1, 'text/html'));
    expect(form.error).toMatchObject({ message: 'mime type text/html is not supported' });
  });

  test('keeps an empty folder with an empty file', async () => {
    expect((await pictures().upload('nested/.emptyFolderPlaceholder', bytes(0, ''))).error).toBeNull();
    expect((await pictures().upload('full/.emptyFolderPlaceholder', bytes(1, ''))).error).not.toBeNull();
  });

  test('refuses by moving or copying what it refuses by uploading', async () => {
    await pictures().upload('large', bytes(5000));
    await small().upload('page', bytes(5, 'text/html'));
    const into = (destinationBucket: string) => ({ destinationBucket });
    expect((await pictures().move('large', 'x', into('small'))).error).toMatchObject({ statusCode: '413' });
    expect((await pictures().copy('large', 'x', into('small'))).error).toMatchObject({ statusCode: '413' });
    expect((await small().move('page', 'x', into('pictures'))).error).toMatchObject({ statusCode: '415' });
    expect((await small().copy('page', 'x', into('pictures'))).error).toMatchObject({ statusCode: '415' });
  });
});

describe('a large file', () => {
  const parts = 50;
  const part = Buffer.from(Array.from({ length: MEGABYTE }, (_, index) => index % 253));

  test('is stored while it arrives, and downloads unchanged', async () => {
    const { id, token, client } = await server.customer();
    const headers = { ...bearer(token), 'content-length': parts * MEGABYTE };
    const sending = request(address(`${id}/large`), { method: 'POST', headers });
    const answered = new Promise((resolve, reject) => {
      sending.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
      sending.on('error', reject);
    });
    const sent = createHash('md5');
    const send = (count: number) => {
      for (let index = 0; index < count; index += 1) sent.update(part);
      return pipeline(Readable.from(Array(count).fill(part)), sending, { end: false });
    };
    await send(parts - 1);
    await expect.poll(() => server.bytesComingIn()).toBe((parts - 1) * MEGABYTE);
    await send(1);
    sending.end();
    expect(await answered).toBe(200);
    const hash = sent.digest('hex');
    const { data } = await client.storage.from('private').info(`${id}/large`);
    expect(data).toMatchObject({ size: parts * MEGABYTE, etag: `"${hash}"` });
    const read = createHash('md5');
    const download = await client.storage.from('private').download(`${id}/large`).asStream();
    for await (const chunk of (download.data ?? []) as AsyncIterable<Uint8Array>) read.update(chunk);
    expect(read.digest('hex')).toBe(hash);
  });

  test('whose sender disconnects leaves nothing behind', async () => {
    const { id, token, client } = await server.customer();
    const before = await server.filesOnDisk();
    const sending = request(address(`${id}/left`), {
      method: 'POST',
      headers: { ...bearer(token), 'content-length': 3 * MEGABYTE },
    });
    sending.on('error', () => {});
    sending.write(part);
    await expect.poll(async () => (await server.filesOnDisk()).length).toBeGreaterThan(before.length);
    sending.destroy();
    await expect.poll(async () => (await server.filesOnDisk()).length).toBe(before.length);
    expect((await client.storage.from('private').exists(`${id}/left`)).data).toBe(false);
  });

  test("is refused early for another customer's folder", async () => {
    const { token } = await server.customer();
    const answered = await new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: { ...bearer(token), 'content-length': 3 * MEGABYTE } };
      const sending = request(address('stranger/a'), options, (response) => resolve(response.statusCode));
      sending.on('error', reject);
      sending.flushHeaders();
    });
    expect(answered).toBe(400);
  });

  test('of an incomplete form leaves nothing behind', async () => {
    const { id, token } = await server.customer();
    const before = (await server.filesOnDisk()).length;
    const head =
      '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: text/plain\r\n\r\n';
    for (const body of [`${head}abc`, `${head}abc\r\n--b`, head, '--b--\r\n', 'nonsense', '']) {
      const response = await fetch(address(`${id}/form`), {
        method: 'POST',
        body,
        headers: { ...bearer(token), 'content-type': 'multipart/form-data; boundary=b' },
      });
      expect(response.status, body).toBe(400);
      expect(await response.json(), body).toMatchObject({ statusCode: '400' });
    }
    const unbound = await fetch(address(`${id}/form`), {
      method: 'POST',
      body: 'x',
      headers: { ...bearer(token), 'content-type': 'multipart/form-data' },
    });
    expect(unbound.status).toBe(400);
    expect((await server.filesOnDisk()).length).toBe(before);
  });
});

describe('a file name', () => {
  const names = [
    '../escape',
    'a/../../escape',
    'a/./b',
    'nul\0byte',
    'tab\tname',
    'новости',
    '🙂',
    'back\\slash',
    'percent%2e',
    'hash#tag',
    'quote"name',
    `${'a'.repeat(1025)}`,
  ];
  test('that could mean another place is refused', async () => {
    const before = (await server.filesOnDisk()).length;
    for (const name of names) {
      const response = await server.fetch(address(encodeURIComponent(name)), {
        method: 'POST',
        body: 'x',
        headers: bearer(server.serviceKey),
      });
      expect(response.status, name).toBe(400);
      expect(await response.json(), name).toMatchObject({
        statusCode: '400',
        error: 'InvalidKey',
        message: `Invalid key: ${encodeURIComponent(name)}`,
        code: 'InvalidKey',
      });
    }
    const broken = await server.fetch(address('%E0%A4%A'), {
      method: 'POST',
      body: 'x',
      headers: bearer(server.serviceKey),
    });
    expect(await broken.json()).toMatchObject({ error: 'InvalidKey' });
    for (const name of ['../x', '..'])
      expect((await small().move('exact', name)).error?.message).toContain('Invalid key');
    expect((await server.filesOnDisk()).length).toBe(before);
  });

  test('with unusual but harmless characters is kept', async () => {
    const name = "folder/a?b&c=d e+f!*'(),:;@$.txt";
    const response = await server.fetch(address(name.split('/').map(encodeURIComponent).join('/')), {
      method: 'POST',
      body: 'x',
      headers: bearer(server.serviceKey),
    });
    expect(await response.json()).toMatchObject({ Key: `private/${name}` });
    const { data } = await server.service.storage.from('private').list('folder');
    expect(data?.map((entry) => entry.name)).toEqual([name.slice('folder/'.length)]);
  });

  test('is required', async () => {
    const init = { method: 'POST', body: 'x', headers: bearer(server.serviceKey) };
    expect((await server.fetch(address(''), init)).status).toBe(400);
  });
});

const address = (name: string) => `${server.url}/storage/v1/object/private/${name}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
