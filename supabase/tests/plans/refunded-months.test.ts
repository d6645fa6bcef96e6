import { describe, expect } from 'vitest';
import { categoryNamed, openCard, passTime, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

type Month = { month: string; Food: number; Shopping: number };
const CATEGORIES = ['Food', 'Shopping'] as const;

/** Moves a customer to day 25 of a month, in which refunds of a purchase arrive in the next month. */
async function goToEndOfMonth(bank: Bank, person: Person) {
  const [row] = await bank.asCustomer(person)`
    select ((date_trunc('month', simulated_now()) + interval '1 month 24 days 12 hours')
      - simulated_now())::text as left`;
  await passTime(bank, person, row?.left as string);
}

/** Reads the spending of the last two months by category from each place that shows it. */
async function readEverywhere(bank: Bank, person: Person) {
  const customer = bank.asCustomer(person);
  const [now] = await customer`
    select date_trunc('month', simulated_now() - interval '1 month')::date::text as before,
      date_trunc('month', simulated_now())::date::text as this,
      (date_trunc('month', simulated_now()) - interval '1 day')::date::text as before_end,
      simulated_now()::date::text as today`;
  const spans = [
    { month: now?.before, from: now?.before, to: now?.before_end },
    { month: now?.this, from: now?.this, to: now?.today },
  ] as { month: string; from: string; to: string }[];
  const ids = await Promise.all(CATEGORIES.map((name) => categoryNamed(customer, name)));
  const read = async (get: (span: (typeof spans)[number], id: string, name: string) => Promise<unknown>) => {
    const months: Month[] = [];
    for (const span of spans) {
      const sums = [];
      for (const [index, name] of CATEGORIES.entries())
        sums.push([name, Number((await get(span, ids[index] as string, name)) ?? 0)]);
      months.push({ month: span.month, ...Object.fromEntries(sums) });
    }
    return months;
  };
  return {
    spending: await read(
      async ({ from, to }, id) =>
        (
          await customer`select sum(amount) as sum from spending where category_id = ${id}
          and day between ${from}::date and ${to}::date`
        )[0]?.sum,
    ),
    budgets: await read(
      async ({ month }, id) =>
        (await customer`select spent from budget_status(${month}::date) where category_id = ${id}`)[0]?.spent,
    ),
    history: await read(
      async ({ month }, id) =>
        (
          await customer`select spent from budget_history(3)
          where category_id = ${id} and month = ${month}::date`
        )[0]?.spent,
    ),
    analytics: await read(
      async ({ from, to }, _id, name) =>
        (
          await customer`select amount from analytics_flows(${from}::date, ${to}::date, '2020-01-01', '2020-01-02')
          where part = 'category' and not is_before and category = ${name}`
        )[0]?.amount,
    ),
    // The assistant and the links of other pages search for spending.
    search: await read(async ({ from, to }, id) => {
      const query = {
        conditions: [
          { on: 'is', what: 'spending' },
          { on: 'day', from, to },
          { on: 'category', ids: [id] },
        ],
        sort: 'date',
      };
      const [totals] = await customer`
        select money_out - money_in as sum from search_totals(${JSON.stringify(query)}::text::jsonb)
        where currency is null`;
      return totals?.sum;
    }),
  };
}

async function expectEverywhere(bank: Bank, person: Person, before: number[], current: number[]) {
  const places = await readEverywhere(bank, person);
  for (const [place, months] of Object.entries(places))
    expect(
      months.map(({ Food, Shopping }) => [Food, Shopping]),
      place,
    ).toEqual([before, current]);
}

describe.each(['card', 'account'] as const)('a refund to the %s', (product) => {
  async function buy(bank: Bank, person: Person, amount: number) {
    await goToEndOfMonth(bank, person);
    const customer = bank.asCustomer(person);
    if (product === 'card') {
      const { id } = await openCard(bank, person);
      const [card] = await customer`
        select last_entry from charge_credit_card(${id}, ${amount}, 'Grocer', 'Food')`;
      return `${id}:${card?.last_entry}`;
    }
    const { id } = await openAccount(bank, person, { balance: 1000 });
    await customer`select authorize_purchase(${amount}, 'subscription', account_id => ${id}, merchant => 'Grocer',
      category => 'Food')`;
    await simulateDays(bank, person, 4);
    const [row] = await customer`select id from transactions where kind = 'payment'`;
    return row?.id as string;
  }
  const returnPart = (bank: Bank, person: Person, key: string, amount: number) =>
    bank.asCustomer(person)`select return_purchase(${key}, ${amount})`;

  test('restores the month and category of its purchase', async ({ bank, alice }) => {
    const key = await buy(bank, alice, 250);
    await returnPart(bank, alice, key, 100);
    await simulateDays(bank, alice, 11);
    await expectEverywhere(bank, alice, [150, 0], [0, 0]);
    // The customer corrects the category after the refund arrived.
    const customer = bank.asCustomer(alice);
    const shopping = await categoryNamed(customer, 'Shopping');
    await customer`select annotate_transactions(array[${key}], ${JSON.stringify({ category_id: shopping })}::text::jsonb)`;
    await expectEverywhere(bank, alice, [0, 150], [0, 0]);
    await expectSoundBooks(bank);
  });

  test('is private to its customer', async ({ bank, alice, bob }) => {
    const key = await buy(bank, alice, 250);
    await returnPart(bank, alice, key, 100);
    await simulateDays(bank, alice, 11);
    const count = async (person: Person) => {
      const [rows] = await bank.asCustomer(person)`
        select (select count(*)::integer from spending) as spending,
          (select count(*)::integer from bank.refunded_purchases) as refunds,
          (select count(*)::integer from bank.refund_parts) as refund_parts,
          (select count(*)::integer from bank.transaction_parts) as parts`;
      return rows;
    };
    expect(await count(alice)).toEqual({ spending: 2, refunds: 1, refund_parts: 1, parts: 1 });
    expect(await count(bob)).toEqual({ spending: 0, refunds: 0, refund_parts: 0, parts: 0 });
  });

  test('is divided between splits in proportion, to the cent', async ({ bank, alice }) => {
    const key = await buy(bank, alice, 10);
    const customer = bank.asCustomer(alice);
    const [food, shopping] = await Promise.all(
      ['Food', 'Shopping'].map((name) => categoryNamed(customer, name)),
    );
    const parts = [
      { category_id: food, amount: 3.33 },
      { category_id: shopping, amount: 6.67 },
    ];
    await customer`select split_transaction(${key}, ${JSON.stringify(parts)}::text::jsonb)`;
    await returnPart(bank, alice, key, 5);
    await simulateDays(bank, alice, 11);
    // 3.33 × 5 ÷ 10 = 1.665, rounded to 1.67.
    await expectEverywhere(bank, alice, [1.66, 3.34], [0, 0]);
    await returnPart(bank, alice, key, 5);
    await simulateDays(bank, alice, 11);
    // Both refunds are the whole purchase.
    await expectEverywhere(bank, alice, [0, 0], [0, 0]);
  });

  test('follows a category that the customer chose for the refund itself', async ({ bank, alice }) => {
    const key = await buy(bank, alice, 250);
    await returnPart(bank, alice, key, 100);
    await simulateDays(bank, alice, 11);
    const customer = bank.asCustomer(alice);
    const [refund] = await customer`select account_id, card_id, refund_entry_id from refunds`;
    const [row] = await customer`select id from transactions where entry_id = ${refund?.refund_entry_id}`;
    const refundKey = row?.id ?? `${refund?.card_id}:${refund?.refund_entry_id}`;
    const change = { category_id: await categoryNamed(customer, 'Shopping') };
    await customer`select annotate_transactions(array[${refundKey}], ${JSON.stringify(change)}::text::jsonb)`;
    await expectEverywhere(bank, alice, [250, -100], [0, 0]);
  });
});

describe('a refund of a past month', () => {
  test('raises the rollover, but changes no budget without rollover', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await goToEndOfMonth(bank, alice);
    const [food, shopping] = await Promise.all(
      ['Food', 'Shopping'].map((name) => categoryNamed(customer, name)),
    );
    const limits = [
      { category_id: food, amount: 300, rollover: 'surplus' },
      { category_id: shopping, amount: 300 },
    ];
    await customer`select set_budgets(${JSON.stringify(limits)}::text::jsonb)`;
    for (const category of ['Food', 'Shopping']) {
      const [card] = await customer`
        select last_entry from charge_credit_card(${id}, 250, 'Grocer', ${category})`;
      await customer`select return_purchase(${`${id}:${card?.last_entry}`}, 100)`;
    }
    await simulateDays(bank, alice, 11);
    const months =
      await customer`select month_start = date_trunc('month', simulated_now())::date as is_current,
        category, rolled_over::float, available::float, spent::float
      from (select * from budget_status() union all
        select * from budget_status((simulated_now() - interval '1 month')::date)) m
      where amount is not null order by 1, 2`;
    expect([...months]).toEqual([
      { is_current: false, category: 'Food', rolled_over: 0, available: 300, spent: 150 },
      { is_current: false, category: 'Shopping', rolled_over: 0, available: 300, spent: 150 },
      { is_current: true, category: 'Food', rolled_over: 150, available: 450, spent: 0 },
      { is_current: true, category: 'Shopping', rolled_over: 0, available: 300, spent: 0 },
    ]);
  });
});
