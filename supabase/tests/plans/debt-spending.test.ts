import { describe, expect } from 'vitest';
import cases from '../../../engine/products/debts/debt-category.cases.json' with { type: 'json' };
import { categoryNamed } from '../support/card-household.ts';
import { getDay, simulateDays, takeLoan } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

/** Returns spending by category as each screen loads it. */
async function figures(bank: Bank, person: Person) {
  const customer = bank.asCustomer(person);
  const [from, to] = [await getDay(bank, person, -70), await getDay(bank, person)];
  const view = await customer`
    select category as name, sum(amount)::float as amount from spending where direction = 'out' group by 1 order by 1`;
  const analytics = await customer`
    select category as name, sum(amount)::float as amount
    from analytics_flows(${from}, ${to}, ${from}::date - 10, ${from}::date - 1)
    where part = 'category' and direction = 'out' and not is_before group by 1 order by 1`;
  const budgets = await customer`
    select c.name, sum(h.spent)::float as amount from budget_history(6) h join categories c on c.id = h.category_id
    where h.spent <> 0 group by 1 order by 1`;
  const searched = [];
  for (const { name } of view) {
    const query = {
      conditions: [
        { on: 'is', what: 'spending' },
        { on: 'category', ids: [await categoryNamed(customer, name)], none: false },
      ],
    };
    const [total] = await customer`
      select money_out::float - money_in::float as amount from search_totals(${query as never}) where currency is null`;
    const [rows] = await customer`
      select -sum(base_amount)::float as amount from search_transactions(${query as never})`;
    expect(rows?.amount).toBe(total?.amount);
    searched.push({ name, amount: total?.amount });
  }
  return { view: [...view], analytics: [...analytics], budgets: [...budgets], searched };
}

describe('payments on loans and mortgages', () => {
  test('get the same category from the bank and the engine, case by case', async ({ bank }) => {
    for (const { product, name, category } of cases) {
      const [row] = await bank.owner`
        select c.name as category from categories c where c.id = bank.debt_category(${product}, ${name})`;
      expect({ product, name, category: row?.category }).toEqual({ product, name, category });
    }
  });

  test('get one category whether the customer, autopay, or a scheduled payment makes them', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 50_000 });
    const customer = bank.asCustomer(alice);
    const car = await takeLoan(bank, alice);
    const [home] = await customer`select * from take_mortgage(100000, 20000, 6, 30, 'fixed', null, 'Home')`;
    await customer`update loans set autopay_account_id = ${account.id}`;
    await customer`insert into scheduled_payments (account_id, name, mortgage_id, amount, frequency, start_date)
      values (${account.id}, 'Home', ${home?.id}, 700, 'MONTHLY', ${await getDay(bank, alice, 5)}::date)`;
    await customer`select pay_loan(${car.id}, 100, ${account.id})`;
    await customer`select pay_mortgage(${home?.id}, 100, ${account.id})`;
    await customer`select pay_extra(${car.id}, 50, ${account.id})`;
    await simulateDays(bank, alice, 33);
    expect(
      await customer`
        select distinct t.kind, c.name as category from transactions t left join categories c on c.id = t.category_id
        where t.kind like '%payment' order by 1`,
    ).toEqual([
      { kind: 'extra_payment', category: 'Transportation' },
      { kind: 'loan_payment', category: 'Transportation' },
      { kind: 'mortgage_payment', category: 'Housing' },
    ]);
    await expectSoundBooks(bank);
  });

  test('count with interest and fees, never principal, in budgets, analytics, search, and the month', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 50_000 });
    const customer = bank.asCustomer(alice);
    const car = await takeLoan(bank, alice);
    await customer`select * from take_mortgage(100000, 20000, 6, 30, 'fixed', null, 'Home')`;
    await customer`update loans set autopay_account_id = ${account.id}`;
    await customer`update mortgages set autopay_account_id = ${account.id}`;
    await customer`select pay_loan(${car.id}, 100, ${account.id})`;
    await simulateDays(bank, alice, 64);
    const interest = await customer`
      select case product when 'loan' then 'Transportation' else 'Housing' end as name,
        sum(interest + fees)::float as amount from debt_payments group by 1 order by 1`;
    expect(interest.map(({ amount }) => amount > 0)).toEqual([true, true]);
    const { view, analytics, budgets, searched } = await figures(bank, alice);
    expect(view).toEqual([...interest]);
    expect(analytics).toEqual([...interest]);
    expect(budgets).toEqual([...interest]);
    expect(searched).toEqual([...interest]);
    expect(
      await customer`select principal from transactions where kind like '%payment' except
        select principal from debt_payments`,
    ).toEqual([]);
    const [month] = await customer`select money_out::float as amount from month_flow()`;
    const [present] = await customer`select sum(spent)::float as amount from budget_status()`;
    expect(month?.amount ?? 0).toBe(present?.amount ?? 0);
    // The loan is paid off. The interest since the last due date counts as spending, and the rest is
    // principal.
    const [quote] =
      await customer`select (payoff_quote(${car.id}) ->> 'accrued_interest')::float as interest`;
    await customer`select pay_off(${car.id}, ${account.id})`;
    expect(await customer`select category, amount::float from spending where kind = 'payoff'`).toEqual(
      quote?.interest > 0 ? [{ category: 'Transportation', amount: quote?.interest }] : [],
    );
  });

  test('that are split between categories exclude the principal from the first parts', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 50_000 });
    const customer = bank.asCustomer(alice);
    await takeLoan(bank, alice);
    await customer`update loans set autopay_account_id = ${account.id}`;
    await simulateDays(bank, alice, 33);
    const [row] = await customer`
      select id, amount::float, principal::float from transactions where kind = 'loan_payment'`;
    // The payment of 888.49 includes 100.00 of interest.
    expect(row).toMatchObject({ amount: 888.49, principal: 788.49 });
    const [food, otherCategory] = [
      await categoryNamed(customer, 'Food'),
      await categoryNamed(customer, 'Other'),
    ];
    const parts = [
      { category_id: otherCategory, amount: 828.49 },
      { category_id: food, amount: 60 },
    ];
    await customer`select split_transaction(${row?.id}, ${parts as never})`;
    const { view, analytics, searched } = await figures(bank, alice);
    expect(view).toEqual([
      { name: 'Food', amount: 60 },
      { name: 'Other', amount: 40 },
    ]);
    expect(analytics).toEqual(view);
    expect(searched).toEqual(view);
  });
});
