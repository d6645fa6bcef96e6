import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../testing/server.ts';
import { createFunctions } from './functions.ts';

const functionsFolder = fileURLToPath(new URL('../testing/functions', import.meta.url));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    settings: { functionsFolder },
    config: { edge_runtime: { max_body_size: 20 * 1024 * 1024 } },
    listen: true,
  });
});
afterAll(() => server.close());

const overTheNetwork = () => getClient(server, { global: { fetch } });
const authorization = () => ({ authorization: `Bearer ${server.anonKey}` });

/** Sends a request while reading its response. `fetch` would wait for the end of the body. */
async function openRequest(path: string) {
  const sent = request(`${server.url}/functions/v1/${path}`, { method: 'POST', headers: authorization() });
  sent.flushHeaders();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces = response.setEncoding('utf8')[Symbol.asyncIterator]();
  return { sent, response, next: async () => (await pieces.next()).value as string | undefined };
}

test('a caller reads the first response chunk before sending the second body chunk', async () => {
  const { sent, response, next } = await openRequest('streams');
  expect(response.headers['content-type']).toBe('text/event-stream');
  expect(await next()).toBe('data: ready\n\n');
  for (const text of ['one', 'two']) {
    sent.write(text);
    expect(await next()).toBe(`data: ${text}\n\n`);
  }
  sent.end();
  expect(await next()).toBeUndefined();
});

test('supabase-js returns an event stream as an open response', async () => {
  const { data, error } = await overTheNetwork().functions.invoke('streams', { body: 'hello' });
  expect(error).toBeNull();
  expect(await (data as Response).text()).toContain('data: hello\n\n');
});

test('an endless body is refused as soon as it is too large', async () => {
  const routes = createFunctions(server.context, { largestBodyBytes: 1000 });
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(400)) });
  const sent = { method: 'POST', headers: authorization(), body: endless, duplex: 'half' } as RequestInit;
  expect((await routes.request('/echo', sent)).status).toBe(413);
  const announced = await routes.request('/echo', {
    method: 'POST',
    headers: { ...authorization(), 'content-length': '1001' },
    body: 'x'.repeat(1001),
  });
  expect(announced.status).toBe(413);
});

test('a body of several megabytes reaches a function', async () => {
  const { data, error } = await overTheNetwork().functions.invoke('echo', { body: 'x'.repeat(3_000_000) });
  expect(error).toBeNull();
  expect(data.body).toHaveLength(3_000_000);
});

test('a stalled response is cut off', async () => {
  const routes = createFunctions(server.context, { timeLimitMs: 20 });
  const silent = new ReadableStream<Uint8Array>();
  const response = await routes.request('/streams', {
    method: 'POST',
    headers: authorization(),
    body: silent,
    duplex: 'half',
  } as RequestInit);
  await expect(response.text()).rejects.toThrow('stopped sending data');
});

test('a function notices when the caller disconnects', async () => {
  const hear = (what: string) =>
    fetch(`${server.url}/functions/v1/waits/network/${what}`, { headers: authorization() });
  const leaving = new AbortController();
  const call = overTheNetwork().functions.invoke('waits/network', { signal: leaving.signal });
  await hear('begun');
  leaving.abort();
  expect((await call).error).toBeInstanceOf(FunctionsFetchError);
  expect(await (await hear('left')).text()).toBe('left');
});

test('a client stops waiting after its own timeout', async () => {
  const { data, error } = await getClient(server, { global: { fetch } }).functions.invoke('never', {
    timeout: 20,
  });
  expect(error).toBeInstanceOf(FunctionsFetchError);
  expect(data).toBeNull();
});

test('a region is accepted and changes nothing', async () => {
  const { data } = await overTheNetwork().functions.invoke('echo', { region: 'ap-northeast-1' as never });
  expect(data.headers['x-region']).toBe('ap-northeast-1');
  expect(data.path).toBe('/echo?forceFunctionRegion=ap-northeast-1');
});

test('every kind of body arrives unchanged', async () => {
  const form = new FormData();
  form.append('field', 'value');
  for (const [body, type, text] of [
    [{ one: 1 }, 'application/json', '{"one":1}'],
    [new TextEncoder().encode('bytes').buffer, 'application/octet-stream', 'bytes'],
    [new Blob(['blob']), 'application/octet-stream', 'blob'],
    [form, 'multipart/form-data; boundary=', 'name="field"'],
  ] as const) {
    const { data, error } = await overTheNetwork().functions.invoke('echo', { body: body as never });
    expect(error).toBeNull();
    expect(data.headers['content-type']).toContain(type);
    expect(data.body).toContain(text);
  }
});

test('a protocol upgrade by a function is an error', async () => {
  const { error } = await overTheNetwork().functions.invoke('upgrades');
  expect(error).toBeInstanceOf(FunctionsHttpError);
});

test('a function may use Deno.serve, also on a second server', async () => {
  const { data, error } = await overTheNetwork().functions.invoke('serves', { body: 'here' });
  expect([data, error]).toEqual(['served here', null]);
  const second = createFunctions(server.context);
  const response = await second.request('/serves', { headers: authorization() });
  expect(await response.text()).toBe('served ');
});

test("a function reads its secrets, which never replace the server's variables", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank functions '));
  writeFileSync(join(folder, '.env'), 'A_SECRET="kept aside"\nSUPABASE_ANON_KEY=false\n');
  writeFileSync(
    join(folder, 'tells.js'),
    `Deno.serve(() => Response.json(['A_SECRET', 'SUPABASE_ANON_KEY', 'NOTHING'].map((name) => Deno.env.get(name) ?? null)));`,
  );
  const context = { ...server.context, settings: { ...server.context.settings, functionsFolder: folder } };
  const response = await createFunctions(context).request('/tells', { headers: authorization() });
  expect(await response.json()).toEqual(['kept aside', server.anonKey, null]);
  rmSync(folder, { recursive: true });
});

test('a disabled function is not found', async () => {
  const { settings } = server.context;
  const functions = { echo: { enabled: false, verify_jwt: true } };
  const context = { ...server.context, settings: { ...settings, config: { ...settings.config, functions } } };
  const response = await createFunctions(context).request('/echo', { headers: authorization() });
  expect(response.status).toBe(404);
});
