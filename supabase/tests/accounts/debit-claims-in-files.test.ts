import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds, type HouseholdJson } from '../support/simulated-household.ts';

describe('claims about debit card purchases in a household file', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, hashOf, violationsOf, exported, restore } = getHouseholds(() => server);

  /** Signs up a customer who disputes two purchases: one claim will be won, and the other lost. */
  async function disputeTwoPurchases(): Promise<Customer> {
    const customer = await signUp();
    const { client } = customer;
    const { data: account } = await client
      .from('accounts')
      .insert({ name: 'Everyday', type: 'CHECKING', balance: 2000 })
      .select()
      .single()
      .throwOnError();
    for (const [amount, merchant] of [
      [620, 'Gadget Store'],
      [40, 'Grocer'],
      [50, 'Grocer'],
    ] as const) {
      await client
        .rpc('authorize_purchase', { account_id: account.id, amount, merchant, purchase: 'subscription' })
        .throwOnError();
      await advance(customer, (await now(customer)) + 8 * DAY_MS);
    }
    const { data: rows } = await client
      .from('transactions')
      .select('entry_id, amount')
      .eq('kind', 'payment')
      .in('amount', [620, 50])
      .throwOnError();
    for (const { entry_id, amount } of rows)
      await client
        .rpc('open_dispute', { account_id: account.id, entry_id, amount, reason: 'fraud' })
        .throwOnError();
    return customer;
  }

  const now = async ({ client }: Customer) =>
    Date.parse((await client.rpc('simulated_now').throwOnError()).data as string);

  const advance = async ({ client }: Customer, to: number) => {
    const { error } = await client.functions.invoke('advance', { body: { to: new Date(to).toISOString() } });
    expect(error).toBeNull();
  };

  const getEnds = async ({ client }: Customer) =>
    (
      await client
        .from('disputes')
        .select('amount, status, decide_on, credit_days, credited_at, reversed, outcome')
        .order('amount')
        .throwOnError()
    ).data;

  it('continue the same in steps of ten days, in one step, and from a file in the middle', async () => {
    const original = await disputeTwoPurchases();
    const file = await exported(original);
    expect(file.disputes.map(({ status, credit_days }: HouseholdJson) => [status, credit_days])).toEqual([
      ['in_review', 20],
      ['in_review', 20],
    ]);
    const [slow, fast] = [await signUp(), await signUp()];
    for (const household of [slow, fast])
      expect(await restore(household, { file })).toMatchObject({ status: 200 });
    const start = await now(slow);
    for (let day = 10; day <= 60; day += 10) await advance(slow, start + day * DAY_MS);
    // The file in the middle has two provisional credits.
    const middle = await exported(slow);
    expect(middle.disputes.every(({ credited_at }: HouseholdJson) => credited_at)).toBe(true);
    const later = await signUp();
    expect(await restore(later, { file: middle })).toMatchObject({ status: 200 });
    for (const household of [slow, fast, later]) await advance(household, start + 130 * DAY_MS);
    expect(await getEnds(fast)).toMatchObject([
      { amount: 50, status: 'lost', reversed: 50 },
      { amount: 620, status: 'won', reversed: null },
    ]);
    expect(await getEnds(slow)).toEqual(await getEnds(fast));
    expect(await getEnds(later)).toEqual(await getEnds(fast));
    expect(await hashOf(slow)).toBe(await hashOf(fast));
    for (const household of [slow, fast, later]) expect(await violationsOf(household)).toEqual([]);
  });

  it('about an entry that is not in the file are refused', async () => {
    const original = await disputeTwoPurchases();
    const file = await exported(original);
    const disputes = [{ ...file.disputes[0], entry: 1 }];
    expect(await restore(await signUp(), { file: { ...file, disputes } })).toMatchObject({
      body: { code: 'HOUSE' },
    });
  });
});
