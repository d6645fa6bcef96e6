import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

describe('payments due on the real clock', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let beside: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
    beside = await startTestServer({ beside: server });
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const sql = () => server.context.database.owner;

  /**
   * Creates customers whose recurring deposits were due 15 minutes ago, and hourly in the six hours before.
   */
  async function customers(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    await sql()`insert into customers (id) select unnest(${ids}::uuid[])`;
    await sql()`insert into accounts (user_id, name) select unnest(${ids}::uuid[]), 'Pocket'`;
    await sql()`
      insert into auto_deposits (user_id, account_id, amount, frequency, start_date, start_time)
      select a.user_id, a.id, 5, 'HOURLY', (now() - interval '6 hours 15 minutes')::date, (now() - interval '6 hours 15 minutes')::time
      from accounts a where a.user_id = any(${ids}::uuid[])`;
    await sql()`
      update bank.clocks set simulated_until = now() - interval '7 hours', due_at = now() - interval '1 minute' where household_id = any(${ids}::uuid[])`;
    return ids;
  }

  const invoke = async (client: SupabaseClient) =>
    (await client.functions.invoke('advance-due', { body: {} })).data;

  it('are made once for everyone, even by two servers in parallel', async () => {
    const ids = await customers(450);
    const schedules = [server, beside].map((process) => getClient(process, { key: process.serviceKey }));
    const answers = await Promise.all([...schedules, ...schedules].map(invoke));
    expect(answers.reduce((sum, { households }) => sum + households, 0)).toBe(450);
    expect(answers.reduce((sum, { left }) => sum + left, 0)).toBe(0);
    await Promise.all(schedules.map(invoke));
    expect(
      await sql()`
      select balance, count(*)::int as households from accounts where user_id = any(${ids}::uuid[]) group by balance`,
    ).toEqual([{ balance: '35.00', households: 450 }]);
    expect(await sql()`select * from bank.audit()`).toEqual([]);
    const [next] = await sql()`
      select min(due_at) > now() + interval '40 minutes' as later, max(due_at) < now() + interval '50 minutes' as sooner
      from bank.clocks where household_id = any(${ids}::uuid[])`;
    expect(next).toEqual({ later: true, sooner: true });
  });

  it('are processed by the scheduler only', async () => {
    const { error } = await getClient(server).functions.invoke('advance-due', { body: {} });
    expect(error?.context.status).toBe(401);
  });

  it('are requested by the scheduler every minute', async () => {
    expect(await sql()`select jobname, schedule from cron.job order by jobname`).toEqual(
      expect.arrayContaining([{ jobname: 'advance-due', schedule: '* * * * *' }]),
    );
  });
});
