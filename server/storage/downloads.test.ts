import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageServer, startStorageServer } from './testing/server.ts';

let server: StorageServer;
let client: SupabaseClient;
let folder: string;
let token: string;
beforeAll(async () => {
  server = await startStorageServer();
  const customer = await server.customer();
  ({ client, token } = customer);
  folder = customer.id;
});
afterAll(() => server.close());

async function put(bucket: string, name: string, content: string, contentType = 'text/plain') {
  const body = new Blob([content], { type: contentType });
  const { error } = await client.storage.from(bucket).upload(`${folder}/${name}`, body, { upsert: true });
  expect(error).toBeNull();
  return `${bucket}/${folder}/${name}`;
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.fetch(`${server.url}/storage/v1/object/${path}`, { method, headers });

describe('a file', () => {
  test('has headers for caches and players', async () => {
    const path = await put('open', 'a.txt', 'abc');
    const response = await get(`public/${path}`);
    expect(await response.text()).toBe('abc');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '3',
      etag: '"900150983cd24fb0d6963f7d28e17f72"',
      'cache-control': 'max-age=3600',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
      'x-content-type-options': 'nosniff',
    });
    expect(Date.parse(response.headers.get('last-modified') ?? '')).not.toBeNaN();
    const head = await get(`public/${path}`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '3', '']);
  });

  test('has its version and age in headers, for customers and for visitors of a public bucket', async () => {
    const path = await put('open', 'described.txt', 'abc');
    const bearer = { authorization: `Bearer ${server.serviceKey}` };
    for (const [form, headers] of [
      ['info/public', {}],
      ['info', bearer],
      ['info/authenticated', bearer],
    ] as const)
      for (const method of ['HEAD', 'GET']) {
        const response = await get(`${form}/${path}`, headers, method);
        expect(response.status, form).toBe(200);
        expect(response.headers.get('etag'), `${method} ${form}`).toBe('"900150983cd24fb0d6963f7d28e17f72"');
        expect(Date.parse(response.headers.get('last-modified') ?? '')).not.toBeNaN();
        expect(await response.text()).toMatch(method === 'HEAD' ? /^$/ : /"etag"/);
      }
  });

  test('is sent in ranges', async () => {
    const path = await put('open', 'digits', '0123456789');
    const part = async (range: string, headers = {}) => {
      const response = await get(`public/${path}`, { range, ...headers });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await part('bytes=0-999')).toEqual([206, 'bytes 0-9/10', '0123456789']);
    for (const whole of ['bytes=4-2', 'bytes=1-2,4-5', 'lines=1-2', 'bytes=-', 'bytes=x'])
      expect(await part(whole)).toEqual([200, null, '0123456789']);
    expect((await part('bytes=10-')).slice(0, 2)).toEqual([416, 'bytes */10']);
    expect(await part('bytes=2-4', { 'if-range': '"another"' })).toEqual([200, null, '0123456789']);
  });

  test("isn't sent again to a client that has it", async () => {
    const path = await put('open', 'known', 'abc');
    const first = await get(`public/${path}`, {}, 'HEAD');
    const etag = first.headers.get('etag') ?? '';
    const since = first.headers.get('last-modified') ?? '';
    const status = async (headers: Record<string, string>) =>
      (await get(`public/${path}`, headers, 'HEAD')).status;
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': since })).toBe(200);
    expect(await status({ 'if-modified-since': since })).toBe(304);
    expect(await status({ 'if-modified-since': 'Thu, 12 Aug 2021 16:00:00 GMT' })).toBe(200);
  });

  test('is saved with a name in any script', async () => {
    const path = await put('open', 'a.txt', 'abc');
    const saved = async (query: string) =>
      (await get(`public/${path}?${query}`, {}, 'HEAD')).headers.get('content-disposition');
    expect(await saved('download')).toBe('attachment;');
    expect(await saved('download=test.png')).toBe("attachment; filename=test.png; filename*=UTF-8''test.png");
    expect(await saved(`download=${encodeURIComponent('größe "1"\r\n.png')}`)).toBe(
      "attachment; filename=gr%C3%B6%C3%9Fe%20%221%22%0D%0A.png; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22%0D%0A.png",
    );
    expect(await saved('x')).toBeNull();
  });

  test('never runs as a page of the bank', async () => {
    const script = '<script>alert(1)</script>';
    for (const type of ['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml']) {
      const { headers } = await get(`public/${await put('open', 'page', script, type)}`, {}, 'HEAD');
      expect(headers.get('content-type'), type).toBe('text/plain');
      expect(headers.get('content-security-policy')).toMatch(/sandbox/);
    }
    for (const type of ['image/svg+xml', 'text/xml', 'application/xml', 'application/rss+xml']) {
      const { headers } = await get(`public/${await put('open', 'drawing', script, type)}`, {}, 'HEAD');
      expect(headers.get('content-disposition'), type).toBe('attachment;');
      expect(headers.get('content-security-policy')).toMatch(/sandbox/);
    }
  });

  test("has the owner's setting for search engines", async () => {
    const send = (robots: string) =>
      server.fetch(`${server.url}/storage/v1/object/private/${folder}/robots`, {
        method: 'POST',
        body: 'x',
        headers: { authorization: `Bearer ${token}`, 'x-upsert': 'true', 'x-robots-tag': robots },
      });
    expect((await send('max-snippet: 10, notranslate')).status).toBe(200);
    const bearer = { authorization: `Bearer ${token}` };
    const read = await get(`authenticated/private/${folder}/robots`, bearer, 'HEAD');
    expect(read.headers.get('x-robots-tag')).toBe('max-snippet: 10, notranslate');
    expect(await (await send('invalidrule')).json()).toMatchObject({
      statusCode: '400',
      error: 'invalid_x_robots_tag',
      message: 'Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "invalidrule"',
    });
  });
});

describe('a file of a private bucket', () => {
  test('requires a token', async () => {
    const path = await put('private', 'a', 'secret');
    for (const form of ['', 'authenticated/', 'public/', 'info/', 'info/public/', 'sign/']) {
      const response = await get(`${form}${path}`);
      expect(response.status, form).toBe(400);
      expect(await response.text()).not.toContain('secret');
      expect((await get(`${form}${path}`, { authorization: `Bearer ${server.anonKey}` })).status).toBe(400);
    }
    expect(await (await get(path)).json()).toMatchObject({
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
    });
  });

  test('is available by signed link until it expires, and only that file', async () => {
    const path = await put('private', 'linked file.txt', 'secret');
    const other = await put('private', 'other', 'other');
    const from = client.storage.from('private');
    const { data } = await from.createSignedUrl(`${folder}/linked file.txt`, 60, { download: 'a.txt' });
    const response = await server.fetch(data?.signedUrl ?? '');
    expect(await response.text()).toBe('secret');
    expect(response.headers.get('content-disposition')).toContain('a.txt');
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
    const link = new URL(data?.signedUrl ?? '').searchParams.get('token');
    const elsewhere = await get(`sign/${other}?token=${link}`);
    expect(await elsewhere.json()).toMatchObject({ statusCode: '400', error: 'InvalidSignature' });
    expect(await (await get(`sign/${path}?token=xxx`)).json()).toMatchObject({ error: 'InvalidJWT' });
    const asUpload = await server.fetch(`${server.url}/storage/v1/object/upload/sign/${path}?token=${link}`, {
      method: 'PUT',
      body: 'x',
    });
    expect(await asUpload.json()).toMatchObject({ error: 'InvalidSignature' });
    const ownToken = await get(`sign/${path}?token=${token}`);
    expect(await ownToken.json()).toMatchObject({ error: 'InvalidJWT' });
  });

  test('accepts one upload by signed link, and more only if the link allows it', async () => {
    const from = client.storage.from('private');
    const name = `${folder}/sent`;
    const once = (await from.createSignedUploadUrl(name)).data;
    expect((await from.uploadToSignedUrl(name, once?.token ?? '', new Blob(['1']))).error).toBeNull();
    const twice = await from.uploadToSignedUrl(name, once?.token ?? '', new Blob(['2']));
    expect(twice.error).toMatchObject({ message: 'The resource already exists', statusCode: '409' });
    const many = (await from.createSignedUploadUrl(name, { upsert: true })).data;
    expect((await from.uploadToSignedUrl(name, many?.token ?? '', new Blob(['3']))).error).toBeNull();
    expect(await (await from.download(name)).data?.text()).toBe('3');
    const read = await get(`sign/private/${name}?token=${many?.token}`);
    expect(await read.json()).toMatchObject({ error: 'InvalidSignature' });
    const [row] = await server.context.database.owner`
      select owner, owner_id from storage.objects where name = ${name}`;
    expect(row).toEqual({ owner: folder, owner_id: folder });
  });
});

test('ignores image transformations where they are off', async () => {
  const path = await put('open', 'plain.txt', 'as it is');
  const request = 'width=10&height=10&resize=cover&format=origin&quality=20';
  const { data } = await client.storage.from('open').createSignedUrl(`${folder}/plain.txt`, 60);
  const signed = (data?.signedUrl ?? '').split('/object/')[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  for (const way of [`public/${path}?`, `authenticated/${path}?`, `${path}?`, `${signed}&`]) {
    const response = await get(`${way}${request}`, headers);
    expect([response.status, await response.text()], way).toEqual([200, 'as it is']);
  }
});

test('in another size is refused as unavailable', async () => {
  const path = await put('open', 'a.png', 'x', 'image/png');
  const response = await server.fetch(`${server.url}/storage/v1/render/image/public/${path}?width=10`);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'FeatureNotEnabled' }]);
});
