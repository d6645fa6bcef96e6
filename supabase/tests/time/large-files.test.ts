import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function customer(): Promise<SupabaseClient> {
  const client = getClient(server);
  await client.auth.signInAnonymously();
  await client.rpc('ensure_customer', { time_zone: 'America/New_York' }).throwOnError();
  return client;
}

async function restore(client: SupabaseClient, body: string): Promise<number> {
  const { error } = await client.functions.invoke('restore', {
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  return error ? error.context.status : 200;
}

test('large hostile files of one customer are refused while another customer is served', async () => {
  const attacker = await customer();
  const victim = await customer();
  const bodies = [
    `{"file":${'['.repeat(9_000_000)}`,
    `{"file":[${'0,'.repeat(4_500_000)}0]}`,
    `{"file":{"entries":[${'{"id":"x","lines":[]},'.repeat(400_000)}{}]}}`,
    `{"file":"${'x'.repeat(11_000_000)}"}`,
  ];
  let isOver = false;
  const slowest = (async () => {
    let longest = 0;
    while (!isOver) {
      const start = performance.now();
      await victim.rpc('simulated_now').throwOnError();
      longest = Math.max(longest, performance.now() - start);
    }
    return longest;
  })();
  const statuses = [];
  for (const body of bodies) statuses.push(await restore(attacker, body));
  const together = await Promise.all(Array.from({ length: 8 }, () => restore(attacker, bodies[2] ?? '')));
  isOver = true;
  expect(statuses).toEqual([422, 422, 422, 413]);
  expect(together.toSorted()).toEqual([422, ...Array(7).fill(429)]);
  expect(await slowest).toBeLessThan(1_000);
});
