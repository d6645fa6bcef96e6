import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../server/testing/server.ts';
import { getHouseholds } from '../support/simulated-household.ts';

describe('budgets in a household file', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, exported, restore, violationsOf } = getHouseholds(() => server);

  it('are restored with past limits, moves, and envelopes, and replace those set since', async () => {
    const customer = await signUp();
    const { client, id } = customer;
    await client.rpc('open_account', { name: 'Everyday', initial_balance: 900 }).throwOnError();
    const { data: categories } = await client.from('categories').select('id, name').throwOnError();
    const getId = (name: string) => categories?.find((category) => category.name === name)?.id;
    await client.from('categories').insert({ name: 'Boats' }).throwOnError();
    const { data: boats } = await client.from('categories').select('id').eq('name', 'Boats').single();
    const limits = [
      { category_id: getId('Food'), amount: 300, rollover: 'surplus', rollover_cap: 80 },
      { category_id: boats?.id, amount: 25 },
    ];
    await client.rpc('set_budgets', { limits }).throwOnError();
    await client
      .rpc('move_budget', { from_category_id: getId('Food'), to_category_id: boats?.id, amount: 10 })
      .throwOnError();
    await client.from('budget_settings').insert({ mode: 'limits' }).throwOnError();
    await sql()`
      insert into budget_limits (user_id, category_id, month, amount, currency, rollover)
      values (${id}, ${getId('Food')}, '2026-01-01', 280, 'USD', 'both')`;
    const getStatus = async () => (await client.rpc('budget_status').throwOnError()).data;
    const before = await exported(customer);
    const status = await getStatus();
    expect(before.budget_limits).toHaveLength(3);

    await client
      .rpc('set_budgets', { limits: [{ category_id: getId('Housing'), amount: 1 }] })
      .throwOnError();
    await client.from('budgets').update({ amount: 5 }).eq('category_id', getId('Food')).throwOnError();
    expect(await restore(customer, { file: before })).toMatchObject({ status: 200 });
    const after = await exported(customer);
    for (const list of ['budgets', 'budget_limits', 'budget_moves', 'budget_settings', 'categories'])
      expect(after[list], list).toEqual(before[list]);
    expect(await getStatus()).toEqual(status);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('stay unchanged if an older file has none, and are refused if invalid', async () => {
    const customer = await signUp();
    await customer.client.rpc('open_account', { name: 'Everyday', initial_balance: 900 }).throwOnError();
    const { data: food } = await customer.client.from('categories').select('id').eq('name', 'Food').single();
    await customer.client
      .rpc('set_budgets', { limits: [{ category_id: food?.id, amount: 300 }] })
      .throwOnError();
    const { budgets, budget_limits, budget_moves, budget_settings, ...older } = await exported(customer);
    expect(await restore(customer, { file: older })).toMatchObject({ status: 200 });
    const budgetsAfter = (await exported(customer)).budgets;
    expect(budgetsAfter).toEqual(budgets);
    for (const wrong of [{ amount: -1 }, { rollover: 'all' }, { starts_on: '2026-01-02' }]) {
      const file = { ...older, budgets: [{ ...budgets[0], ...wrong }] };
      expect(await restore(customer, { file }), JSON.stringify(wrong)).toMatchObject({
        body: { code: 'HOUSE' },
      });
    }
  });
});
