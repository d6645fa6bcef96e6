import { describe, expect } from 'vitest';
import { passTime } from '../support/card-household.ts';
import type { Bank, Person } from '../support/harness.ts';
import { test } from '../support/harness.ts';
import { getRefusal, openAccount } from '../support/household.ts';

/** Posts a past transaction, as the engine does. */
async function pastDeposit(bank: Bank, person: Person, accountId: string, amount: number, at: string) {
  await bank.owner`
    with account as (select a from accounts a where id = ${accountId}),
      entry as (select bank.post(${person.id}, 'deposit', null, ${at}::timestamptz, ${at}::timestamptz, 'engine',
        array[${accountId}, bank.system_account('cash_clearing')]::uuid[], array[(a).currency, (a).currency],
        array[${amount}::numeric, -${amount}::numeric]) as id from account)
    select bank.credit_account(a, ${amount}::numeric, 'deposit', null, entry.id, ${at}::timestamptz) from account, entry`;
}

describe('balance history', () => {
  test("has the balance at the end of each day in the customer's time zone", async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('America/New_York')`;
    const { id } = await openAccount(bank, alice);
    await pastDeposit(bank, alice, id, 100, '2026-03-02T03:00:00Z'); // still March 1 in New York
    await pastDeposit(bank, alice, id, 20, '2026-03-03T12:00:00Z');
    const history = await customer`
      select day::text, balance::float from balance_history(account_id => ${id}, "from" => '2026-02-28', "to" => '2026-03-04')`;
    expect(history).toEqual([
      { day: '2026-02-28', balance: 0 },
      { day: '2026-03-01', balance: 100 },
      { day: '2026-03-02', balance: 100 },
      { day: '2026-03-03', balance: 120 },
      { day: '2026-03-04', balance: 120 },
    ]);
    expect(
      await customer`select balance::float from balance_history(${id}, '2026-03-03', '2026-03-03')`,
    ).toEqual([{ balance: 120 }]);
  });

  test('by default runs from the opening until today and ends with the balance', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: '12.34' });
    expect(await bank.asCustomer(alice)`select balance from balance_history(${id})`).toEqual([
      { balance: '12.34' },
    ]);
  });

  test('by default covers the last ten years of an older account, as does net worth', async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice, { balance: '12.34' });
    await passTime(bank, alice, '4000 days');
    const customer = bank.asCustomer(alice);
    for (const days of [
      await customer`select day, balance::text as amount from balance_history(${id})`,
      await customer`select day, amount::text from net_worth_history()`,
    ]) {
      expect(days).toHaveLength(3661);
      expect(days[0]?.amount).toBe('12.34');
      expect(days.at(-1)?.amount).toBe('12.34');
    }
    expect((await customer`select day, opened_with from net_worth_history()`)[0]?.opened_with).toBeNull();
  });

  test("converts each currency at the daily rate, and transfers between own accounts don't change net worth", async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const dollars = await openAccount(bank, alice);
    const more = await openAccount(bank, alice);
    const euros = await openAccount(bank, alice, { currency: 'EUR' });
    await pastDeposit(bank, alice, dollars.id, 100, '2026-03-01T12:00:00Z');
    await pastDeposit(bank, alice, euros.id, 7, '2026-03-02T12:00:00Z');
    await customer`select transfer(${dollars.id}, ${more.id}, 60)`;
    const history = await customer`
      select day::text, currency, amount::float, left_out from net_worth_history('2026-03-01', '2026-03-02')`;
    const [rate] = await customer`
      select round(7 * rate, 2)::float as euros from exchange_rates
      where base = 'EUR' and quote = 'USD' and rate_date = '2026-03-02'`;
    expect(history).toEqual([
      { day: '2026-03-01', currency: 'USD', amount: 100, left_out: [] },
      { day: '2026-03-02', currency: 'USD', amount: 100 + rate?.euros, left_out: [] },
    ]);
    expect(await customer`select kind, currency, amount::float from net_worth_parts('2026-03-02')`).toEqual([
      { kind: 'cash', currency: 'EUR', amount: 7 },
      { kind: 'cash', currency: 'USD', amount: 100 },
    ]);
  });

  test('counts income and spending in the month, without opening balances or transfers between own accounts', async ({
    bank,
    alice,
    bob,
  }) => {
    const customer = bank.asCustomer(alice);
    const account = await openAccount(bank, alice, { balance: 100 });
    const two = await openAccount(bank, alice);
    await pastDeposit(bank, alice, two.id, 1000, '2026-01-15T12:00:00Z');
    await customer`select deposit(${account.id}, 50), withdraw(${account.id}, 20)`;
    await customer`select transfer(${account.id}, ${two.id}, 30)`;
    await customer`update accounts set balance = 5 where id = ${two.id}`;
    expect(await customer`select currency, money_in::float, money_out::float from month_flow()`).toEqual([
      { currency: 'USD', money_in: 50, money_out: 20 },
    ]);
    expect(await bank.asCustomer(bob)`select * from month_flow()`).toEqual([]);
  });

  test("excludes market changes of investments from the month's flow", async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { type: 'INVESTMENT', balance: 100 });
    await bank.owner`update transactions set kind = 'market_change', type = 'WITHDRAWAL' where account_id = ${id}`;
    const flow = bank.asCustomer(alice)`select money_in::float, money_out::float from month_flow()`;
    expect(await flow).toEqual([]);
  });

  test("is refused for another customer's account or an invalid range", async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { balance: 5 });
    const of = (query: typeof bank.owner, from: string, to: string) =>
      getRefusal(query`select * from balance_history(${id}, ${from}::text::date, ${to}::text::date)`);
    expect(await of(bank.asCustomer(bob), '2026-01-01', '2026-01-02')).toMatchObject({ code: 'NTFND' });
    expect(await of(bank.asCustomer(alice), '2026-01-02', '2026-01-01')).toMatchObject({ code: 'BADDT' });
    expect(await of(bank.asCustomer(alice), '1900-01-01', '2026-01-01')).toMatchObject({ code: 'BADDT' });
    expect(await of(bank.asCustomer(alice), '-infinity', 'infinity')).toMatchObject({ code: 'BADDT' });
  });
});
