import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Digest } from '../../../engine/simulation/digest.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

describe('surprises', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, violationsOf } = getHouseholds(() => server);

  /** Signs up a customer with money and a fixed seed, at a fixed simulated time. */
  async function signUpSeeded(): Promise<Customer> {
    const customer = await signUp();
    const account = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 90_000 };
    await customer.client.rpc('open_account', account).throwOnError();
    await sql()`update bank.clocks set seed = 7 where household_id = ${customer.id}`;
    return customer;
  }

  async function advance({ client }: Customer, by: string): Promise<Digest> {
    const { data, error } = await client.functions.invoke('advance', { body: { by } });
    if (error) throw error;
    return data.digest;
  }

  const surprisesIn = ({ lines }: Digest) => lines.find(({ group }) => group === 'shock');

  it('happen only after they are turned on, and the digest names each', async () => {
    const customer = await signUpSeeded();
    expect(surprisesIn(await advance(customer, 'P3Y'))).toBeUndefined();
    expect((await customer.client.rpc('set_surprises', { level: 'many' }).throwOnError()).data).toBe('many');
    const surprises = surprisesIn(await advance(customer, 'P3Y'));
    expect(surprises?.count).toBeGreaterThan(0);
    expect(surprises?.items).toHaveLength(surprises?.count ?? 0);
    for (const { description } of surprises?.items ?? []) expect(description).not.toBe('');
    await customer.client.rpc('set_surprises', { level: 'off' }).throwOnError();
    expect(surprisesIn(await advance(customer, 'P3Y'))).toBeUndefined();
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are the same in one fast-forward of three years and in steps of nine days', async () => {
    const now = Date.now();
    const [whole, stepped] = [await signUpSeeded(), await signUpSeeded()];
    for (const { client } of [whole, stepped])
      await client.rpc('set_surprises', { level: 'many' }).throwOnError();
    const to = (days: number) => new Date(now + days * 86_400_000).toISOString();
    await whole.client.functions.invoke('advance', { body: { to: to(1080) } });
    for (let day = 9; day <= 1080; day += 9)
      await stepped.client.functions.invoke('advance', { body: { to: to(day) } });
    const happened = async ({ id }: Customer) =>
      (
        await sql()`select kind, description, at from household_events where user_id = ${id} and kind = 'shock' order by at`
      ).map(({ kind, description }) => [kind, description]);
    expect((await happened(whole)).length).toBeGreaterThan(0);
    expect(await happened(stepped)).toEqual(await happened(whole));
    const getBalance = async ({ client }: Customer) =>
      (await client.from('accounts').select('balance').single().throwOnError()).data.balance;
    expect(await getBalance(stepped)).toBe(await getBalance(whole));
  });

  it('record the first choice, which the customer can’t write', async () => {
    const { client, id } = await signUpSeeded();
    const getChosen = async () =>
      (await client.from('customers').select('surprises_chosen_at').single().throwOnError()).data
        .surprises_chosen_at;
    expect(await getChosen()).toBeNull();
    const write = { surprises_chosen_at: new Date().toISOString() };
    expect((await client.from('customers').update(write).eq('id', id)).error?.code).toBe('42501');
    await client.rpc('set_surprises', { level: 'off' }).throwOnError();
    const chosen = await getChosen();
    expect(chosen).not.toBeNull();
    await client.rpc('set_surprises', { level: 'some' }).throwOnError();
    expect(await getChosen()).toBe(chosen);
  });

  it('are refused at an unknown level, without an account, and for visitors', async () => {
    const customer = await signUp();
    const set = async (client: Customer['client'], level: unknown) =>
      (await client.rpc('set_surprises', { level })).error?.code;
    expect(await set(customer.client, 'often')).toBe('BADTY');
    expect(await set(customer.client, null)).toBe('BADTY');
    expect(await set(customer.client, 'some')).toBe('NTFND');
    await customer.client.auth.signOut();
    expect(await set(customer.client, 'some')).toBe('42501');
  });
});
