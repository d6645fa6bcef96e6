import { describe, expect } from 'vitest';
import { categoryNamed } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { getHistory, openAccount } from '../support/household.ts';

/** Returns the income of the current month as each place counts it. */
async function readIncome(bank: Bank, person: Person) {
  const customer = bank.asCustomer(person);
  const [days] = await customer`
    select (simulated_now()::date - 20)::text as "from", simulated_now()::date::text as "to"`;
  const query = {
    conditions: [
      { on: 'is', what: 'income' },
      { on: 'day', ...days },
    ],
    sort: 'date',
  };
  const [row] = await customer`
    select (select coalesce(sum(amount), 0)::float from spending where direction = 'in') as view,
      (select coalesce(sum(money_in), 0)::float from month_flow()) as month,
      (select coalesce(sum(amount), 0)::float
        from analytics_flows(${days?.from}, ${days?.to}, '2020-01-01', '2020-01-02')
        where part = 'month' and direction = 'in' and not is_before) as analytics,
      (select money_in::float from search_totals(${JSON.stringify(query)}::text::jsonb)
        where currency is null) as search`;
  return row;
}

const inEachPlace = (amount: number) => ({ view: amount, month: amount, analytics: amount, search: amount });

describe('money from outside', () => {
  test('is not income if it opens an account', async ({ bank, alice }) => {
    await openAccount(bank, alice, { balance: 200_000 });
    await bank.asCustomer(alice)`select deposit(id, 10) from accounts`;
    expect(await readIncome(bank, alice)).toEqual(inEachPlace(10));
  });

  test('by check is income only with a category, and cash always is', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${id}, 10)`;
    await customer`select deposit(${id}, 3000, method => 'check')`;
    expect(await readIncome(bank, alice)).toEqual(inEachPlace(10));
    const [check] = await customer`select id from transactions where amount = 3000`;
    const choose = async (name: string) => {
      const change = JSON.stringify({ category_id: await categoryNamed(customer, name) });
      await customer`select annotate_transactions(array[${check?.id}::text], ${change}::text::jsonb)`;
    };
    await choose('Gift');
    expect(await readIncome(bank, alice)).toEqual(inEachPlace(3010));
    // A reimbursement lowers the spending of its category.
    await choose('Food');
    expect(await readIncome(bank, alice)).toEqual(inEachPlace(10));
    const [food] = await customer`select amount::float from spending where category = 'Food'`;
    expect(food?.amount).toBe(-3000);
  });

  test('by check can still be reversed', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${id}, 500, method => 'check')`;
    const [check] = await customer`select id from transactions where amount = 500`;
    await customer`select reverse_transaction(${check?.id}, 50)`;
    const kinds = (await getHistory(bank, alice, id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'check_deposit')).toHaveLength(2);
    expect((await customer`select balance::float from accounts`)[0]?.balance).toBe(150);
    expect(await readIncome(bank, alice)).toEqual(inEachPlace(0));
  });
});
