import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

describe('the demo', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function visitor(): Promise<SupabaseClient> {
    const client = getClient(server);
    const { error } = await client.auth.signInAnonymously();
    if (error) throw error;
    return client;
  }

  const count = async (client: SupabaseClient, table: string) => {
    const { count: rows } = await client
      .from(table)
      .select('*', { count: 'exact', head: true })
      .throwOnError();
    return rows;
  };

  it('gives a visitor a private household with two years of history and a balanced ledger', async () => {
    const client = await visitor();
    const { data, error } = await client.functions.invoke('demo', {
      body: { time_zone: 'America/New_York' },
    });
    expect(error).toBeNull();
    expect(data.loaded).toBe(true);
    expect(data.entries).toBeGreaterThan(1_000);
    const tables = ['accounts', 'credit_cards', 'loans', 'mortgages', 'loan_applications'];
    expect(await Promise.all(tables.map((table) => count(client, table)))).toEqual([7, 2, 1, 1, 4]);
    expect(await count(client, 'transactions')).toBeGreaterThan(600);
    expect(await count(client, 'card_statements')).toBeGreaterThan(40);
    const cards = ['virtual_cards', 'card_controls', 'card_limit_requests'];
    expect(await Promise.all(cards.map((table) => count(client, table)))).toEqual([1, 1, 1]);
    const { data: disputes } = await client.from('disputes').select('status, outcome').throwOnError();
    expect(disputes).toEqual([
      { status: 'won', outcome: 'The merchant charged the same amount twice within three days.' },
    ]);
    const { data: budgets } = await client.rpc('budget_history', { months: 7 }).throwOnError();
    const limits = budgets.filter(({ amount }: { amount: number | null }) => amount !== null);
    expect(limits).toHaveLength(7 * 7);
    expect(limits.every(({ spent }: { spent: number }) => spent >= 0)).toBe(true);
    const { data: goals } = await client.from('goals').select('id, portion').throwOnError();
    const { data: goalStatus } = await client.from('goal_status').select('goal_id, saved').throwOnError();
    expect(goals).toHaveLength(2);
    for (const { id, portion } of goals)
      expect(goalStatus.find(({ goal_id }) => goal_id === id)?.saved).toBe(portion);
    const audit = await client.rpc('audit_my_books').throwOnError();
    expect(audit.data).toEqual([]);
    const { data: customer } = await client
      .from('customers')
      .select('time_zone, demo_until')
      .single()
      .throwOnError();
    expect(customer.time_zone).toBe('America/New_York');
    expect(Date.parse(customer.demo_until)).toBeGreaterThan(Date.now());
  });

  it('is created once, however many parallel requests there are', async () => {
    const client = await visitor();
    const answers = await Promise.all([1, 2, 3].map(() => client.functions.invoke('demo', { body: {} })));
    expect(answers.map(({ data }) => data.loaded).sort()).toEqual([false, false, true]);
    expect(await count(client, 'accounts')).toBe(7);
  });

  it('refuses all but four of twenty parallel requests of a visitor', async () => {
    const client = await visitor();
    const startDemo = async () => {
      const { error } = await client.functions.invoke('demo', { body: {} });
      return error ? error.context.status : 200;
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, startDemo));
    expect(statuses.toSorted()).toEqual([...Array(4).fill(200), ...Array(16).fill(429)]);
    expect(await count(client, 'accounts')).toBe(7);
  });

  it("hides one visitor's copy from another", async () => {
    const first = await visitor();
    const second = await visitor();
    await first.functions.invoke('demo', { body: {} });
    expect(await count(second, 'transactions')).toBe(0);
    expect(await count(second, 'accounts')).toBe(0);
  });

  it('is refused without a session', async () => {
    const { error } = await getClient(server).functions.invoke('demo', { body: {} });
    expect(error.context.status).toBe(401);
  });

  it('is deleted with its sign-in after a day', async () => {
    const expired = await visitor();
    await expired.functions.invoke('demo', { body: {} });
    const { data: user } = await expired.auth.getUser();
    const id = user.user?.id ?? '';
    await server.context.database
      .owner`update public.customers set demo_until = now() - interval '1 minute' where id = ${id}`;
    const next = await visitor();
    await next.functions.invoke('demo', { body: {} });
    const left = await server.context.database.owner`
      select (select count(*) from public.accounts where user_id = ${id}) as accounts,
             (select count(*) from auth.users where id = ${id}) as users,
             (select count(*) from bank.entries where household_id = ${id}) as entries`;
    expect(left[0]).toMatchObject({ accounts: '0', users: '0', entries: '0' });
  });

  it('stays when its customer adds an email and a password', async () => {
    const client = await visitor();
    await client.functions.invoke('demo', { body: {} });
    expect((await client.rpc('convert_demo')).error).toMatchObject({ code: 'NOUSR' });
    const { error } = await client.auth.updateUser({
      email: 'kept@customers.example',
      password: 'a long sandy beach',
    });
    expect(error).toBeNull();
    await client.auth.refreshSession();
    const { data: converted } = await client.rpc('convert_demo').throwOnError();
    expect(converted.demo_until).toBeNull();
    expect(await count(client, 'accounts')).toBe(7);
  });
});
