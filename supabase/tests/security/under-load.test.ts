import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';

const ROUNDS = 25;
const AT_A_TIME = 8;

/** Starts two servers with few connections, so that requests from different customers share connections. */
describe('parallel customers', () => {
  let servers: [TestServer, TestServer];

  beforeAll(async () => {
    const first = await startTestServer();
    servers = [first, await startTestServer({ beside: first })];
  });
  afterAll(async () => {
    await servers[1].close();
    await servers[0].close();
  });

  /** Signs up a customer with a signed-in client on each server. */
  async function customer(): Promise<{ id: string; clients: SupabaseClient[]; account: string }> {
    const clients = servers.map((server) => getClient(server));
    const [first, second] = clients as [SupabaseClient, SupabaseClient];
    const { data, error } = await first.auth.signInAnonymously();
    if (error || !data.session || !data.user) throw error ?? new Error('No session.');
    await second.auth.setSession(data.session);
    const { data: account } = await first
      .rpc('open_account', { name: 'Own', initial_balance: 1000 })
      .single<{ id: string }>()
      .throwOnError();
    return { id: data.user.id, clients, account: account.id };
  }

  it("never see each other's rows in any response, and their money stays their own", async () => {
    const [alice, bob] = await Promise.all([customer(), customer()]);
    const strange: unknown[] = [];
    async function sendRequests(me: typeof alice, stranger: typeof alice, round: number): Promise<void> {
      const client = me.clients[round % 2] as SupabaseClient;
      const mind = (rows: { user_id: string | null }[] | null) =>
        strange.push(...(rows ?? []).filter(({ user_id }) => user_id !== me.id));
      const [accounts, transactions, embedded, theirs] = await Promise.all([
        client.from('accounts').select('*').throwOnError(),
        client.from('transactions').select('*').throwOnError(),
        client.from('accounts').select('user_id, transactions(user_id)').throwOnError(),
        client.from('accounts').select('*').eq('id', stranger.account).throwOnError(),
        client.rpc('deposit', { account_id: me.account, amount: 1 }).throwOnError(),
      ]);
      mind(accounts.data);
      mind(transactions.data);
      mind(embedded.data.flatMap((account) => account.transactions));
      strange.push(...(theirs.data ?? []));
      const stolen = await client.rpc('withdraw', { account_id: stranger.account, amount: 1 });
      if (stolen.error?.code !== 'NTFND') strange.push(stolen);
      const mine = await client.rpc('my_books').throwOnError();
      if (mine.data.violations !== 0) strange.push(mine.data);
    }
    for (let round = 0; round < ROUNDS; round += AT_A_TIME) {
      const rounds = Array.from({ length: Math.min(AT_A_TIME, ROUNDS - round) }, (_, n) => round + n);
      await Promise.all(rounds.flatMap((n) => [sendRequests(alice, bob, n), sendRequests(bob, alice, n)]));
    }
    expect(strange).toEqual([]);
    for (const { clients, account } of [alice, bob]) {
      const { data } = await (clients[0] as SupabaseClient)
        .from('accounts')
        .select('balance')
        .eq('id', account)
        .single()
        .throwOnError();
      expect(data.balance).toBe(1000 + ROUNDS);
    }
  });
});
