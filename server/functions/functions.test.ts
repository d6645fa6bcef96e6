import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { createFunctions } from './functions.ts';

const functionsFolder = fileURLToPath(new URL('../testing/functions', import.meta.url));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    settings: { functionsFolder },
    config: { functions: { open: { verify_jwt: false } } },
  });
});
afterAll(() => server.close());

const call = (path: string, init: RequestInit = {}) =>
  server.fetch(`${server.url}/functions/v1/${path}`, init);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('a caller with a valid token', () => {
  test('reaches a function with method, path, body, and headers intact', async () => {
    const { data, error } = await getClient(server).functions.invoke('echo/deep/path?x=1', {
      method: 'PUT',
      body: 'raw text',
      headers: { 'X-Custom': 'kept' },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ method: 'PUT', path: '/echo/deep/path?x=1', body: 'raw text' });
    expect(data.headers).toMatchObject({
      'x-custom': 'kept',
      'content-type': 'text/plain',
      'x-forwarded-host': 'sandbank.test',
      'x-forwarded-proto': 'http',
    });
  });

  test("gets the function's status and headers, readable from other origins", async () => {
    const response = await call('echo', bearer(server.anonKey));
    expect(response.status).toBe(201);
    expect(response.headers.get('x-echo')).toBe('yes');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('gets an error for a missing function', async () => {
    for (const name of ['unknown', '..%2f..%2fechoes', 'functions', 'constructor', `${'a'.repeat(300)}`]) {
      const response = await call(name, bearer(server.anonKey));
      expect(response.status, name).toBe(404);
    }
  });

  test('sees no internals when a function fails', async () => {
    const { error } = await getClient(server).functions.invoke('fails');
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(error.context.status).toBe(500);
    const body = await error.context.text();
    expect(JSON.parse(body)).toMatchObject({ code: 'WORKER_ERROR' });
    expect(body).not.toMatch(/secret|\.ts/);
  });

  test('is asked to retry when a function fails because the database is down', async () => {
    const response = await call('away', bearer(server.anonKey));
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
  });

  test('gets an error for a function that fails to load', async () => {
    const response = await call('broken', bearer(server.anonKey));
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'BOOT_ERROR' }]);
  });

  test('gets a timeout', async () => {
    const routes = createFunctions(server.context, { timeLimitMs: 20 });
    const response = await routes.request('/never', bearer(server.anonKey));
    expect(response.status).toBe(504);
  });
});

describe('a caller without a valid token', () => {
  test('is refused as client libraries expect', async () => {
    const missing = await call('echo');
    expect([missing.status, await missing.json()]).toEqual([
      401,
      { msg: 'Error: Missing authorization header' },
    ]);
    const { error } = await getClient(server, { key: `${server.anonKey}x` }).functions.invoke('echo');
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect(await error.context.json()).toEqual({ msg: 'Invalid JWT' });
  });

  test('may send a preflight request', async () => {
    const response = await call('echo', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.test', 'access-control-request-method': 'POST' },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('may call a function that does not verify tokens', async () => {
    expect(await (await call('open')).text()).toBe('hello');
  });
});

test('loads the chosen functions before their first call, and goes on after one that fails', async () => {
  const { settings } = server.context;
  const functions = {
    broken: { enabled: true, verify_jwt: true, loads_at_start: true },
    marked: { enabled: true, verify_jwt: true, loads_at_start: true },
    echo: { enabled: true, verify_jwt: true },
  };
  const folder = mkdtempSync(join(tmpdir(), 'sandbank functions '));
  for (const name of ['marked', 'echo'])
    writeFileSync(
      join(folder, `${name}.js`),
      `globalThis.loaded = [...(globalThis.loaded ?? []), '${name}'];
      export default () => new Response('');`,
    );
  writeFileSync(join(folder, 'broken.js'), 'throw new Error();');
  const changed = { ...settings, functionsFolder: folder, config: { ...settings.config, functions } };
  await createFunctions({ ...server.context, settings: changed }).loadAtStart();
  expect((globalThis as { loaded?: string[] }).loaded).toEqual(['marked']);
  rmSync(folder, { recursive: true });
});

test('can be a function, which calls the server in-process as its caller or as the service', async () => {
  const { data, error } = await getClient(server).functions.invoke('calls-back');
  expect(error).toBeNull();
  expect(data).toMatchObject({ url: server.url, missing: null });
  expect(data.caller.headers.authorization).toBe(`Bearer ${server.anonKey}`);
  expect(data.service.headers.authorization).toBe(`Bearer ${server.serviceKey}`);
});
