import { describe, expect } from 'vitest';
import { openCard } from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';
import { find, simulateSomeDays, words } from '../support/search-household.ts';

describe('the pages of a search', () => {
  test.for(['date', 'oldest', 'amount', 'smallest'])(
    'sorted by %s follow each other without a gap, also from positions between them',
    async (sort, { bank, alice }) => {
      const { everyday } = await simulateSomeDays(bank, alice);
      for (let row = 0; row < 45; row += 1)
        await bank.asCustomer(
          alice,
        )`insert into transactions (account_id, amount, type) values (${everyday.id}, ${1 + (row % 3)}, 'DEPOSIT')`;
      const query = JSON.stringify({ conditions: [], sort });
      const all = (await find(bank, alice, [], sort)).map(({ transaction_key }) => transaction_key);
      const read: string[] = [];
      let before: string | null = null;
      for (;;) {
        const page: { transaction_key?: string; date?: string }[] = await bank.asCustomer(alice)`
          select transaction_key, amount, date::text as date from search_transactions(${query}::text::jsonb, ${before}::text::jsonb, 20)`;
        read.push(...page.map(({ transaction_key }) => transaction_key as string));
        if (page.length < 20) break;
        before = JSON.stringify(page.at(-1));
      }
      expect(read).toEqual(all);
      expect(new Set(read).size).toBe(read.length);
      const pageEnds = await bank.asCustomer(
        alice,
      )`select * from search_page_ends(${query}::text::jsonb, 20)`;
      expect(pageEnds.map(({ transaction_key }) => transaction_key)).toEqual(
        all.filter((_, index) => index % 20 === 19 || index === all.length - 1),
      );
      expect(Number(pageEnds.at(-1)?.nth)).toBe(all.length);
    },
  );

  test('of spending sorted by amount count loan payments without principal, in order and without a gap', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 5000 });
    const customer = bank.asCustomer(alice);
    await customer`select withdraw(${account.id}, 60)`;
    await customer`select withdraw(${account.id}, 40)`;
    const pay = async (amount: number, principal: number) => {
      await bank.owner`set local session_replication_role = replica`;
      await bank.owner`
        insert into transactions (account_id, user_id, amount, principal, type, date, kind, direction, currency,
          balance_after)
        values (${account.id}, ${alice.id}, ${amount}, ${principal}, 'WITHDRAWAL', clock_timestamp(), 'loan_payment',
          'out', 'USD', 1)`;
      await bank.owner`set local session_replication_role = origin`;
    };
    await pay(1500, 1450);
    await pay(300, 290);
    const conditions = [{ on: 'is', what: 'spending' }];
    for (const [sort, expected] of [
      ['amount', [60, 50, 40, 10]],
      ['smallest', [10, 40, 50, 60]],
    ] as const) {
      const query = JSON.stringify({ conditions, sort });
      const read: number[] = [];
      let before: string | null = null;
      for (let page = 0; page < 5; page += 1) {
        const [row]: { transaction_key?: string; date?: string; counted?: string }[] = await customer`
          select transaction_key, date::text as date, coalesce(part_amount, amount)::text as counted
          from search_transactions(${query}::text::jsonb, ${before}::text::jsonb, 1)`;
        if (!row) break;
        read.push(Number(row.counted));
        before = JSON.stringify({ ...row, amount: row.counted });
      }
      expect(read).toEqual(expected);
    }
  });

  test('of frequent words continue without a gap', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 1 });
    const card = await openCard(bank, alice);
    await bank.owner`set local session_replication_role = replica`;
    await bank.owner`
      insert into transactions (account_id, user_id, amount, type, description, date, kind, direction, currency, balance_after)
      select ${account.id}, ${alice.id}, 1, 'DEPOSIT', case when n % 50 = 0 then 'Rent' else 'Bus' end, timestamptz '2020-01-01' + n * interval '1 hour',
        'deposit', 'in', 'USD', 1 from generate_series(1, 6000) n`;
    await bank.owner`
      insert into bank.card_movements (card_id, entry_id, user_id, transaction_key, date, amount, direction, currency, kind, description, balance_after)
      select ${card.id}, 900000000 + n, ${alice.id}, ${card.id} || ':' || 900000000 + n, timestamptz '2020-03-01' + n * interval '1 minute', 1, 'out', 'USD',
        'card_charge', case when n = 3 or n > 4500 and n % 100 = 0 then 'Rent by card' else 'Bus' end, 1 from generate_series(1, 5000) n`;
    await bank.owner`set local session_replication_role = origin`;
    const query = JSON.stringify({ conditions: [words('rent')] });
    const read: { date?: string }[] = [];
    let before: string | null = null;
    for (;;) {
      const page: { transaction_key?: string; date?: string }[] = await bank.asCustomer(alice)`
        select transaction_key, date::text as date, amount from search_transactions(${query}::text::jsonb, ${before}::text::jsonb, 40)`;
      read.push(...page);
      if (page.length < 40) break;
      before = JSON.stringify(page.at(-1));
    }
    expect(read).toHaveLength(126);
    expect(read).toEqual(read.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? '')));
  });
});

describe('saved views', () => {
  test('have unique names and are at most fifty', async ({ bank, alice, bob }) => {
    const as = bank.asCustomer(alice);
    await as`insert into saved_views (name, query) values (' Groceries ', 'category:food')`;
    await expect(as`insert into saved_views (name, query) values ('groceries', 'x')`).rejects.toMatchObject({
      code: '23505',
    });
    await expect(as`insert into saved_views (name, query) values ('', 'x')`).rejects.toMatchObject({
      code: 'BADNM',
    });
    await as`insert into saved_views (name, query) select 'View ' || n, 'x' from generate_series(2, 50) n`;
    await expect(as`insert into saved_views (name, query) values ('One more', 'x')`).rejects.toMatchObject({
      code: 'LIMIT',
    });
    expect(await bank.asCustomer(bob)`select * from saved_views`).toEqual([]);
  });
});
