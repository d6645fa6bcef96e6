import { describe, expect } from 'vitest';
import { categoryNamed, openCard } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

/** Creates a deposit of 500, spending from it, and a card charge. Returns the ids of their transactions. */
async function getRows(bank: Bank, person: Person) {
  const customer = bank.asCustomer(person);
  const account = await openAccount(bank, person, { balance: 500 });
  const card = await openCard(bank, person);
  await customer`select withdraw(${account.id}, 100, 'Corner Market')`;
  await customer`select charge_credit_card(${card.id}, 60, 'Green Grocer', 'Food')`;
  const rows =
    await customer`select id, amount::text, card_id is not null as is_card from spending order by spending.amount desc`;
  const ids = rows.map(({ id }) => id as string);
  return { customer, account, card, cash: ids[0] ?? '', charge: ids[1] ?? '' };
}

const spent = (bank: Bank, person: Person) =>
  bank.asCustomer(
    person,
  )`select category, sum(amount)::text as amount from spending group by category order by category`;

describe('annotations of transactions', () => {
  test('move spending to another category, on accounts and cards alike', async ({ bank, alice }) => {
    const { customer, cash, charge } = await getRows(bank, alice);
    const transport = await categoryNamed(customer, 'Transportation');
    await customer`select annotate_transactions(${[cash, charge]}, ${{ category_id: transport }})`;
    expect(await spent(bank, alice)).toEqual([{ category: 'Transportation', amount: '160.00' }]);
    await customer`select annotate_transactions(${[charge]}, ${{ category_id: null }})`;
    expect(await spent(bank, alice)).toEqual([
      { category: 'Transportation', amount: '100.00' },
      { category: null, amount: '60.00' },
    ]);
    const [entry] =
      await bank.owner`select c.name from bank.entries e join categories c on c.id = e.category_id
      where e.id = ${charge.split(':')[1] ?? ''}`;
    expect(entry?.name).toBe('Food');
  });

  test('store tags as searchable words', async ({ bank, alice }) => {
    const { customer, cash } = await getRows(bank, alice);
    await customer`select annotate_transactions(${[cash]}, ${{ add_tags: ['#Summer Trip', 'summer-trip', ' FUN '] }})`;
    await customer`select annotate_transactions(${[cash]}, ${{ add_tags: ['x'], remove_tags: ['fun'] }})`;
    expect(await customer`select tag from transaction_tags order by tag`).toEqual([
      { tag: 'summer-trip' },
      { tag: 'x' },
    ]);
    const many = Array.from({ length: 19 }, (_, index) => `t${index}`);
    await expect(
      customer`select annotate_transactions(${[cash]}, ${{ add_tags: many }})`,
    ).rejects.toMatchObject({
      code: 'LIMIT',
    });
  });

  test('of many transactions are undone exactly, once, and nothing later', async ({ bank, alice }) => {
    const { customer, cash, charge } = await getRows(bank, alice);
    await customer`select annotate_transactions(${[cash]}, ${{ note: 'Birthday', tags: ['party'] }})`;
    const before = await customer`select * from transaction_details`;
    const [edit] = await customer`
      select * from annotate_transactions(${[cash, charge]}, ${{ category_id: await categoryNamed(customer, 'Shopping'), add_tags: ['gift'], note: 'Both' }})`;
    expect(edit).toMatchObject({ kind: 'bulk', rows: 2 });
    await customer`select annotate_transactions(${[cash]}, ${{ merchant: 'Later' }})`;
    await customer`select undo_transaction_edit(${edit?.id})`;
    await customer`select undo_transaction_edit(${edit?.id})`;
    expect(await customer`select * from transaction_details`).toEqual(before);
    expect(await customer`select transaction_key, tag from transaction_tags`).toEqual([
      { transaction_key: cash, tag: 'party' },
    ]);
    expect(await customer`select category_id, merchant from transactions where id = ${cash}`).toEqual([
      { category_id: null, merchant: 'Later' },
    ]);
    expect(await spent(bank, alice)).toEqual([
      { category: 'Food', amount: '60.00' },
      { category: null, amount: '100.00' },
    ]);
  });

  test("change all transactions or none: another customer's is unknown", async ({ bank, alice, bob }) => {
    const { customer, cash } = await getRows(bank, alice);
    const his = await getRows(bank, bob);
    for (const strange of [his.cash, his.charge, 'nonsense', `${his.card.id}:1`]) {
      await expect(
        customer`select annotate_transactions(${[cash, strange]}, ${{ note: 'Mine' }})`,
        strange,
      ).rejects.toMatchObject({ code: 'NTFND' });
      await expect(customer`select split_transaction(${strange}, '[]')`, strange).rejects.toMatchObject({
        code: 'NTFND',
      });
    }
    const own = await bank.asCustomer(bob)`insert into categories (name) values ('His') returning id`;
    await expect(
      customer`select annotate_transactions(${[cash]}, ${{ category_id: own[0]?.id }})`,
    ).rejects.toMatchObject({ code: 'NTFND' });
    expect(await customer`select from transaction_details`).toEqual([]);
  });
});

describe('a split transaction', () => {
  test('is counted part by part, and the parts add up to the ledger', async ({ bank, alice }) => {
    const { customer, cash, charge } = await getRows(bank, alice);
    const [food, fun] = await Promise.all(
      ['Food', 'Entertainment'].map((name) => categoryNamed(customer, name)),
    );
    for (const [row, amounts] of [
      [cash, [70, 30]],
      [charge, [59.99, 0.01]],
    ] as const) {
      const parts = [
        { category_id: food, amount: amounts[0] },
        { category_id: fun, amount: amounts[1], note: 'Tickets' },
      ];
      await customer`select split_transaction(${row}, ${parts as never})`;
    }
    expect(await spent(bank, alice)).toEqual([
      { category: 'Entertainment', amount: '30.01' },
      { category: 'Food', amount: '129.99' },
    ]);
    const [booked] = await bank.owner`
      select sum(-p.amount)::text as amount from bank.postings p join bank.entries e on e.id = p.entry_id
        join bank.ledger_accounts l on l.id = p.ledger_id
      where e.household_id = ${alice.id} and l.household_id = ${alice.id} and e.kind in ('withdrawal', 'card_charge')`;
    const [counted] = await customer`select sum(amount)::text as amount from spending`;
    expect(counted).toEqual(booked);
    await customer`select split_transaction(${cash}, '[]')`;
    expect(await customer`select id, part from spending order by part`).toEqual([
      { id: charge, part: 1 },
      { id: charge, part: 2 },
      { id: cash, part: null },
    ]);
  });

  test('adds up to the cent, or is refused and stays unchanged', async ({ bank, alice }) => {
    const { customer, cash } = await getRows(bank, alice);
    await customer`select split_transaction(${cash}, ${[{ amount: 40 }, { amount: 60 }] as never})`;
    for (const [parts, code] of [
      [[{ amount: 40 }, { amount: 59.99 }], 'NOSUM'],
      [[{ amount: 140 }, { amount: -40 }], 'BADAM'],
      [[{ amount: 33.333 }, { amount: 66.667 }], 'BADAM'],
      [[{ amount: 'much' }], 'BADAM'],
      [[{ amount: 100, category_id: alice.id }], 'NTFND'],
      [Array.from({ length: 51 }, () => ({ amount: 1 })), 'LIMIT'],
    ] as const)
      await expect(
        customer`select split_transaction(${cash}, ${parts as never})`,
        code,
      ).rejects.toMatchObject({
        code,
      });
    expect(await customer`select amount::text from transaction_splits order by position`).toEqual([
      { amount: '40.00' },
      { amount: '60.00' },
    ]);
  });

  test('is deleted with its account', async ({ bank, alice }) => {
    const { customer, cash, account } = await getRows(bank, alice);
    await customer`select split_transaction(${cash}, ${[{ amount: 100 }] as never})`;
    await customer`select annotate_transactions(${[cash]}, ${{ note: 'Gone soon', tags: ['x'] }})`;
    await bank.owner`delete from accounts where id = ${account.id}`;
    const [left] =
      await bank.owner`select (select count(*) from transaction_splits) + (select count(*) from transaction_details)
      + (select count(*) from transaction_tags) as rows where ${alice.id}::text is not null`;
    expect(Number(left?.rows)).toBe(0);
  });
});

describe('a document attached to a transaction', () => {
  test('belongs to the customer, as does the transaction, and is detached when the document is deleted', async ({
    bank,
    alice,
    bob,
  }) => {
    const { customer, cash, charge } = await getRows(bank, alice);
    const upload = async (person: Person) =>
      (
        await bank.asService()`select id from save_upload(${person.id}, ${crypto.randomUUID()}, 'receipt.pdf', 'application/pdf', 10, ${'a'.repeat(64)})`
      )[0]?.id;
    const receipt = await upload(alice);
    for (const row of [cash, charge, cash]) await customer`select attach_document(${receipt}, ${row})`;
    expect(await customer`select from transaction_attachments`).toHaveLength(2);
    await customer`select detach_document(${receipt}, ${charge})`;
    await expect(customer`select attach_document(${await upload(bob)}, ${cash})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(
      bank.asCustomer(bob)`select attach_document(${await upload(bob)}, ${cash})`,
    ).rejects.toMatchObject({
      code: 'NTFND',
    });
    await bank.owner`delete from documents where id = ${receipt}`;
    expect(await customer`select from transaction_attachments`).toEqual([]);
  });
});
