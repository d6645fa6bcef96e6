import { describe, expect } from 'vitest';
import { categoryNamed, passTime } from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';
import { type Condition, find, getTotals, simulateSomeDays, words } from '../support/search-household.ts';

describe('transaction search', () => {
  test('lists accounts and cards together, newest first', async ({ bank, alice }) => {
    const { card } = await simulateSomeDays(bank, alice);
    const rows = await find(bank, alice, []);
    const [{ count } = { count: 0 }] = await bank.owner`
      select (select count(*) from transactions where user_id = ${alice.id})
        + (select count(*) from bank.postings where ledger_id = ${card.id}) as count`;
    expect(rows).toHaveLength(Number(count));
    const grocers = await find(bank, alice, [words('corner GROCER')]);
    expect(grocers.map(({ amount }) => Number(amount))).toEqual([75, 40]);
    expect(grocers[0]?.transaction_key).toMatch(new RegExp(`^${card.id}:\\d+$`));
  });

  test('finds each word somewhere in a transaction, and treats symbols literally', async ({
    bank,
    alice,
  }) => {
    await simulateSomeDays(bank, alice);
    const count = async (...conditions: Condition[]) => (await find(bank, alice, conditions)).length;
    expect(await count(words('weekly'), words('grocer'), words('food'))).toBe(1);
    expect(await count(words('grocer'), words('weekly', true))).toBe(1);
    expect(await count(words('100% \\ of_it'))).toBe(1);
    expect(await count(words('100_'))).toBe(0);
    expect(await count(words("'; drop table x; --"))).toBe(0);
    expect(await count(words('r%t'))).toBe(0);
  });

  test('finds notes, tags, and splits, and counts only the matching part of a split', async ({
    bank,
    alice,
  }) => {
    const { food } = await simulateSomeDays(bank, alice);
    const [rent] = await find(bank, alice, [words('rent')]);
    const [coffee] = await find(bank, alice, [words('bean')]);
    const shopping = await categoryNamed(bank.asCustomer(alice), 'Shopping');
    for (const row of [rent, coffee])
      await bank.owner`insert into transaction_details (user_id, transaction_key, note) values (${alice.id}, ${row?.transaction_key ?? ''}, 'With Bo')`;
    await bank.owner`insert into transaction_tags (user_id, transaction_key, tag) values (${alice.id}, ${coffee?.transaction_key ?? ''}, 'rome')`;
    await bank.asCustomer(alice)`
      select split_transaction(${rent?.transaction_key ?? ''}, ${JSON.stringify([
        { category_id: food, amount: 300 },
        { category_id: shopping, amount: 600 },
      ])}::text::jsonb)`;
    expect(await find(bank, alice, [words('with bo')])).toHaveLength(2);
    expect(await find(bank, alice, [{ on: 'tag', values: ['rome', 'x'] }])).toHaveLength(1);
    expect(await find(bank, alice, [{ on: 'has', what: 'note' }])).toHaveLength(2);
    expect(await find(bank, alice, [{ on: 'is', what: 'split' }])).toHaveLength(1);
    const inFood = [{ on: 'category', ids: [food] }];
    expect(await find(bank, alice, inFood)).toHaveLength(3);
    expect((await getTotals(bank, alice, inFood))[0]).toMatchObject({ times: 3, money_out: '415.00' });
    const spent = await bank.asCustomer(
      alice,
    )`select sum(amount)::text as sum from spending where category_id = ${food}`;
    expect(spent[0]?.sum).toBe('415.00');
  });

  test('finds for spending and income exactly what budgets and analytics count', async ({ bank, alice }) => {
    const { everyday, card, food } = await simulateSomeDays(bank, alice);
    const as = bank.asCustomer(alice);
    await as`select withdraw(${everyday.id}, 3, 'Taken back')`;
    await as`select deposit(${everyday.id}, 20, 'From the shop')`;
    await as`update transactions set category_id = ${food} where description = 'From the shop'`;
    await as`select deposit(${everyday.id}, 500, 'Salary')`;
    await as`select pay_credit_card(${card.id}, 10, ${everyday.id})`;
    await as`select reverse_transaction((select id::text from transactions where description = 'Taken back'))`;
    for (const [what, direction] of [
      ['spending', 'out'],
      ['income', 'in'],
    ] as const) {
      const counted =
        await as`select id from spending where direction = ${direction} order by at desc, id collate "C" desc`;
      const matches = await find(bank, alice, [{ on: 'is', what }]);
      expect(matches.map(({ transaction_key }) => transaction_key)).toEqual(counted.map(({ id }) => id));
      expect(matches.length).toBeGreaterThan(0);
    }
  });

  test('lists a transfer or card payment once, with both sides, if the receiving side is left out', async ({
    bank,
    alice,
  }) => {
    const { everyday, savings, card } = await simulateSomeDays(bank, alice);
    await bank.asCustomer(alice)`select pay_credit_card(${card.id}, 10, ${everyday.id})`;
    const all = await find(bank, alice, []);
    const listed = await find(bank, alice, [{ on: 'is', what: 'received_transfer', not: true }]);
    expect(all.length - listed.length).toBe(2);
    const left = new Set(listed.map(({ transaction_key }) => transaction_key));
    const hidden = all.filter(({ transaction_key }) => !left.has(transaction_key));
    expect(hidden.every(({ direction }) => direction === 'in')).toBe(true);
    expect(listed.flatMap(({ counterpart_id: id }) => id ?? []).sort()).toEqual([savings.id, card.id].sort());
    expect(hidden.map(({ counterpart_id }) => counterpart_id)).toEqual([everyday.id, everyday.id]);
    // If the sending account is deleted, the receiving side is the only one left.
    await bank.asCustomer(
      alice,
    )`select withdraw(${everyday.id}, (select balance from accounts where id = ${everyday.id}))`;
    await bank.owner`delete from accounts where id = ${everyday.id}`;
    const kept = await find(bank, alice, [{ on: 'is', what: 'received_transfer', not: true }]);
    expect(kept).toEqual(await find(bank, alice, []));
  });

  test('counts a card transaction in the category that its owner chose', async ({ bank, alice }) => {
    const { food } = await simulateSomeDays(bank, alice);
    const [coffee] = await find(bank, alice, [words('bean')]);
    await bank.owner`
      insert into transaction_details (user_id, transaction_key, has_category, category_id) values (${alice.id}, ${coffee?.transaction_key ?? ''}, true, ${food})`;
    expect(await find(bank, alice, [{ on: 'category', ids: [food] }])).toHaveLength(3);
    expect(await find(bank, alice, [words('food'), words('bean')])).toHaveLength(1);
  });

  test.for([
    [{ on: 'amount', above: 40 }, 'amount > 40'],
    [{ on: 'amount', from: 40, to: 75 }, 'amount between 40 and 75'],
    [{ on: 'amount', below: 12.5 }, 'amount < 12.5'],
    [{ on: 'is', what: 'in' }, "direction = 'in'"],
    [{ on: 'is', what: 'transfer' }, "type = 'TRANSFER'"],
    [{ on: 'is', what: 'transfer', not: true }, "type <> 'TRANSFER'"],
    [{ on: 'is', what: 'card' }, "type = 'CARD'"],
    [{ on: 'type', values: ['DEPOSIT', 'TRANSFER'] }, "type in ('DEPOSIT', 'TRANSFER')"],
    [{ on: 'kind', values: ['opening'] }, "kind = 'opening'"],
    [{ on: 'merchant', text: 'grocer' }, "merchant ilike '%grocer%'"],
    [{ on: 'category', ids: [], none: true }, 'category_id is null'],
    [{ on: 'currency', values: ['EUR'] }, "currency = 'EUR'"],
    [{ on: 'nothing' }, 'false'],
    [{ on: 'something new' }, 'false'],
    [{ on: 'is', what: 'something new' }, 'false'],
  ] as [Condition, string][])(
    '%j returns the same as plain SQL over the ledger',
    async ([condition, plain], { bank, alice }) => {
      await simulateSomeDays(bank, alice);
      const expected = await bank.owner`
      select transaction_key from (
        select t.id::text as transaction_key, t.date, t.amount, t.direction, t.type, t.kind, t.merchant, t.category_id, t.currency
        from transactions t where t.user_id = ${alice.id}
        union all
        select l.id || ':' || e.id, e.at, abs(p.amount), case when p.amount > 0 then 'in' else 'out' end, 'CARD', e.kind, e.merchant, e.category_id, p.currency
        from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id join bank.entries e on e.id = p.entry_id
        where l.household_id = ${alice.id} and l.product = 'card') as booked
      where case ${plain}::text
        when 'amount > 40' then amount > 40 when 'amount between 40 and 75' then amount between 40 and 75
        when 'amount < 12.5' then amount < 12.5 when 'direction = ''in''' then direction = 'in'
        when 'type = ''TRANSFER''' then type = 'TRANSFER' when 'type <> ''TRANSFER''' then type <> 'TRANSFER'
        when 'type = ''CARD''' then type = 'CARD' when 'type in (''DEPOSIT'', ''TRANSFER'')' then type in ('DEPOSIT', 'TRANSFER')
        when 'kind = ''opening''' then kind = 'opening' when 'merchant ilike ''%grocer%''' then merchant ilike '%grocer%'
        when 'category_id is null' then category_id is null when 'currency = ''EUR''' then currency = 'EUR' else false end
      order by date desc, transaction_key collate "C" desc`;
      expect((await find(bank, alice, [condition])).map(({ transaction_key }) => transaction_key)).toEqual(
        expected.map(({ transaction_key }) => transaction_key),
      );
    },
  );
});

describe('search totals', () => {
  test('equal the ledger, in each currency and in the base currency at daily rates', async ({
    bank,
    alice,
  }) => {
    await simulateSomeDays(bank, alice);
    const euros = await openAccount(bank, alice, { name: 'Euros', currency: 'EUR', balance: 100 });
    await bank.asCustomer(alice)`select withdraw(${euros.id}, 30.1, 'Paris')`;
    const [{ rate } = { rate: '0' }] = await bank.owner`
      select rate from exchange_rates where base = 'EUR' and quote = 'USD' and rate_date = (now() at time zone 'UTC')::date`;
    const totals = await getTotals(bank, alice, []);
    const inBase = Math.round(10000 * Number(rate)) / 100;
    expect(totals).toEqual([
      expect.objectContaining({
        currency: null,
        money_in: (1210 + inBase).toFixed(2),
        money_out: (1037.5 + Math.round(3010 * Number(rate)) / 100).toFixed(2),
        moved_in: '10.00',
        moved_out: '10.00',
        without_rate: 0,
      }),
      expect.objectContaining({ currency: 'EUR', times: 2, money_in: '100.00', money_out: '30.10' }),
      expect.objectContaining({ currency: 'USD', money_in: '1210.00', money_out: '1037.50' }),
    ]);
  });

  test('exclude and count transactions without a rate', async ({ bank, alice }) => {
    await openAccount(bank, alice, { name: 'Euros', currency: 'EUR', balance: 100 });
    await bank.owner`delete from exchange_rates where base = 'EUR'`;
    expect(await getTotals(bank, alice, [])).toEqual([
      expect.objectContaining({ currency: null, times: 1, money_in: '0', without_rate: 1 }),
      expect.objectContaining({ currency: 'EUR', money_in: '100.00' }),
    ]);
    const [row] = await bank.asCustomer(
      alice,
    )`select base_amount from search_transactions('{"conditions": []}')`;
    expect(row?.base_amount).toBeNull();
  });
});

describe('the words of a transaction', () => {
  test('are indexed by whoever writes it, also directly into the table', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 1 });
    const as = bank.asCustomer(alice);
    await as`insert into transactions (account_id, amount, type, description) values (${id}, 1, 'DEPOSIT', 'By table')`;
    await as`update transactions set description = 'Renamed' where description = 'By table'`;
    expect(await find(bank, alice, [words('renamed')])).toHaveLength(1);
  });
});

describe('search results', () => {
  test('are private to the customer, whatever is requested', async ({ bank, alice, bob }) => {
    const { everyday, card } = await simulateSomeDays(bank, alice);
    await bank.asCustomer(bob)`select ensure_customer()`;
    const place = { on: 'place', ids: [everyday.id, card.id] };
    for (const conditions of [[], [place], [words('rent')]]) {
      expect(await find(bank, bob, conditions)).toEqual([]);
      expect((await getTotals(bank, bob, conditions))[0]).toMatchObject({ times: 0 });
    }
    expect(await bank.asCustomer(bob)`select * from search_page_ends('{"conditions": []}', 20)`).toEqual([]);
    expect(await bank.asCustomer(bob)`select * from search_terms()`).toEqual([]);
    await expect(bank.asVisitor()`select * from search_transactions('{}')`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(bank.asCustomer(bob)`select * from bank.card_movements`).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('show the balance at the end of the day for one account or card', async ({ bank, alice }) => {
    const { everyday, card } = await simulateSomeDays(bank, alice);
    const balances = async (id: string) =>
      new Set(
        (
          await bank.asCustomer(alice)`
            select day_balance::text from search_transactions(${JSON.stringify({ conditions: [{ on: 'place', ids: [id] }] })}::text::jsonb)`
        ).map(({ day_balance }) => day_balance),
      );
    expect(await balances(everyday.id)).toEqual(new Set(['50.00']));
    expect(await balances(card.id)).toEqual(new Set(['87.50']));
  });

  test("show a card's transactions as long as the card exists, also after an import", async ({
    bank,
    alice,
  }) => {
    const { card } = await simulateSomeDays(bank, alice);
    const onCard = { on: 'is', what: 'card' };
    const owed = await bank.owner`
      select balance_after::text from bank.card_movements where card_id = ${card.id} order by entry_id`;
    expect(owed.map(({ balance_after }) => balance_after)).toEqual(['75.00', '87.50']);
    await bank.asCustomer(alice)`delete from credit_cards where id = ${card.id}`;
    expect(await find(bank, alice, [onCard])).toEqual([]);
  });

  test('are pending until their simulated day', async ({ bank, alice }) => {
    const { everyday } = await simulateSomeDays(bank, alice);
    await passTime(bank, alice, '2 days');
    await bank.asCustomer(alice)`select deposit(${everyday.id}, 5, 'Ahead of real time')`;
    expect(await find(bank, alice, [{ on: 'is', what: 'pending' }])).toEqual([]);
    await bank.owner`update customers set clock_offset = '0' where id = ${alice.id}`;
    expect(await find(bank, alice, [{ on: 'is', what: 'pending' }])).toHaveLength(1);
  });

  test('accept at most 60 conditions', async ({ bank, alice }) => {
    const query = JSON.stringify({ conditions: Array.from({ length: 61 }, () => words('x')) });
    await expect(
      bank.asCustomer(alice)`select * from search_transactions(${query}::text::jsonb)`,
    ).rejects.toMatchObject({ code: 'BADTX' });
  });
});
