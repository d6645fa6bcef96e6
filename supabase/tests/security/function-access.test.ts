import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrollApp } from '../../../server/auth/testing/factors.ts';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';

const FOLDER = fileURLToPath(new URL('../../functions', import.meta.url));
const FUNCTIONS = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/index.ts`));
/** Functions for the service key only. All other functions, including future ones, serve customers. */
const FOR_THE_SCHEDULE = new Set(['advance-due', 'push-notifications']);
/** The only public endpoint returns the key for push subscriptions. */
const PUBLIC = new Set(['GET push-notifications']);
/** Functions that a secret in the address authorizes, because their callers can't sign in. */
const BY_SECRET = new Set(['calendar']);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PASSWORD = 'correct horse battery staple';

/**
 * A caller that every function must refuse: its headers, and the expected status and code. The gateway
 * returns no code.
 */
type Caller = { name: string; headers: Record<string, string>; status: number; code: string | undefined };

describe.each([
  { place: 'Sandbank', preRequest: 'public.check_request', verifyJwt: true },
  { place: 'a Supabase project that checks neither requests nor tokens', preRequest: '', verifyJwt: false },
])('on $place', ({ preRequest, verifyJwt }) => {
  let server: TestServer;
  let refused: Caller[];
  let ada: Customer;

  beforeAll(async () => {
    server = await startTestServer({
      config: {
        api: { pre_request: preRequest },
        functions: Object.fromEntries(FUNCTIONS.map((name) => [name, { verify_jwt: verifyJwt }])),
      },
    });
    ada = await openCustomer(server);
    refused = await refusedCallers(server, ada, verifyJwt);
  });
  afterAll(() => server.close());

  const call = (name: string, method: string, headers: Record<string, string>, body: object = ada.requests) =>
    server.fetch(`${server.url}/functions/v1/${name}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });

  test.each([...BY_SECRET])('%s refuses everyone without its secret', async (name) => {
    for (const { headers } of refused)
      for (const method of METHODS) {
        const { status } = await call(name, method, headers);
        expect([401, 404, 405], method).toContain(status);
      }
    expect(await ada.snapshot()).toEqual(ada.before);
  });

  const bySession = FUNCTIONS.filter((name) => !BY_SECRET.has(name));
  test.each(bySession)('%s refuses everyone without a live, fully verified session', async (name) => {
    for (const { name: caller, headers, status, code } of refused)
      for (const method of METHODS.filter((each) => !PUBLIC.has(`${each} ${name}`))) {
        const response = await call(name, method, headers);
        const answer = { status: response.status, code: (await response.json()).code };
        const isStopped = code === undefined || !FOR_THE_SCHEDULE.has(name);
        const expected = isStopped ? { status, code } : { status: 401, code: 'NOUSR' };
        expect(answer, `${method} ${name} by ${caller}`).toEqual(expected);
      }
    expect(await ada.snapshot()).toEqual(ada.before);
  });

  test.each(FUNCTIONS)('%s serves its intended callers', async (name) => {
    const tokens = FOR_THE_SCHEDULE.has(name)
      ? [server.serviceKey]
      : [ada.token, (await openAnonymous(server)).token];
    for (const token of tokens) {
      const { status } = await call(name, 'POST', { authorization: `Bearer ${token}` }, {});
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
    }
  });

  test.each(FUNCTIONS)("%s answers a browser's preflight without a token", async (name) => {
    expect((await call(name, 'OPTIONS', {})).status).toBe(204);
  });
});

type Customer = {
  client: SupabaseClient;
  token: string;
  requests: Record<string, unknown>;
  before: unknown;
  snapshot(): Promise<unknown>;
};

/**
 * Signs up a customer with an authenticator app, an account, a checkpoint, and a document, so that every
 * function has something to protect.
 */
async function openCustomer(server: TestServer): Promise<Customer> {
  const client = getClient(server);
  await client.auth.signUp({ email: 'ada@example.com', password: PASSWORD });
  await enrollApp(client);
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  await client.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
  await client.from('accounts').insert({ name: 'Everyday' }).throwOnError();
  await client.rpc('save_checkpoint', { name: 'Before' }).throwOnError();
  const checkpoint = await client.from('checkpoints').select('id').limit(1).single().throwOnError();
  const file = (await client.rpc('export_household').throwOnError()).data;
  const requests = {
    by: 'P1Y',
    checkpoint_id: checkpoint.data.id,
    file,
    persona: 'student',
    ask: 'Balance?',
  };
  const snapshot = async () => [
    await server.context.database.owner`select clock_offset, generation from public.customers`,
    await server.context.database.owner`select count(*)::int from bank.entries`,
  ];
  return { client, token, requests, before: await snapshot(), snapshot };
}

async function openAnonymous(server: TestServer): Promise<{ token: string }> {
  const { data } = await getClient(server).auth.signInAnonymously();
  return { token: data.session?.access_token ?? '' };
}

async function refusedCallers(server: TestServer, ada: Customer, verifyJwt: boolean): Promise<Caller[]> {
  const { context, anonKey, serviceKey } = server;
  const { sign } = context.keys;
  const claims = decodeJwt(ada.token);
  const { session_id: _, ...withoutSession } = claims;
  const signIn = async () => {
    const client = getClient(server);
    const { data } = await client.auth.signInWithPassword({ email: 'ada@example.com', password: PASSWORD });
    return { client, token: data.session?.access_token ?? '' };
  };
  const [halfway, ended] = [await signIn(), await signIn()];
  await ended.client.auth.signOut({ scope: 'local' });
  const suspended = await openAnonymous(server);
  await context.database.owner`
    update auth.users set banned_until = now() + interval '1 day' where id = ${decodeJwt(suspended.token).sub ?? ''}`;
  const now = Math.floor(Date.now() / 1000);
  // With `verify_jwt`, the gateway refuses these callers before the function runs.
  const gateway = { status: 401, code: verifyJwt ? undefined : 'NOUSR' };
  const bearing = (name: string, token: string, refusal: Pick<Caller, 'status' | 'code'>): Caller => ({
    name,
    headers: { authorization: `Bearer ${token}` },
    ...refusal,
  });
  return [
    { name: 'nobody', headers: {}, ...gateway },
    bearing('an expired token', await sign({ ...claims, exp: now - 60 }, 0), gateway),
    bearing('a forged token', `${ada.token.slice(0, -6)}AAAAAA`, gateway),
    bearing('an unreadable token', 'a.b.c', gateway),
    { name: 'a visitor', headers: { apikey: anonKey }, status: 401, code: 'NOUSR' },
    bearing('the public key as a token', anonKey, { status: 401, code: 'NOUSR' }),
    bearing('a customer without the second factor', halfway.token, { status: 403, code: 'PROOF' }),
    bearing('a customer who was signed out', ended.token, { status: 401, code: 'ENDED' }),
    bearing('a suspended customer', suspended.token, { status: 401, code: 'ENDED' }),
    bearing('claims without a session', await sign(withoutSession, 600), { status: 401, code: 'ENDED' }),
    bearing(
      'claims of a session of somebody else',
      await sign({ ...claims, sub: crypto.randomUUID() }, 600),
      { status: 401, code: 'ENDED' },
    ),
    {
      name: 'a service key as its own customer',
      headers: { authorization: `Bearer ${serviceKey}x` },
      ...gateway,
    },
  ];
}
