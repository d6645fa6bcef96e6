import { describe, expect } from 'vitest';
import { categoryNamed, openCard, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const seen = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`
    select amount::text, direction, category, kind, merchant from spending order by at, id`;

describe('spending', () => {
  test('counts a card purchase once and ignores the card payment', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 500 });
    const card = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select charge_credit_card(${card.id}, 42.5, 'Corner Market', 'Food')`;
    await customer`select pay_credit_card(${card.id}, 42.5, ${account.id})`;
    expect(await seen(bank, alice)).toEqual([
      { amount: '42.50', direction: 'out', category: 'Food', kind: 'card_charge', merchant: 'Corner Market' },
    ]);
    const [row] =
      await customer`select account_id, card_id, category_kind, day = (simulated_now() at time zone 'UTC')::date as today from spending`;
    expect(row).toEqual({ account_id: null, card_id: card.id, category_kind: 'spending', today: true });
  });

  test('counts interest and late fees of a card as Other, in budgets and analytics alike', async ({
    bank,
    alice,
  }) => {
    const card = await openCard(bank, alice, { apr: 30 });
    const customer = bank.asCustomer(alice);
    await customer`select charge_credit_card(${card.id}, 400, 'Corner Market', 'Food')`;
    await simulateDays(bank, alice, 75);
    const charged = await customer`
      select kind, category, sum(amount)::float as amount from spending where kind <> 'card_charge'
      group by 1, 2 order by 1`;
    expect(charged).toEqual([
      { kind: 'fee', category: 'Other', amount: expect.any(Number) },
      { kind: 'interest', category: 'Other', amount: expect.any(Number) },
    ]);
    const [month] = await customer`
      select category, spent::float as amount from budget_status() where category is distinct from 'Food'
        and spent > 0`;
    const [inMonth] = await customer`
      select 'Other' as category, sum(amount)::float as amount from spending where category = 'Other'
        and date_trunc('month', day) = date_trunc('month', simulated_now() at time zone 'UTC')`;
    expect(month?.amount ?? 0).toBe(inMonth?.amount ?? 0);
  });

  test('excludes transfers between own accounts, opening balances, and corrections', async ({
    bank,
    alice,
  }) => {
    const from = await openAccount(bank, alice, { balance: 500 });
    const to = await openAccount(bank, alice, { name: 'Rainy day', type: 'SAVINGS' });
    const euros = await openAccount(bank, alice, { name: 'Travel', currency: 'EUR' });
    const customer = bank.asCustomer(alice);
    await customer`select transfer(${from.id}, ${to.id}, 100)`;
    await customer`select transfer(${from.id}, ${euros.id}, 50)`;
    await customer`update accounts set balance = 1000 where id = ${from.id}`;
    expect(await seen(bank, alice)).toEqual([]);
  });

  test('excludes loan principal: proceeds, installments, and early payments', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 2000 });
    const customer = bank.asCustomer(alice);
    const [loan] = await customer`
      insert into loans (name, amount, interest_rate, term) values ('Car', 1200, 0, 12) returning id`;
    await customer`select pay_loan(${loan?.id}, 100, ${account.id})`;
    await customer`select pay_extra(${loan?.id}, 300, ${account.id})`;
    expect(await seen(bank, alice)).toEqual([]);
  });

  test('counts refunds as negative spending and separates income', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    const [food, refund, gift] = await Promise.all(
      ['Food', 'Refund', 'Gift'].map((name) => categoryNamed(customer, name)),
    );
    for (const [amount, category] of [
      [500, null],
      [20, food],
      [30, refund],
      [40, gift],
    ] as const)
      await customer`insert into transactions (account_id, amount, type, date, category_id)
        values (${account.id}, ${amount}, 'DEPOSIT', clock_timestamp(), ${category ?? null})`;
    expect(
      (await seen(bank, alice)).map(({ amount, direction, category }) => [amount, direction, category]),
    ).toEqual([
      ['500.00', 'in', null],
      ['-20.00', 'out', 'Food'],
      ['-30.00', 'out', 'Refund'],
      ['40.00', 'in', 'Gift'],
    ]);
  });

  test("dates each transaction in the customer's time zone", async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer()`;
    await customer`update customers set time_zone = 'Pacific/Kiritimati' where id = ${alice.id}`;
    await customer`select withdraw(${account.id}, 10)`;
    const [row] =
      await customer`select day = (at at time zone 'Pacific/Kiritimati')::date as own_day, at::date <= day as later from spending`;
    expect(row).toEqual({ own_day: true, later: true });
  });

  test('is private to its customer', async ({ bank, alice, bob }) => {
    const account = await openAccount(bank, alice, { balance: 100 });
    const card = await openCard(bank, alice);
    await bank.asCustomer(alice)`select withdraw(${account.id}, 10)`;
    await bank.asCustomer(alice)`select charge_credit_card(${card.id}, 5)`;
    expect(await seen(bank, alice)).toHaveLength(2);
    expect(await seen(bank, bob)).toEqual([]);
    expect(await bank.owner`select id from spending`).toEqual([]);
    await expect(bank.asVisitor()`select from spending`).rejects.toMatchObject({ code: '42501' });
  });
});
