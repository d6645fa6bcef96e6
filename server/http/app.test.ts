import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ listen: true });
});
afterAll(() => server.close());

test('health is ok while the database answers', async () => {
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
});

test('a client gets its backend address at run time', async () => {
  const response = await fetch(`${server.url}/config.json`);
  expect(await response.json()).toEqual({ url: server.url, anonKey: server.anonKey });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('every response has the security headers and a request id', async () => {
  for (const path of ['/health', '/rest/v1/nothing', '/nothing.txt']) {
    const { headers } = await fetch(server.url + path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('a valid request id is kept, and any other is replaced', async () => {
  const get = async (id: string) => {
    const response = await server.fetch(`${server.url}/config.json`, { headers: { 'x-request-id': id } });
    return response.headers.get('x-request-id');
  };
  expect(await get('a-customer-called-42')).toBe('a-customer-called-42');
  expect(await get('<script>')).not.toBe('<script>');
  expect(await get('x'.repeat(500))).toHaveLength(36);
});

test('pages of other origins may call the API', async () => {
  const response = await fetch(`${server.url}/rest/v1/accounts`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
  for (const name of [
    'authorization',
    'apikey',
    'prefer',
    'x-client-info',
    'accept-profile',
    'x-retry-count',
  ])
    expect(response.headers.get('access-control-allow-headers')).toContain(name);
});

describe('an oversized body', () => {
  const large = 'x'.repeat(1024 * 1024 + 1);
  const refused = { code: '413', message: 'The body is larger than 1 MB.' };

  test('is refused by its declared length', async () => {
    const response = await fetch(`${server.url}/auth/v1/signup`, { method: 'POST', body: large });
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toEqual(refused);
  });

  test('is refused in chunks without a length', async () => {
    const body = new Blob([large]).stream();
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual(refused);
  });
});

test.each(['/auth/v1/admin/users/1', '/auth/v1/elsewhere', '/rest/v1/accounts', '/functions/v1/none'])(
  'a DELETE without a body of %s is handled like any other request',
  async (path) => {
    const response = await fetch(server.url + path, { method: 'DELETE' });
    expect([401, 404]).toContain(response.status);
  },
);

describe('malformed input', () => {
  const requests: [string, string, number][] = [
    ['bytes that are not HTTP', '\x16\x03\x01 hello\r\n\r\n', 400],
    ['a method nobody knows', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a method that is not served', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
    ['a host that is none', 'GET /health HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', 400],
    [
      'a broken escape in the path',
      'GET /rest/v1/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      404,
    ],
    ['a header that is endless', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ];
  test.each(requests)('%s is refused with a code', async (_name, text, status) => {
    const answer = await raw(server, text);
    const got = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    expect(got, answer).toBeGreaterThanOrEqual(400);
    expect(got, answer).toBeLessThan(500);
    if (got !== 404) expect(got, answer).toBe(status);
    expect(answer).toMatch(/"code":/);
  });

  test('a path outside the app returns at most the web app', async () => {
    for (const path of [
      '/rest/v1/../../etc/passwd',
      '/../../etc/passwd',
      '/assets/..%2f..%2f..%2fpackage.json',
    ])
      expect(await raw(server, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).not.toMatch(
        /root:|"name"/,
      );
  });

  test('an invalid token is refused', async () => {
    const response = await fetch(`${server.url}/rest/v1/accounts`, {
      headers: { authorization: 'Bearer nonsense' },
    });
    expect(response.status).toBe(401);
  });

  test('the server keeps running', async () => {
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});
