import { describe, expect } from 'vitest';
import {
  categoryNamed,
  expectCardRefusal,
  NO_AMOUNTS,
  openCard,
  owedOn,
  passTime,
  simulateDays,
} from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

describe('a frozen card', () => {
  test("can't be charged, by function or table row, but can be paid", async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 200 });
    const account = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`update credit_cards set frozen = true where id = ${id}`;
    expect(await getRefusal(customer`select charge_credit_card(${id}, 10)`)).toEqual({
      code: 'FROZN',
      detail: { virtual: false },
    });
    for (const attempt of [
      () => customer`update credit_cards set balance = 200.01 where id = ${id}`,
      () => customer`update credit_cards set balance = balance + 5, name = 'Red' where id = ${id}`,
    ])
      await expectCardRefusal(bank, 'FROZN', id, attempt);
    await customer`select pay_credit_card(${id}, 50, ${account.id})`;
    await customer`update credit_cards set balance = 100 where id = ${id}`;
    expect(await owedOn(bank, id)).toBe('100.00');
    await customer`update credit_cards set frozen = false where id = ${id}`;
    await customer`select charge_credit_card(${id}, 10)`;
    await customer`update credit_cards set balance = 130 where id = ${id}`;
    expect(await owedOn(bank, id)).toBe('130.00');
    await expectSoundBooks(bank);
  });

  test('repeats the response of a request carried out before it was frozen', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const charge = () => customer`select * from charge_credit_card(${id}, 20, request_id => 'before')`;
    const before = await charge();
    await customer`update credit_cards set frozen = true where id = ${id}`;
    expect(await charge()).toEqual(before);
    expect(await owedOn(bank, id)).toBe('20.00');
    await expectSoundBooks(bank);
  });
});

describe('spending controls of a card', () => {
  test('decline a purchase above the limit, to the cent, and state the limit', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`insert into card_controls (card_id, kind, amount) values (${id}, 'transaction', 50)`;
    await customer`select charge_credit_card(${id}, 50)`;
    expect(await getRefusal(customer`select charge_credit_card(${id}, 50.01, 'Shop', 'Food')`)).toEqual({
      code: 'SPLIM',
      detail: {
        rule: 'transaction',
        kind: 'transaction',
        limit: 50,
        spent: 0,
        amount: 50.01,
        category: null,
        currency: 'USD',
      },
    });
    await expectCardRefusal(
      bank,
      'SPLIM',
      id,
      () => customer`update credit_cards set balance = 101 where id = ${id}`,
    );
    await customer`update credit_cards set balance = 100 where id = ${id}`;
    expect(await owedOn(bank, id)).toBe('100.00');
    await expectSoundBooks(bank);
  });

  test("limit a month, and start again with the next month of the customer's clock", async ({
    bank,
    alice,
  }) => {
    await bank.asCustomer(alice)`select ensure_customer('Pacific/Auckland')`;
    const { id } = await openCard(bank, alice, { balance: 300 });
    const customer = bank.asCustomer(alice);
    await customer`insert into card_controls (card_id, kind, amount) values (${id}, 'month', 100)`;
    await customer`select charge_credit_card(${id}, 60)`;
    await customer`update credit_cards set balance = 380 where id = ${id}`;
    await customer`select pay_credit_card(${id}, 100)`;
    expect(await getRefusal(customer`select charge_credit_card(${id}, 20.01)`)).toMatchObject({
      code: 'SPLIM',
      detail: { rule: 'month', limit: 100, spent: 80, amount: 20.01 },
    });
    const [left] = await bank.owner`
      select date_trunc('month', my + interval '1 month', 'Pacific/Auckland') - my - interval '1 minute' as left
      from bank.now_for(${alice.id}) as my`;
    await passTime(bank, alice, left?.left);
    await expectCardRefusal(bank, 'SPLIM', id, () => customer`select charge_credit_card(${id}, 20.01)`);
    await passTime(bank, alice, '2 minutes');
    await customer`select charge_credit_card(${id}, 100)`;
    await expectCardRefusal(bank, 'SPLIM', id, () => customer`select charge_credit_card(${id}, 0.01)`);
    await expectSoundBooks(bank);
  });

  test('limit or block a category and leave the others alone', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const [food, fun] = [
      await categoryNamed(customer, 'Food'),
      await categoryNamed(customer, 'Entertainment'),
    ];
    await customer`
      insert into card_controls (card_id, kind, category_id, amount)
      values (${id}, 'month', ${food}, 30), (${id}, 'transaction', ${fun}, 0)`;
    await customer`select charge_credit_card(${id}, 25, 'Grocer', 'food')`;
    expect(await getRefusal(customer`select charge_credit_card(${id}, 6, 'Grocer', ${food})`)).toMatchObject({
      detail: { rule: 'category', kind: 'month', category: 'Food', limit: 30, spent: 25, amount: 6 },
    });
    expect(
      await getRefusal(customer`select charge_credit_card(${id}, 1, 'Cinema', 'Entertainment')`),
    ).toMatchObject({
      detail: { rule: 'category', kind: 'transaction', category: 'Entertainment', limit: 0 },
    });
    await customer`select charge_credit_card(${id}, 200, 'Station', 'Transportation')`;
    await customer`select charge_credit_card(${id}, 200)`;
    await customer`update card_controls set amount = 31 where category_id = ${food}`;
    await customer`select charge_credit_card(${id}, 6, 'Grocer', 'Food')`;
    await customer`delete from card_controls where category_id = ${fun}`;
    await customer`select charge_credit_card(${id}, 1, 'Cinema', 'Entertainment')`;
    await expectSoundBooks(bank);
  });

  test('are unique per kind and category, with a valid amount', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const set = (kind: string, amount: string) =>
      customer`insert into card_controls (card_id, kind, amount) values (${id}, ${kind}, ${amount}::numeric) returning *`;
    for (const amount of NO_AMOUNTS.filter((amount) => amount !== '0'))
      await expect(set('month', amount), amount).rejects.toMatchObject({ code: 'BADAM' });
    await expect(set('year', '5')).rejects.toMatchObject({ code: 'BADTY' });
    await set('month', '0');
    await expect(set('month', '5')).rejects.toMatchObject({ code: '23505' });
    await expect(
      customer`update card_controls set amount = 'NaN' where card_id = ${id}`,
    ).rejects.toMatchObject({ code: 'BADAM' });
    await expect(
      customer`update card_controls set kind = 'transaction' where card_id = ${id}`,
    ).rejects.toMatchObject({ code: '42501' });
    await expectCardRefusal(bank, 'SPLIM', id, () => customer`select charge_credit_card(${id}, 0.01)`);
  });

  test("can't be set by other customers, on other cards, or for other categories", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openCard(bank, alice);
    const [secret] = await bank.asCustomer(bob)`insert into categories (name) values ('Secret') returning id`;
    const stranger = bank.asCustomer(bob);
    await expect(
      stranger`insert into card_controls (card_id, kind, amount) values (${id}, 'month', 0)`,
    ).rejects.toMatchObject({ code: 'NTFND' });
    await expect(
      bank.asVisitor()`insert into card_controls (card_id, kind, amount) values (${id}, 'month', 0)`,
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      bank.asCustomer(alice)`
        insert into card_controls (card_id, kind, category_id, amount) values (${id}, 'month', ${secret?.id}, 0)`,
    ).rejects.toMatchObject({ code: 'NTFND' });
    await bank.asCustomer(
      alice,
    )`insert into card_controls (card_id, kind, amount) values (${id}, 'month', 9)`;
    expect(await stranger`update card_controls set amount = 0 returning id`).toEqual([]);
    expect(await stranger`delete from card_controls returning id`).toEqual([]);
    await bank.asCustomer(alice)`select charge_credit_card(${id}, 9)`;
    await expectSoundBooks(bank);
  });
});

describe('automatic purchases', () => {
  test('are limited by spending controls month by month, in steps and in one fast-forward', async ({
    bank,
    alice,
    bob,
  }) => {
    const monthsByCustomer = [];
    for (const [person, steps] of [
      [alice, [1, 1, 1, 17, 20, 20]],
      [bob, [60]],
    ] as const) {
      const customer = bank.asCustomer(person);
      await customer`select ensure_customer('America/New_York')`;
      const account = await openAccount(bank, person, { balance: 9000 });
      const { id } = await openCard(bank, person, { limit: 9000 });
      const food = await categoryNamed(customer, 'Food');
      await customer`insert into card_controls (card_id, kind, category_id, amount) values (${id}, 'month', ${food}, 35)`;
      await customer`select charge_credit_card(${id}, 5, 'Grocer', 'Food')`;
      const household = {
        ...{
          persona: 'shopper',
          accountId: account.id,
          cardId: id,
          floor: 0,
          priceLevel: 1_000_000,
          inflation: 0,
        },
        luck: false,
        habits: [
          {
            ...{
              name: 'Grocer',
              merchants: ['Grocer'],
              category: 'Food',
              from: 1000,
              to: 1000,
              hours: [9, 18],
            },
            ...{ chances: [1000, 1000, 1000, 1000, 1000, 1000, 1000], by: 'card' },
          },
        ],
      };
      await bank.owner`
        update bank.clocks set seed = 5, carryover = ${JSON.stringify({ life: household })}::text::jsonb where household_id = ${person.id}`;
      for (const days of steps) await simulateDays(bank, person, days);
      const months = await bank.owner`
        select to_char(e.at at time zone 'America/New_York', 'YYYY-MM') as month, -sum(p.amount) as spent
        from bank.postings p join bank.entries e on e.id = p.entry_id
        where p.ledger_id = ${id} and e.kind = 'card_charge' group by 1 order by 1`;
      for (const { spent } of months) expect(Number(spent)).toBeLessThanOrEqual(35);
      expect(Number(months[1]?.spent)).toBe(30);
      monthsByCustomer.push(months);
    }
    expect(monthsByCustomer[0]).toEqual(monthsByCustomer[1]);
    await expectSoundBooks(bank);
  });
});
