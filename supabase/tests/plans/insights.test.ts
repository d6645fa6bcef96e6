import { describe, expect } from 'vitest';
import { categoryNamed, openCard, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const insights = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`
    select kind, key, weight, subject, name, amount::float, currency, facts, evidence from insights()`;

const getInsights = async (bank: Bank, person: Person, kind: string) =>
  (await insights(bank, person)).filter((insight) => insight.kind === kind);

/** Charges a card and lets time pass. */
async function charged(
  bank: Bank,
  person: Person,
  cardId: string,
  amount: number,
  where: string,
  then = '0 days',
) {
  await bank.asCustomer(person)`select charge_credit_card(${cardId}, ${amount}, ${where}, 'Food')`;
  await passTime(bank, person, then);
}

describe('insights', () => {
  test('are empty without findings', async ({ bank, alice }) => {
    expect(await insights(bank, alice)).toEqual([]);
    await openAccount(bank, alice, { balance: 900 });
    await passTime(bank, alice, '90 days');
    expect(await insights(bank, alice)).toEqual([]);
  });

  test("report a subscription's price increase once it has settled", async ({ bank, alice }) => {
    const card = await openCard(bank, alice);
    await charged(bank, alice, card.id, 9.99, 'Streamly', '30 days');
    await charged(bank, alice, card.id, 9.99, 'Streamly', '30 days');
    expect(await getInsights(bank, alice, 'price_rise')).toEqual([]);
    await charged(bank, alice, card.id, 12.49, 'Streamly');
    const [rise] = await getInsights(bank, alice, 'price_rise');
    expect(rise).toMatchObject({ name: 'Streamly', amount: 2.5, currency: 'USD' });
    expect(rise?.facts).toMatchObject({ before: 9.99, after: 12.49 });
    expect(rise?.evidence.map(({ amount }: { amount: number }) => amount)).toEqual([12.49, 9.99, 9.99]);
    await passTime(bank, alice, '40 days');
    expect(await getInsights(bank, alice, 'price_rise')).toEqual([]);
  });

  test('report a category that costs more than in any previous month, equal to the ledger', async ({
    bank,
    alice,
  }) => {
    const card = await openCard(bank, alice, { limit: 5000 });
    await bank.owner`update customers set clock_offset = date_trunc('month', now()) + interval '40 days' - now() where id = ${alice.id}`;
    await bank.asCustomer(alice)`select ensure_customer()`;
    for (const amount of [100, 120, 110]) {
      await charged(bank, alice, card.id, amount, 'Market');
      await bank.owner`update customers set clock_offset = date_trunc('month', simulated_now) + interval '1 month 4 days' - now()
        from (select bank.now_for(${alice.id}) as simulated_now) as clock where id = ${alice.id}`;
    }
    await charged(bank, alice, card.id, 150, 'Market');
    expect(await getInsights(bank, alice, 'category_high')).toEqual([]);
    await charged(bank, alice, card.id, 75.5, 'Feast');
    const [high] = await getInsights(bank, alice, 'category_high');
    const [booked] = await bank.owner`
      select -sum(p.amount)::float as spent from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = ${card.id} and date_trunc('month', e.at) = date_trunc('month', bank.now_for(${alice.id}))`;
    expect(booked).toEqual({ spent: 225.5 });
    expect(high).toMatchObject({
      name: 'Food',
      amount: 115.5,
      facts: { spent: 225.5, usual: 110, most: 120 },
    });
    expect(high?.evidence.map(({ name }: { name: string }) => name)).toEqual(['Market', 'Feast']);
  });

  test('report a fee that was paid twice and a card that crossed a utilization threshold', async ({
    bank,
    alice,
    bob,
  }) => {
    const card = await openCard(bank, alice, { limit: 1000 });
    await charged(bank, alice, card.id, 100, 'Market', '40 days');
    for (const _ of [1, 2]) {
      await bank.owner`select bank.post(${alice.id}::uuid, 'fee', 'Late fee', bank.now_for(${alice.id}), bank.now_for(${alice.id}), 'engine',
        array[${card.id}, bank.system_account('fee_income')]::uuid[], array['USD', 'USD'], array[-30, 30]::numeric[])`;
      await passTime(bank, alice, '1 day');
    }
    const [fee] = await getInsights(bank, alice, 'fee_twice');
    expect(fee).toMatchObject({
      name: 'Blue',
      amount: 60,
      facts: { product: 'card', fee: 'Late fee', times: 2, autopay_account_id: null },
    });
    expect(await getInsights(bank, alice, 'utilization')).toEqual([]);
    await charged(bank, alice, card.id, 260, 'Market');
    const [crossed] = await getInsights(bank, alice, 'utilization');
    expect(crossed).toMatchObject({
      name: 'Blue',
      amount: 60,
      facts: { balance: 360, percent: 30, before: 100 },
    });
    expect(await insights(bank, bob)).toEqual([]);
  });

  test('report money that was idle for sixty days, by its lowest balance', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 5000 });
    const savings = await openAccount(bank, alice, { name: 'Rainy Day', type: 'SAVINGS', balance: 100 });
    await passTime(bank, alice, '61 days');
    await bank.asCustomer(alice)`select withdraw(${account.id}, 2650)`;
    await bank.asCustomer(alice)`select deposit(${account.id}, 4000)`;
    const [idle] = await getInsights(bank, alice, 'idle');
    expect(idle).toMatchObject({ subject: account.id, amount: 2300, facts: { lowest: 2350, balance: 6350 } });
    expect(idle?.facts.savings_id).toBe(savings.id);
  });

  test('report a goal behind schedule with the monthly amount it needs, and a budget spent too fast', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 500 });
    const customer = bank.asCustomer(alice);
    await customer`
      insert into goals (name, target, account_id, portion, target_date)
      values ('Trip', 1250, ${account.id}, 50, (simulated_now() + interval '1 year')::date)`;
    const [goal] = await getInsights(bank, alice, 'goal_behind');
    expect(goal?.name).toBe('Trip');
    expect(goal?.amount).toBeCloseTo(100, 0);
    await bank.owner`update customers set clock_offset = date_trunc('month', now()) + interval '1 month 11 days' - now() where id = ${alice.id}`;
    await customer`insert into budgets (category_id, amount) values (${await categoryNamed(customer, 'Food')}, 100)`;
    const card = await openCard(bank, alice);
    await charged(bank, alice, card.id, 60, 'Market');
    const [pace] = await getInsights(bank, alice, 'pace');
    expect(pace).toMatchObject({ name: 'Food', facts: { spent: 60, available: 100 } });
    expect(pace?.amount).toBeCloseTo(60 / pace?.facts.gone - 100, 1);
  });

  test('stay dismissed for that customer alone', async ({ bank, alice, bob }) => {
    for (const person of [alice, bob]) {
      await openAccount(bank, person, { balance: 5000 });
      await passTime(bank, person, '61 days');
    }
    const [idle] = await insights(bank, alice);
    await bank.asCustomer(alice)`insert into insight_dismissals (key) values (${idle?.key})`;
    expect(await insights(bank, alice)).toEqual([]);
    expect(await insights(bank, bob)).toHaveLength(1);
    await expect(
      bank.asCustomer(bob)`insert into insight_dismissals (user_id, key) values (${alice.id}, 'x')`,
    ).rejects.toMatchObject({ code: '42501' });
    await bank.asCustomer(alice)`delete from insight_dismissals`;
    expect(await insights(bank, alice)).toHaveLength(1);
  });
});
