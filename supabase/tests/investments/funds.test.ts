import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

async function simulateDays(bank: Bank, person: Person, days: number): Promise<void> {
  const service = bank.asService();
  const [household] = await service`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  const { step } = buildStep(row, row.simulated_until + days * DAY_MS, true);
  const [applied] =
    await service`select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
  expect(applied).toEqual({ outcome: 'applied' });
}

/** Opens a checking account with 5,000.00 and an investment account with 10,000.00. */
async function openAccounts(bank: Bank, person: Person) {
  await bank.asCustomer(person)`select ensure_customer('America/New_York')`;
  const checking = await openAccount(bank, person, { balance: 5000 });
  const fund = await openAccount(bank, person, { name: 'Future', type: 'INVESTMENT', balance: 10000 });
  return { checking: checking.id, fund: fund.id };
}

const convert = (bank: Bank, person: Person, account: string, mix = [30, 30, 40, 0], request?: string) =>
  bank.asCustomer(person)`
    select * from convert_to_funds(${account}, ${mix[0] ?? 0}, ${mix[1] ?? 0}, ${mix[2] ?? 0}, ${mix[3] ?? 0}, ${request ?? null})`;

type Order = {
  side?: string;
  fund?: string | null;
  amount?: number | null;
  units?: number | null;
  cash?: string | null;
  request?: string | null;
};
const order = (bank: Bank, person: Person, account: string, size: Order) =>
  bank.asCustomer(person)`
    select * from place_fund_order(${account}, ${size.side ?? 'buy'}, ${size.fund === undefined ? 'US_STOCKS' : size.fund},
      ${size.amount ?? null}, ${size.units ?? null}, ${size.cash ?? null}, ${size.request ?? null})`;

const getHoldings = (bank: Bank, person: Person) => bank.asCustomer(person)`
  select fund, units::float, posted_value::float as posted, price::float, value::float from holdings order by fund`;

/** Opens accounts, converts one, and simulates until the funds are bought. */
async function invest(bank: Bank, person: Person, mix = [30, 30, 40, 0]) {
  const accounts = await openAccounts(bank, person);
  await convert(bank, person, accounts.fund, mix);
  await simulateDays(bank, person, 5);
  return accounts;
}

const getMarketChanges = async (bank: Bank, account: string) =>
  (
    await bank.owner`select coalesce(sum(p.amount), 0)::float as sum from bank.entries e
      join bank.postings p on p.entry_id = e.id where p.ledger_id = ${account} and e.kind = 'market_change'`
  )[0]?.sum as number;

describe('the returns of funds', () => {
  test('can be historical from the next closing price on, and are in the change history', async ({
    bank,
    alice,
    bob,
  }) => {
    await invest(bank, alice);
    const customer = bank.asCustomer(alice);
    const before = await getHoldings(bank, alice);
    const choose = (returns: string | null) => customer`select set_fund_returns(${returns}) as returns`;
    expect(await choose('historical')).toEqual([{ returns: 'historical' }]);
    expect(await getHoldings(bank, alice)).toEqual(before);
    const getSaved = async () =>
      (
        await bank.owner`select carryover ->> 'fundReturns' as returns from bank.clocks
          where household_id = ${alice.id}`
      )[0]?.returns;
    await simulateDays(bank, alice, 7);
    expect(await getSaved()).toBe('historical');
    await choose('conservative');
    expect(await getSaved()).toBe(null);
    expect(
      await customer`select fields from changes where subject = 'settings' order by fields::text`,
    ).toEqual([
      { fields: { fund_returns: ['conservative', 'historical'] } },
      { fields: { fund_returns: ['historical', 'conservative'] } },
    ]);
    for (const returns of ['certain', null])
      expect(await getRefusal(choose(returns))).toMatchObject({ code: 'BADTY' });
    await bank.asCustomer(bob)`select ensure_customer('UTC')`;
    expect(await getRefusal(bank.asCustomer(bob)`select set_fund_returns('historical')`)).toMatchObject({
      code: 'NTFND',
    });
  });
});

describe('converting an account to funds', () => {
  test('keeps the balance, and invests it at the next close', async ({ bank, alice }) => {
    const { fund } = await openAccounts(bank, alice);
    await convert(bank, alice, fund);
    expect(await getBalance(bank, fund)).toBe('10000.00');
    expect(await bank.asCustomer(alice)`select side, status from fund_orders`).toEqual([
      { side: 'rebalance', status: 'pending' },
    ]);
    await simulateDays(bank, alice, 5);
    const holdings = await getHoldings(bank, alice);
    const posted = holdings.reduce((sum, holding) => sum + holding.posted, 0);
    // The rest is the money market's yield, if a month has ended.
    expect(Number(await getBalance(bank, fund)) - posted).toBeCloseTo(0, -1);
    expect(holdings.map(({ fund: name }) => name)).toEqual(['BONDS', 'US_STOCKS', 'WORLD_STOCKS']);
    const bought = await bank.asCustomer(alice)`
      select side, status from fund_orders order by side, fund`;
    expect(bought).toEqual([
      { side: 'buy', status: 'filled' },
      { side: 'buy', status: 'filled' },
      { side: 'buy', status: 'filled' },
      { side: 'rebalance', status: 'filled' },
    ]);
    await expectSoundBooks(bank);
  });

  test('can be undone before the close by canceling the order', async ({ bank, alice }) => {
    const { fund } = await openAccounts(bank, alice);
    await convert(bank, alice, fund);
    const [placed] = await bank.asCustomer(alice)`select id from fund_orders`;
    await bank.asCustomer(alice)`select cancel_fund_order(${placed?.id})`;
    await simulateDays(bank, alice, 5);
    expect((await getHoldings(bank, alice)).map(({ units }) => units)).toEqual([0, 0, 0]);
    expect(Number(await getBalance(bank, fund))).toBeCloseTo(10000, -3);
  });

  test('is refused for other types, currencies, mixes, and a second time', async ({ bank, alice }) => {
    const { checking, fund } = await openAccounts(bank, alice);
    const euros = await openAccount(bank, alice, { name: 'Euros', type: 'INVESTMENT', currency: 'EUR' });
    expect(await getRefusal(convert(bank, alice, checking))).toMatchObject({ code: 'BADTY' });
    expect(await getRefusal(convert(bank, alice, euros.id))).toMatchObject({ code: 'BADCU' });
    expect(await getRefusal(convert(bank, alice, fund, [30, 30, 30, 0]))).toMatchObject({ code: 'BADMX' });
    expect(await getRefusal(convert(bank, alice, fund, [130, -30, 0, 0]))).toMatchObject({ code: 'BADMX' });
    await convert(bank, alice, fund);
    expect(await getRefusal(convert(bank, alice, fund))).toMatchObject({ code: 'FUNDS' });
  });

  test('happens once for a repeated request', async ({ bank, alice }) => {
    const { fund } = await openAccounts(bank, alice);
    const [first] = await convert(bank, alice, fund, [30, 30, 40, 0], 'once');
    const [second] = await convert(bank, alice, fund, [30, 30, 40, 0], 'once');
    expect(second).toEqual(first);
    expect(await getRefusal(convert(bank, alice, fund, [40, 30, 30, 0], 'once'))).toMatchObject({
      code: 'RQDIF',
    });
  });
});

describe('an order', () => {
  test('buys from checking at the close, once per request', async ({ bank, alice }) => {
    const { checking, fund } = await invest(bank, alice, [0, 0, 0, 100]);
    const [first] = await order(bank, alice, fund, { amount: 500, cash: checking, request: 'buy' });
    const [second] = await order(bank, alice, fund, { amount: 500, cash: checking, request: 'buy' });
    expect(second?.id).toBe(first?.id);
    expect(await getBalance(bank, checking)).toBe('5000.00');
    await simulateDays(bank, alice, 5);
    expect(await getBalance(bank, checking)).toBe('4500.00');
    const [filled] = await bank.asCustomer(alice)`
      select status, filled_amount::float as amount, filled_units::float as units, filled_price::float as price
      from fund_orders where id = ${first?.id}`;
    expect(filled).toMatchObject({ status: 'filled', amount: 500 });
    expect(filled?.units).toBe(Math.floor((500 / filled?.price) * 1e6) / 1e6);
    const [lot] = await bank.asCustomer(alice)`select cost::float, units::float from lots`;
    expect(lot).toEqual({ cost: 500, units: filled?.units });
    await expectSoundBooks(bank);
  });

  test('sells to checking on the business day after the close, with its gain', async ({ bank, alice }) => {
    const { checking, fund } = await invest(bank, alice, [100, 0, 0, 0]);
    await order(bank, alice, fund, { side: 'sell', units: 10, cash: checking });
    await simulateDays(bank, alice, 8);
    const [sold] = await bank.asCustomer(alice)`
      select filled_amount::float as amount, basis::float, gain::float, settles_on from fund_orders where side = 'sell'`;
    expect(Number(await getBalance(bank, checking))).toBeCloseTo(5000 + sold?.amount, 2);
    expect(sold?.gain).toBeCloseTo(sold?.amount - sold?.basis, 2);
    expect(sold?.settles_on).toBe(null);
    await expectSoundBooks(bank);
  });

  test('is canceled before the close, but not afterward', async ({ bank, alice }) => {
    const { checking, fund } = await invest(bank, alice, [0, 0, 0, 100]);
    const [first] = await order(bank, alice, fund, { amount: 500, cash: checking });
    await bank.asCustomer(alice)`select cancel_fund_order(${first?.id})`;
    expect(await getRefusal(bank.asCustomer(alice)`select cancel_fund_order(${first?.id})`)).toMatchObject({
      code: 'NOORD',
      detail: { status: 'canceled' },
    });
    const [second] = await order(bank, alice, fund, { amount: 500, cash: checking });
    // The clock has passed the close, and the engine has not filled the order yet.
    await bank.owner`update customers set clock_offset = clock_offset + interval '5 days' where id = ${alice.id}`;
    expect(await getRefusal(bank.asCustomer(alice)`select cancel_fund_order(${second?.id})`)).toMatchObject({
      code: 'NOORD',
      detail: { status: 'pending' },
    });
    await simulateDays(bank, alice, 5);
    expect(await getBalance(bank, checking)).toBe('4500.00');
  });

  test('is refused above the money and the units that are left', async ({ bank, alice }) => {
    const { checking, fund } = await invest(bank, alice, [50, 0, 0, 50]);
    await order(bank, alice, fund, { amount: 4000, cash: checking });
    expect(await getRefusal(order(bank, alice, fund, { amount: 1000.01, cash: checking }))).toMatchObject({
      code: 'INSUF',
      detail: { available: 1000, amount: 1000.01, short: 0.01 },
    });
    await order(bank, alice, fund, { amount: 1000, cash: checking });
    const [holding] = await bank.asCustomer(alice)`select units::text from holdings where fund = 'US_STOCKS'`;
    await order(bank, alice, fund, { side: 'sell', units: 1 });
    const refusal = await getRefusal(
      order(bank, alice, fund, { side: 'sell', units: Number(holding?.units) }),
    );
    expect(refusal).toMatchObject({ code: 'INSUF', detail: { units: Number(holding?.units) } });
    expect(
      await getRefusal(order(bank, alice, fund, { side: 'sell', fund: 'BONDS', amount: 1 })),
    ).toMatchObject({
      code: 'INSUF',
      detail: { available_units: 0 },
    });
  });

  test.for<[string, Order, string]>([
    ['of a negative amount', { amount: -5 }, 'BADAM'],
    ['of less than 1.00', { amount: 0.99 }, 'BADAM'],
    ['of fractions of a cent', { amount: 1.001 }, 'BADAM'],
    ['of negative units', { units: -1 }, 'BADAM'],
    ['of too many decimals', { units: 0.1234567 }, 'BADAM'],
    ['of an amount and units', { amount: 5, units: 1 }, 'BADAM'],
    ['without a size', {}, 'BADAM'],
    ['for an unknown fund', { fund: 'GOLD', amount: 5 }, 'BADTY'],
    ['for no fund', { fund: null, amount: 5 }, 'BADTY'],
    ['of an unknown kind', { side: 'short', amount: 5 }, 'BADTY'],
  ])('%s is refused', async ([, size, code], { bank, alice }) => {
    const { fund } = await openAccounts(bank, alice);
    await convert(bank, alice, fund);
    expect(await getRefusal(order(bank, alice, fund, size))).toMatchObject({ code });
  });

  test("with another customer's account or order is refused", async ({ bank, alice, bob }) => {
    const { checking, fund } = await invest(bank, alice);
    const own = await invest(bank, bob);
    const [placed] = await order(bank, alice, fund, { amount: 5, cash: checking });
    expect(await getRefusal(order(bank, bob, fund, { amount: 5 }))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(order(bank, bob, own.fund, { amount: 5, cash: checking }))).toMatchObject({
      code: 'NTFND',
    });
    expect(await getRefusal(bank.asCustomer(bob)`select cancel_fund_order(${placed?.id})`)).toMatchObject({
      code: 'NTFND',
    });
    expect(await getRefusal(convert(bank, bob, fund))).toMatchObject({ code: 'NTFND' });
    expect(await bank.asCustomer(bob)`select * from holdings where account_id = ${fund}`).toEqual([]);
  });

  test('needs an account with funds that is open', async ({ bank, alice }) => {
    const { checking, fund } = await openAccounts(bank, alice);
    expect(await getRefusal(order(bank, alice, fund, { amount: 5 }))).toMatchObject({ code: 'FUNDS' });
    expect(await getRefusal(order(bank, alice, checking, { amount: 5 }))).toMatchObject({ code: 'FUNDS' });
    await bank.asCustomer(alice)`select close_account(${fund}, ${checking})`;
    expect(await getRefusal(order(bank, alice, fund, { amount: 5 }))).toMatchObject({ code: 'CLOSD' });
  });

  test('is refused after 100 open orders', async ({ bank, alice }) => {
    const { fund } = await invest(bank, alice, [0, 0, 0, 100]);
    for (let count = 0; count < 100; count += 1) await order(bank, alice, fund, { amount: 1 });
    expect(await getRefusal(order(bank, alice, fund, { amount: 1 }))).toMatchObject({
      code: 'LIMIT',
      detail: { highest: 100 },
    });
  });
});

describe('invested money', () => {
  test("can't be withdrawn, transferred, or written off the balance", async ({ bank, alice }) => {
    const { checking, fund } = await invest(bank, alice, [90, 0, 0, 10]);
    const [{ available } = { available: 0 }] = await bank.asCustomer(alice)`
      select available_balance(a)::float as available from accounts a where id = ${fund}`;
    expect(available).toBeLessThan(1100);
    const tooMuch = (available + 0.01).toFixed(2);
    for (const attempt of [
      bank.asCustomer(alice)`select withdraw(${fund}, ${tooMuch})`,
      bank.asCustomer(alice)`select transfer(${fund}, ${checking}, ${tooMuch})`,
      bank.asCustomer(alice)`update accounts set balance = 100 where id = ${fund}`,
    ])
      expect(await getRefusal(attempt)).toMatchObject({ code: 'INSUF' });
    await bank.asCustomer(alice)`select transfer(${fund}, ${checking}, ${available})`;
    await simulateDays(bank, alice, 40);
    await expectSoundBooks(bank);
  });

  test('keeps the account open, with its type and currency', async ({ bank, alice }) => {
    const { checking, fund } = await invest(bank, alice);
    expect(
      await getRefusal(bank.asCustomer(alice)`select close_account(${fund}, ${checking})`),
    ).toMatchObject({
      code: 'FUNDS',
    });
    expect(
      await getRefusal(bank.asCustomer(alice)`update accounts set type = 'SAVINGS' where id = ${fund}`),
    ).toMatchObject({ code: 'FUNDS' });
    expect(
      await getRefusal(bank.asCustomer(alice)`update accounts set currency = 'EUR' where id = ${fund}`),
    ).toMatchObject({ code: 'FUNDS' });
  });

  test('has its value in the balance at the end of each month', async ({ bank, alice }) => {
    const { fund } = await invest(bank, alice, [30, 30, 30, 10]);
    const [clock] = await bank.owner`
      select (date_trunc('month', simulated_until at time zone 'America/New_York') + interval '4 months')
        at time zone 'America/New_York' as until, simulated_until as now
      from bank.clocks where household_id = ${alice.id}`;
    const before = Number(await getBalance(bank, fund));
    await simulateDays(bank, alice, (clock?.until.getTime() - clock?.now.getTime()) / DAY_MS);
    const holdings = await getHoldings(bank, alice);
    for (const { posted, value } of holdings) expect(posted).toBe(value);
    expect(await getMarketChanges(bank, fund)).not.toBe(0);
    expect(Number(await getBalance(bank, fund))).not.toBe(before);
    await expectSoundBooks(bank);
  });

  test('returns to its mix when the customer asks', async ({ bank, alice }) => {
    const { fund } = await invest(bank, alice, [100, 0, 0, 0]);
    await bank.asCustomer(alice)`select change_fund_account(${fund}, 0, 0, 100, 0, 'drift', 'fifo')`;
    await simulateDays(bank, alice, 5);
    const holdings = await getHoldings(bank, alice);
    expect(holdings.find(({ fund: name }) => name === 'US_STOCKS')?.units).toBe(0);
    expect(holdings.find(({ fund: name }) => name === 'BONDS')?.units).toBeGreaterThan(300);
    expect(
      await getRefusal(
        bank.asCustomer(alice)`select change_fund_account(${fund}, 0, 0, 100, 0, 'drift', 'average')`,
      ),
    ).toMatchObject({ code: 'FUNDS' });
    await expectSoundBooks(bank);
  });
});
