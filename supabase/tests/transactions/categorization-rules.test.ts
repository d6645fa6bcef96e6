import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../server/testing/server.ts';
import { categoryNamed, openCard } from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';
import { canonical, getHouseholds, type HouseholdJson } from '../support/simulated-household.ts';

describe('categorization rules', () => {
  test('update transactions as they post, by account and by card, first match only', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice, { balance: 500 });
    const card = await openCard(bank, alice);
    const [food, shopping] = await Promise.all(
      ['Food', 'Shopping'].map((name) => categoryNamed(customer, name)),
    );
    const [first] = await customer`
      insert into categorization_rules (words, highest, set_category_id, set_merchant, add_tags)
      values ('corner MARKET', 100, ${food ?? null}, 'The Corner', '{"#Groceries"}') returning *`;
    await customer`insert into categorization_rules (words, set_category_id) values ('market', ${shopping ?? null})`;
    await customer`select withdraw(${id}, 20, 'MARKET at the corner')`;
    await customer`select withdraw(${id}, 120, 'Corner Market')`;
    await customer`select charge_credit_card(${card.id}, 30, 'Corner Market', 'Other')`;
    await customer`insert into transactions (account_id, amount, type, description, category_id, date)
      values (${id}, 5, 'WITHDRAWAL', 'Corner market', ${shopping ?? null}, clock_timestamp())`;
    expect(
      await customer`select s.amount::text, category, s.merchant, coalesce(t.rule_id, d.rule_id) = ${first?.id} as is_first,
          (select string_agg(tag, ' ') from transaction_tags g where g.transaction_key = s.id) as tags
        from spending s left join transactions t on t.id::text = s.id left join transaction_details d on d.transaction_key = s.id order by s.amount`,
    ).toEqual([
      { amount: '5.00', category: 'Shopping', merchant: 'The Corner', is_first: true, tags: 'groceries' },
      { amount: '20.00', category: 'Food', merchant: 'The Corner', is_first: true, tags: 'groceries' },
      { amount: '30.00', category: 'Food', merchant: 'The Corner', is_first: true, tags: 'groceries' },
      { amount: '120.00', category: 'Shopping', merchant: null, is_first: false, tags: null },
    ]);
    const [wait] = await customer`select * from categorization_rules order by position desc limit 1`;
    await customer`update categorization_rules set is_on = false where id = ${wait?.id}`;
    await customer`select withdraw(${id}, 121, 'Market')`;
    expect(await customer`select category from spending where amount = 121`).toEqual([{ category: null }]);
  });

  test('are previewed before they are saved, applied to past transactions, and undone exactly', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice, { balance: 500 });
    const [food, fun] = await Promise.all(
      ['Food', 'Entertainment'].map((name) => categoryNamed(customer, name)),
    );
    for (const amount of [10, 20, 30]) await customer`select withdraw(${id}, ${amount}, 'Cinema 100%')`;
    const rows = await customer`select id from transactions where kind = 'withdrawal' order by amount`;
    await customer`select annotate_transactions(${[rows[0]?.id]}, ${{ category_id: food }})`;
    await customer`insert into categorization_rules (lowest, set_category_id) values (30, ${food ?? null})`;
    const draft = { words: '100%', set_category_id: fun };
    const preview = await customer`select * from preview_categorization_rule(${draft as never}, most => 2)`;
    expect(preview).toHaveLength(2);
    expect(preview[0]).toMatchObject({
      hits: '3',
      taken: '1',
      changed: '1',
      amount: '30.00',
      is_changed: false,
    });
    expect(preview[1]).toMatchObject({ amount: '20.00', is_changed: true, new_category_id: fun });
    expect(
      await customer`select from preview_categorization_rule(${{ ...draft, words: '100_' } as never})`,
    ).toEqual([]);
    const [rule] = await customer`
      insert into categorization_rules (words, set_category_id) values ('100%', ${fun ?? null}) returning id`;
    expect(await customer`select * from preview_categorization_rules(${rule?.id})`).toEqual([
      { ruled_by: rule?.id, fits: '2', changed: '1' },
    ]);
    const spent = () => customer`select amount::text, category from spending order by spending.amount`;
    const before = await spent();
    const [edit] = await customer`select * from run_categorization_rules(${rule?.id})`;
    expect(edit).toMatchObject({ kind: 'rules', rows: 1 });
    expect((await spent()).map(({ category }) => category)).toEqual(['Food', 'Entertainment', null]);
    await customer`select run_categorization_rules(with_by_hand => true)`;
    expect((await spent()).map(({ category }) => category)).toEqual([
      'Entertainment',
      'Entertainment',
      'Food',
    ]);
    const [repeated] = await customer`select * from run_categorization_rules()`;
    expect(repeated?.rows).toBe(0);
    const edits = await customer`select id from transaction_edits where kind = 'rules' order by at desc`;
    for (const edit of edits) await customer`select undo_transaction_edit(${edit.id})`;
    expect(await spent()).toEqual(before);
    expect(await customer`select by_hand from transaction_details`).toEqual([{ by_hand: true }]);
  });

  test('are suggested after two manual categorizations, until one exists', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const { id } = await openAccount(bank, alice, { balance: 500 });
    const food = await categoryNamed(customer, 'Food');
    for (const amount of [10, 20, 30]) await customer`select withdraw(${id}, ${amount}, 'Bakery')`;
    const rows = await customer`select id from transactions where kind = 'withdrawal' order by amount`;
    await customer`select annotate_transactions(${[rows[0]?.id]}, ${{ category_id: food }})`;
    expect(await customer`select from suggest_categorization_rules()`).toEqual([]);
    // Simulates a client that updates the table directly.
    await customer`update transactions set category_id = ${food ?? null} where id = ${rows[1]?.id}`;
    expect(await customer`select * from suggest_categorization_rules()`).toEqual([
      { words: 'Bakery', set_category_id: food, category: 'Food', times: '2' },
    ]);
    await customer`insert into categorization_rules (words, set_category_id) values ('bakery', ${food ?? null})`;
    expect(await customer`select from suggest_categorization_rules()`).toEqual([]);
  });

  test("require conditions and actions, use only the customer's own items, and keep their order", async ({
    bank,
    alice,
    bob,
  }) => {
    const customer = bank.asCustomer(alice);
    const his = await openAccount(bank, bob);
    const food = await categoryNamed(customer, 'Food');
    for (const [code, values] of [
      ['BADRU', { set_note: 'x' }],
      ['BADRU', { words: 'x' }],
      ['BADRU', { words: 'x', set_note: 'x', lowest: 9, highest: 8 }],
      ['NTFND', { account_id: his.id, set_note: 'x' }],
    ] as const)
      await expect(
        customer`select from preview_categorization_rule(${values as never})`,
        code,
      ).rejects.toMatchObject({
        code,
      });
    const rules = await customer`
      insert into categorization_rules (words, set_category_id) values ('a', ${food ?? null}), ('b', ${food ?? null}) returning id`;
    const turned = rules.map(({ id }) => id).toReversed();
    expect((await customer`select * from order_categorization_rules(${turned})`).map(({ id }) => id)).toEqual(
      turned,
    );
    await expect(customer`select order_categorization_rules(${turned.slice(1)})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(bank.asCustomer(bob)`select order_categorization_rules(${turned})`).rejects.toMatchObject({
      code: 'NTFND',
    });
  });
});

describe('categorization rules over time', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, live, exported, restore, violationsOf } = getHouseholds(() => server);

  it("apply to the engine's postings and are restored with a household", async () => {
    const customer = await signUp();
    const { client, id } = customer;
    const { data: account } = await client
      .rpc('open_account', { name: 'Everyday', initial_balance: 900 })
      .single<{ id: string }>()
      .throwOnError();
    const category = async (name: string) =>
      (await client.from('categories').select('id').eq('name', name).single().throwOnError()).data
        .id as string;
    await client.from('categories').insert({ name: 'Boats' }).throwOnError();
    await client
      .from('categorization_rules')
      .insert({ words: 'harbour', set_category_id: await category('Boats'), add_tags: ['sea'] })
      .throwOnError();
    const [now] = await sql()`select (bank.now_for(${id}) at time zone 'UTC')::date + 1 as tomorrow`;
    await sql()`insert into scheduled_payments (user_id, account_id, name, payee, amount, frequency, start_date, category_id)
      values (${id}, ${account.id}, 'Berth', 'Harbour Office', 50, 'WEEKLY', ${now?.tomorrow}, ${await category('Housing')})`;
    await sql()`update customers set clock_offset = interval '10 days' where id = ${id}`;
    await live(customer, Date.now() + 10 * 86_400_000);
    const seen = async () =>
      (
        await client
          .from('spending')
          .select('amount, category, part')
          .order('at')
          .order('part')
          .throwOnError()
      ).data;
    expect(await seen()).toMatchObject([{ category: 'Boats' }, { category: 'Boats' }]);
    const { data: rows } = await client
      .from('transactions')
      .select('id')
      .eq('kind', 'payment')
      .throwOnError();
    const parts = [
      { category_id: await category('Food'), amount: 20 },
      { category_id: await category('Boats'), amount: 30, note: 'Berth' },
    ];
    await client.rpc('split_transaction', { transaction_key: rows?.[0]?.id, parts }).throwOnError();
    await client
      .rpc('annotate_transactions', { transaction_keys: [rows?.[1]?.id], changes: { note: 'Paid twice?' } })
      .throwOnError();
    await client.rpc('withdraw', { account_id: account.id, amount: 10 }).throwOnError();
    const { data: wrong } = await client.from('transactions').select('id').eq('kind', 'withdrawal').single();
    await client.rpc('reverse_transaction', { transaction_key: wrong?.id, right_amount: 7 }).throwOnError();
    const [before, counted] = [await exported(customer), await seen()];
    const lists = (file: HouseholdJson) => [file.categorization_rules, file.transaction_details];
    expect(before.transaction_details.length).toBe(5);

    await client.from('categorization_rules').delete().neq('position', -1).throwOnError();
    expect(await restore(customer, { file: before })).toMatchObject({ status: 200 });
    const after = await exported(customer);
    expect(lists(canonical(after))).toEqual(lists(canonical(before)));
    expect(await seen()).toEqual(counted);
    expect(await violationsOf(customer)).toEqual([]);
  });
});
