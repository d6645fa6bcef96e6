import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Signs up a customer with one account. */
async function customer(): Promise<{ client: SupabaseClient; token: string; account: string }> {
  const client = getClient(server);
  const { data } = await client.auth.signInAnonymously();
  await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
  const { data: account } = await client
    .rpc('open_account', { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 1000 })
    .throwOnError();
  return { client, token: data.session?.access_token ?? '', account: account.id };
}

/** Waits until a statement waits for a lock on a table. Returns the processes of those that do. */
async function findWaiting(table: string): Promise<number[]> {
  const { owner } = server.context.database;
  const find = async () => {
    const rows = await owner<{ pid: number }[]>`
      select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and d.datname = current_database() and l.relation = ${table}::regclass`;
    return rows.map(({ pid }) => pid);
  };
  await expect.poll(find, { timeout: 20_000, interval: 20 }).not.toEqual([]);
  return find();
}

/** Sends a request whose statement loses its connection while it waits for a table. */
async function interrupt(table: string, send: () => Promise<Response>): Promise<Response> {
  const { owner } = server.context.database;
  const sent = await owner.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    const answer = send();
    const waiting = await findWaiting(table);
    await owner`select pg_terminate_backend(pid) from unnest(${waiting}::integer[]) as pid`;
    return { answer };
  });
  return sent.answer;
}

const send = (token: string, path: string, body: object) =>
  server.fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

describe('a customer whose request loses its connection to the database', () => {
  // Each table is used by another statement of a fast-forward: begin, checkpoint, and step.
  test.each(['bank.fast_forwards', 'public.checkpoints', 'bank.entries'])(
    'is asked to try again a fast-forward that waits for %s, and then gets it',
    async (table) => {
      const { client, token } = await customer();
      const response = await interrupt(table, () => send(token, '/functions/v1/advance', { by: 'P1M' }));
      expect([response.status, await response.json()]).toMatchObject([
        503,
        { message: expect.stringContaining('try again') },
      ]);
      expect(response.headers.get('retry-after')).toBe('1');
      const { data, error } = await client.functions.invoke('advance', { body: { by: 'P1M' } });
      expect([error, data?.whole]).toEqual([null, true]);
      expect((await client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
    },
  );

  test('leaves an answer for equal fast-forwards in other processes that asks to try again', async () => {
    const { token } = await customer();
    await interrupt('public.checkpoints', () => send(token, '/functions/v1/advance', { by: 'P1M' }));
    const { owner } = server.context.database;
    const [run] = await owner`select answer -> 'status' as status from bank.fast_forwards
      where answer is not null order by expires_at desc limit 1`;
    expect(run?.status).toBe(503);
  });

  test('is asked to try again a deposit, a table request, a sign-in, and an upload', async () => {
    const { token, account } = await customer();
    const deposit = { account_id: account, amount: 5, request_id: randomUUID() };
    const application = {
      product: 'voyage',
      annual_income: 60_000,
      employment_status: 'EMPLOYED',
      request_id: randomUUID(),
    };
    const requests: [string, () => Promise<Response>][] = [
      ['bank.entries', () => send(token, '/rest/v1/rpc/deposit', deposit)],
      ['public.categories', () => send(token, '/rest/v1/categories', { name: 'Late' })],
      ['auth.users', () => send(server.anonKey, '/auth/v1/signup', {})],
      ['storage.buckets', () => send(token, '/storage/v1/object/avatars/x.png', {})],
      ['public.card_applications', () => send(token, '/functions/v1/decide-card-application', application)],
    ];
    for (const [table, request] of requests) {
      const response = await interrupt(table, request);
      expect([table, response.status, response.headers.get('retry-after')]).toEqual([table, 503, '1']);
    }
    const again = await send(token, '/rest/v1/rpc/deposit', deposit);
    expect([again.status, (await again.json()).balance]).toEqual([200, 1005]);
  });
});

describe('a customer with too many requests in progress', () => {
  let usual: TestServer;
  beforeAll(async () => {
    usual = server;
    server = await startTestServer({
      config: { api: { limits: { connections_per_customer: 1, waiting_per_customer: 1 } } },
    });
  });
  afterAll(async () => {
    await server.close();
    server = usual;
  });

  test('is told by a server function that the server is busy, not that it restarts', async () => {
    const { token, account } = await customer();
    const deposit = () => send(token, '/rest/v1/rpc/deposit', { account_id: account, amount: 5 });
    const { owner } = server.context.database;
    const { response, deposits } = await owner.begin(async (sql) => {
      await sql`lock table bank.entries in access exclusive mode`;
      const first = deposit();
      await findWaiting('bank.entries');
      const second = deposit();
      return {
        response: await send(token, '/functions/v1/advance', { by: 'P1D' }),
        deposits: [first, second],
      };
    });
    expect([response.status, await response.json()]).toMatchObject([
      429,
      { message: 'The server is busy. Try again in a moment.' },
    ]);
    for (const answer of deposits) expect((await answer).status).toBe(200);
  });
});
