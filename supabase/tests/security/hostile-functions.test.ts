import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

const MANY = 20_000;
const nested = (depth: number, inside: string) => `${'{"a":'.repeat(depth)}${inside}${'}'.repeat(depth)}`;

describe('a hostile call', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let alice: SupabaseClient;
  let token: string;
  let household: Record<string, unknown>;

  beforeAll(async () => {
    server = await startTestServer();
    alice = getClient(server);
    const email = `${crypto.randomUUID()}@example.com`;
    const { data } = await alice.auth.signUp({ email, password: 'correct horse battery' });
    token = data.session?.access_token ?? '';
    await alice.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
    await alice.from('accounts').insert({ name: 'Everyday' }).throwOnError();
    household = (await alice.rpc('export_household').throwOnError()).data;
  });
  afterAll(() => server.close());

  async function call(name: string, body: unknown, headers: Record<string, string> = {}, bearer = token) {
    const response = await server.fetch(`${server.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      body:
        typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  it('to the assistant as a visitor, with invalid ids, or with invalid text is refused', async () => {
    const ask = 'What is my balance?';
    expect(await call('assistant', { ask }, {}, server.anonKey)).toMatchObject({
      status: 401,
      text: expect.stringContaining('NOUSR'),
    });
    expect((await call('assistant', { ask, request_id: 'x', conversation: 'y' })).status).toBe(200);
    expect(await call('assistant', { ask: 'a\0b' })).toMatchObject({ status: 422 });
    expect((await call('assistant', { undo: crypto.randomUUID() }, {}, server.anonKey)).status).toBe(401);
  });

  it.each([
    ['twenty thousand levels deep', () => nested(MANY, '1')],
    [
      'twenty thousand levels deep in a part',
      () => JSON.stringify(household).replace('"goals":[', `"goals":[${nested(MANY, '1')},`),
    ],
    [
      'twenty thousand names wide',
      () => `{${Array.from({ length: MANY }, (_, n) => `"k${n}":1`).join(',')}}`,
    ],
    ['a list', () => '[]'],
    ['numbers beyond all numbers', () => JSON.stringify(household).replace(/"seed":\s*\d+/, '"seed":1e999')],
    [
      'the prototype of everything',
      () => `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    ],
  ])('to start a household that is %s is refused', async (_, file) => {
    const { status, text } = await call('restore', `{"file":${file()}}`);
    expect({ status, text }).toMatchObject({ status: 422, text: expect.stringContaining('HOUSE') });
    expect(text.length).toBeLessThan(1_000);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('to start a household or scenario with names that no database text can hold is refused', async () => {
    const named = JSON.stringify(household).replaceAll('"Everyday"', '"a\\u0000b"');
    expect(named).toContain('\\u0000');
    expect(await call('restore', `{"file":${named}}`)).toMatchObject({
      status: 422,
      text: expect.stringContaining('HOUSE'),
    });
    const pack = JSON.parse(
      readFileSync(new URL('../../../content/scenarios/first-salary.json', import.meta.url), 'utf8'),
    );
    const started = await call('start-scenario', { pack: { ...pack, title: 'a\0b' } });
    expect(started).toMatchObject({ status: 422, text: expect.stringContaining('BADPK') });
  });

  it('with a body that decompresses to a hundred times its size is refused unread', async () => {
    const bomb = gzipSync(`{"file":"${'x'.repeat(10_000_000)}"}`);
    const before = process.memoryUsage().arrayBuffers;
    for (const encoding of ['gzip', 'br', 'deflate'])
      expect((await call('restore', bomb, { 'content-encoding': encoding })).status).toBe(422);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
    for (const path of ['rest/v1/rpc/deposit', 'auth/v1/signup', 'realtime/v1/api/broadcast']) {
      const headers = {
        'content-encoding': 'gzip',
        'content-type': 'application/json',
        apikey: server.anonKey,
      };
      const { status } = await server.fetch(`${server.url}/${path}`, { method: 'POST', headers, body: bomb });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
  });
});
