import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

describe('funds in household files', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, live, hashOf, exported, restore, violationsOf } = getHouseholds(() => server);

  /** Opens a household with funds, a recurring investment, and two orders. */
  async function openInvestor(customer: Customer): Promise<void> {
    const { client } = customer;
    const open = async (name: string, type: string) =>
      (
        await client
          .rpc('open_account', { name, type, currency: 'USD', initial_balance: 20_000 })
          .throwOnError()
      ).data?.id as string;
    const [checking, fund] = [await open('Everyday', 'CHECKING'), await open('Future', 'INVESTMENT')];
    const mix = { us_stocks: 30, world_stocks: 30, bonds: 30, money_market: 10 };
    await client.rpc('convert_to_funds', { account_id: fund, ...mix }).throwOnError();
    await client
      .rpc('change_fund_account', {
        account_id: fund,
        ...mix,
        rebalances: 'drift',
        cost_method: 'fifo',
        dividend_account_id: checking,
      })
      .throwOnError();
    await client
      .rpc('place_fund_order', {
        account_id: fund,
        side: 'buy',
        fund: 'BONDS',
        amount: 750.5,
        cash_account_id: checking,
      })
      .throwOnError();
    await client
      .from('scheduled_payments')
      .insert({
        name: 'Invest',
        account_id: checking,
        to_account_id: fund,
        fund: 'US_STOCKS',
        amount: 150,
        frequency: 'WEEKLY',
      })
      .throwOnError();
  }

  const getFunds = async ({ client }: Customer) => ({
    holdings: (await client.from('holdings').select('fund,units,posted_value,price,value').order('fund'))
      .data,
    lots: (await client.from('lots').select('fund,acquired_on,units,cost').order('fund').order('id')).data,
    orders: (await client.from('fund_orders').select('side,fund,status,filled_units,gain').order('order_key'))
      .data?.length,
  });

  it('are simulated the same in one step and in steps of a day, to the ledger hash', async () => {
    const customer = await signUp();
    await openInvestor(customer);
    const file = await exported(customer);
    const days = 150;
    const start = Date.parse(String(file.clock));
    await live(customer, start + days * DAY_MS);
    const [hash, funds] = [await hashOf(customer), await getFunds(customer)];
    expect(funds.lots?.length).toBeGreaterThan(20);

    expect(await restore(customer, { file })).toMatchObject({ status: 200 });
    for (let day = 1; day <= days; day += 1) await live(customer, start + day * DAY_MS);
    expect(await getFunds(customer)).toEqual(funds);
    expect(await hashOf(customer)).toBe(hash);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('are in an export, and continue after a restoration', async () => {
    const customer = await signUp();
    await openInvestor(customer);
    const start = Date.parse(String((await exported(customer)).clock));
    await live(customer, start + 45 * DAY_MS);
    const file = await exported(customer);
    expect(file.fund_accounts).toHaveLength(1);
    expect(file.holdings).toHaveLength(3);
    expect(file.fund_orders.length).toBeGreaterThan(5);
    const before = await getFunds(customer);
    const other = await signUp();
    expect(await restore(other, { file })).toMatchObject({ status: 200 });
    expect(await getFunds(other)).toEqual(before);
    await live(customer, start + 90 * DAY_MS);
    await live(other, start + 90 * DAY_MS);
    expect(await getFunds(other)).toEqual(await getFunds(customer));
    expect(await hashOf(other)).toBe(await hashOf(customer));
    const broken = { ...file, holdings: file.holdings.map((row: object) => ({ ...row, posted_value: 9e9 })) };
    expect(await restore(other, { file: broken })).toMatchObject({ body: { code: 'HOUSE' } });
  });
});
