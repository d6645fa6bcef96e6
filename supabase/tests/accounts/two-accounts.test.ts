import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function newClient() {
  const client = getClient(server);
  await client.auth.signUp({ email: `${crypto.randomUUID()}@example.com`, password: 'correct horse 1!' });
  const open = async (name: string, balance: number) => {
    const { data } = await client.from('accounts').insert({ name, balance }).select().single().throwOnError();
    return data as { id: string };
  };
  return { client, open };
}

describe('a client that uses two accounts through the tables alone', () => {
  it('reads each account with its own transactions, including transfers', async () => {
    const { client, open } = await newClient();
    const from = await open('From', 100);
    const to = await open('To', 0);
    const moved = { account_id: from.id, counter_account_id: to.id, amount: 30, type: 'TRANSFER' };
    await client.from('transactions').insert(moved).throwOnError();
    const { data } = await client
      .from('accounts')
      .select('name, transactions(type, direction, amount)')
      .order('name')
      .order('date', { referencedTable: 'transactions' })
      .throwOnError();
    expect(data).toEqual([
      {
        name: 'From',
        transactions: [
          { type: 'DEPOSIT', direction: 'in', amount: 100 },
          { type: 'TRANSFER', direction: 'out', amount: 30 },
        ],
      },
      { name: 'To', transactions: [{ type: 'TRANSFER', direction: 'in', amount: 30 }] },
    ]);
  });

  it("gets the bank's message when an account is gone, also when it is deleted during a transfer", async () => {
    const { client, open } = await newClient();
    const from = await open('From', 1000);
    for (let round = 0; round < 5; round += 1) {
      const to = await open('To', 0);
      const moved = { account_id: from.id, counter_account_id: to.id, amount: 1, type: 'TRANSFER' };
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => client.from('transactions').insert(moved)),
        client.from('accounts').delete().eq('id', to.id),
        ...Array.from({ length: 6 }, () => client.from('transactions').insert(moved)),
      ]);
      const codes = new Set(answers.map(({ error }) => error?.code ?? 'done'));
      expect([...codes].filter((code) => code !== 'done' && code !== 'NTFND')).toEqual([]);
    }
    const { data } = await client.rpc('audit_my_books').throwOnError();
    expect(data).toEqual([]);
  });
});
