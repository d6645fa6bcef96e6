import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Signs up a customer with one account. */
async function customer(): Promise<SupabaseClient> {
  const client = getClient(server);
  await client.auth.signInAnonymously();
  await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
  await client
    .rpc('open_account', { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 1000 })
    .throwOnError();
  return client;
}

const getId = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? '';

async function getRuns(client: SupabaseClient): Promise<number> {
  const { owner } = server.context.database;
  const rows = await owner`
    select from bank.fast_forwards where household_id = ${await getId(client)} and answer is null`;
  return rows.length;
}

/**
 * Records a fast-forward as if another process were running it. The fast-forward locks the household for
 * `seconds` seconds.
 */
async function beginElsewhere(client: SupabaseClient, request: string, seconds: number): Promise<string> {
  const { owner } = server.context.database;
  const [row] = await owner<{ run_id: string }[]>`
    insert into bank.fast_forwards (run_id, household_id, request, expires_at)
    values (gen_random_uuid(), ${await getId(client)}, ${request}, now() + make_interval(secs => ${seconds})) returning run_id`;
  return row?.run_id ?? '';
}

async function advance(client: SupabaseClient, body: object) {
  const { data, error } = await client.functions.invoke('advance', { body });
  if (!error) return { status: 200, ...data };
  return { status: error.context.status, ...(await error.context.json()) };
}

const years = (from: string, to: string) => Number(to.slice(0, 4)) - Number(from.slice(0, 4));
const getClock = async (client: SupabaseClient) =>
  (await client.rpc('simulated_now').throwOnError()).data as string;

describe('fast-forwarding one household', () => {
  test('answers equal parallel requests with one fast-forward', async () => {
    const client = await customer();
    const before = await getClock(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => advance(client, { by: 'P1Y' })));
    expect(answers.map(({ status, whole }) => ({ status, whole }))).toEqual(
      Array.from({ length: 20 }, () => ({ status: 200, whole: true })),
    );
    expect(new Set(answers.map(({ to }) => to)).size).toBe(1);
    expect(years(before, await getClock(client))).toBe(1);
    expect((await client.rpc('audit_my_books').throwOnError()).data).toEqual([]);
  });

  test('moves the clock again for an equal request after the first has ended', async () => {
    const client = await customer();
    const before = await getClock(client);
    await advance(client, { by: 'P1Y' });
    expect((await advance(client, { by: 'P1Y' })).status).toBe(200);
    expect(years(before, await getClock(client))).toBe(2);
  });

  test('refuses a different request immediately while one is running', async () => {
    const client = await customer();
    const before = await getClock(client);
    let hasEnded = false;
    const running = advance(client, { by: 'P10Y' }).finally(() => {
      hasEnded = true;
    });
    await expect.poll(() => getRuns(client)).toBe(1);
    const refused = await advance(client, { by: 'P1D' });
    expect(refused).toMatchObject({ status: 409, code: 'CLOCK' });
    expect(hasEnded).toBe(false);
    expect((await running).whole).toBe(true);
    expect(years(before, await getClock(client))).toBe(10);
  });

  test('joins and refuses requests while another server process runs a fast-forward', async () => {
    const client = await customer();
    const before = await getClock(client);
    const run = await beginElsewhere(client, '{"by":"P10Y"}', 30);
    expect(await advance(client, { by: 'P1D' })).toMatchObject({ status: 409, code: 'CLOCK' });
    const joined = advance(client, { by: 'P10Y' });
    await new Promise((resume) => setTimeout(resume, 400));
    const { owner } = server.context.database;
    await owner`select public.end_fast_forward(${run}, ${owner.json({ status: 200, body: { whole: true, to: 'then' } })})`;
    expect(await joined).toEqual({ status: 200, whole: true, to: 'then' });
    expect(Date.parse(await getClock(client)) - Date.parse(before)).toBeLessThan(60_000);
  });

  test("starts after another process's fast-forward has ended without an answer", async () => {
    const client = await customer();
    await beginElsewhere(client, '{"by":"P2Y"}', 1);
    expect(await advance(client, { by: 'P1D' })).toMatchObject({ status: 409, code: 'CLOCK' });
    await expect
      .poll(async () => (await advance(client, { by: 'P1D' })).status, { timeout: 5_000 })
      .toBe(200);
  });
});
