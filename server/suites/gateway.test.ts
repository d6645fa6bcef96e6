import { fileURLToPath } from 'node:url';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_KEYS } from '../settings/token-keys.ts';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';

/** Tests the gateway behavior that the client libraries' test suites expect. */
const SECRET = 'the secret of the suites, long enough';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      functionsFolder: fileURLToPath(new URL('../testing/functions', import.meta.url)),
      keys: { ...NO_KEYS, jwtSecret: SECRET },
    },
    config: { auth: { password_hibp_enabled: false } },
  });
});
afterAll(() => server.close());

const tokenWith = (claims: Record<string, unknown>, secret = SECRET) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));

function call(path: string, headers: Record<string, string>, method = 'GET') {
  return server.fetch(`${server.url}${path}`, { method, headers });
}

describe('a CORS preflight', () => {
  const requested = 'authorization, x-supabase-new-feature';

  test.each([
    '/rest/v1/a',
    '/auth/v1/a',
    '/storage/v1/a',
    '/functions/v1/a',
    '/graphql/v1',
    '/realtime/v1/api',
  ])('allows headers of newer libraries: %s', async (path) => {
    const response = await call(
      path,
      {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      },
      'OPTIONS',
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? [];
    expect(allowed).toEqual(
      expect.arrayContaining([...requested.split(', '), 'accept', 'apikey', 'x-region', 'accept-profile']),
    );
  });

  test("doesn't echo arbitrary headers", async () => {
    const headers = { 'access-control-request-method': 'GET', 'access-control-request-headers': '<script>' };
    const response = await call('/auth/v1/a', headers, 'OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).not.toContain('script');
  });
});

describe('a server function that verifies tokens', () => {
  test('accepts any valid token, whatever its claims', async () => {
    for (const claims of [{ name: 'anon' }, { role: 'supabase_admin' }, { role: 'authenticated' }]) {
      const authorization = `Bearer ${await tokenWith(claims)}`;
      expect((await call('/functions/v1/echo', { authorization })).status).toBe(201);
    }
    for (const apikey of [server.context.keys.publishableKey, server.context.keys.secretKey])
      expect((await call('/functions/v1/echo', { apikey })).status).toBe(201);
  });

  test('refuses calls without one, which libraries report as a relay error', async () => {
    const without: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${server.context.keys.publishableKey}` },
      { authorization: `Bearer ${await tokenWith({ name: 'anon' }, 'another secret, long enough')}` },
    ];
    for (const headers of without) {
      const response = await call('/functions/v1/echo', headers);
      expect([response.status, response.headers.get('x-relay-error')]).toEqual([401, 'true']);
    }
  });

  test('accepts a client library with an opaque key and no session', async () => {
    const { data, error } = await getClient(server, {
      key: server.context.keys.publishableKey,
    }).functions.invoke('echo', { body: { hello: 'world' } });
    expect(error).toBeNull();
    expect(data).toMatchObject({ method: 'POST' });
  });
});

test('unknown paths of every service are answered in JSON', async () => {
  for (const path of [
    '/auth/v1/x',
    '/rest/v1/x',
    '/storage/v1/x',
    '/realtime/v1/x',
    '/functions/v1/',
    '/graphql/v1',
  ])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await call(path, { apikey: server.anonKey }, method);
      expect(response.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      expect(response.status, `${method} ${path}`).toBeLessThan(500);
      expect(response.headers.get('content-type'), `${method} ${path}`).toContain('json');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
});

test("common passwords are allowed if the configuration doesn't forbid them", async () => {
  const { error } = await getClient(server).auth.signUp({ email: 'a@example.com', password: 'password123' });
  expect(error).toBeNull();
});
