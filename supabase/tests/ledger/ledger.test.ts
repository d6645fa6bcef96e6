import { describe, expect } from 'vitest';
import { test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

describe('the ledger', () => {
  test('is append-only for every role, including the owner', async ({ bank, alice }) => {
    await openAccount(bank, alice, { balance: 10 });
    for (const attempt of [
      () => bank.owner`update bank.entries set description = 'Forged'`,
      () => bank.owner`update bank.postings set amount = amount * 2`,
      () => bank.owner`delete from bank.entries`,
      () => bank.owner`delete from bank.postings`,
      () => bank.owner`truncate bank.postings`,
      () => bank.owner`truncate bank.entries`,
      () => bank.owner`delete from bank.ledger_accounts`,
      () => bank.owner`truncate bank.ledger_accounts`,
      () => bank.owner`delete from customers`,
    ]) {
      expect(await getRefusal(attempt())).toMatchObject({ code: 'APPND' });
    }
    for (const query of [bank.asCustomer(alice), bank.asService()]) {
      for (const attempt of [
        () =>
          query`insert into bank.postings (entry_id, ledger_id, currency, amount) values (1, bank.system_account('cash_clearing'), 'USD', 1)`,
        () => query`update bank.entries set description = 'Forged'`,
        () => query`delete from bank.postings`,
        () => query`select bank.post(${alice.id}, 'deposit', null, now(), now(), 'app', '{}', '{}', '{}')`,
      ]) {
        expect(await getRefusal(attempt())).toMatchObject({ code: '42501' });
      }
    }
    await expectSoundBooks(bank);
  });

  test('refuses an entry that does not sum to zero in every currency', async ({ bank, alice }) => {
    const post = (currencies: string[], amounts: (number | null)[]) => bank.owner`
      select bank.post(${alice.id}, 'deposit', null, now(), now(), 'system', array[bank.system_account('cash_clearing'), bank.system_account('fee_income')],
        ${currencies}::text[], ${amounts}::numeric[])`;
    for (const [currencies, amounts] of [
      [
        ['USD', 'USD'],
        [10, -9.99],
      ],
      [
        ['USD', 'EUR'],
        [10, -10],
      ],
      [['USD'], [0]],
      [
        ['USD', 'USD'],
        [10, null],
      ],
    ] as const) {
      await expect(post([...currencies], [...amounts])).rejects.toThrow();
    }
    await post(['USD', 'USD'], [10, -10]);
  });

  test('records who moved money, by which channel, and when', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    await bank.asCustomer(
      alice,
    )`insert into transactions (account_id, amount, type) values (${id}, 1, 'DEPOSIT')`;
    await bank.owner`update accounts set balance = 50 where id = ${id}`;
    expect(
      await bank.owner`
        select kind, channel, actor, household_id, recorded_at > now() - interval '1 minute' as recorded
        from bank.entries where household_id = ${alice.id} order by id`,
    ).toMatchObject([
      { kind: 'opening', channel: 'app', actor: alice.id, household_id: alice.id, recorded: true },
      { kind: 'deposit', channel: 'table', actor: alice.id },
      { kind: 'adjustment', channel: 'system', actor: null, household_id: alice.id },
    ]);
    await expectSoundBooks(bank);
  });

  test('is readable by its customer, with account names', async ({ bank, alice, bob }) => {
    await openAccount(bank, alice, { name: 'Hers', balance: 10 });
    await openAccount(bank, bob, { name: 'His', balance: 20 });
    expect(
      await bank.asCustomer(alice)`select ledger_name, amount, is_own from journal_postings order by amount`,
    ).toEqual([
      { ledger_name: 'Opening balances', amount: '-10.00', is_own: false },
      { ledger_name: 'Hers', amount: '10.00', is_own: true },
    ]);
    expect(await bank.asCustomer(bob)`select kind, description from journal_entries`).toEqual([
      { kind: 'opening', description: 'Initial deposit' },
    ]);
    expect(await bank.asCustomer(alice)`select my_books() - 'first_at' - 'last_at' as proof`).toEqual([
      { proof: { entries: 1, postings: 2, violations: 0 } },
    ]);
  });
});

describe('the audit', () => {
  const violationsAfter = async (
    bank: Parameters<typeof openAccount>[0],
    alice: Parameters<typeof openAccount>[1],
    forge: () => Promise<unknown>,
  ) => {
    await forge();
    const everywhere = (await bank.owner`select violation from bank.audit()`).map((row) => row.violation);
    const [mine] = await bank.asCustomer(alice)`select audit_my_books() as found`;
    const found: { violation: string }[] = mine?.found ?? [];
    return { everywhere, mine: found.map((row) => row.violation) };
  };

  test('finds a balance that is not the sum of its postings', async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    await openAccount(bank, bob, { balance: 10 });
    const forge = () =>
      bank.owner`update accounts set balance = 11, last_entry = last_entry - 1 where id = ${id}`;
    const found = await violationsAfter(bank, alice, forge);
    expect(found.mine.toSorted()).toEqual([
      'balance differs from its postings',
      'balance was not made by its last entry',
    ]);
    expect(found.everywhere.toSorted()).toEqual(found.mine.toSorted());
    expect(await bank.asCustomer(bob)`select audit_my_books() as found`).toEqual([{ found: [] }]);
  });

  test('finds a posting without its entry, its other side, or its ledger account', async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const found = await violationsAfter(
      bank,
      alice,
      () => bank.owner`
      insert into bank.postings (entry_id, ledger_id, currency, amount) values
        (-1, bank.system_account('cash_clearing'), 'USD', 5), ((select last_entry from accounts where id = ${id}), gen_random_uuid(), 'USD', 1)`,
    );
    expect(found.everywhere).toEqual(
      expect.arrayContaining([
        'entry does not sum to zero',
        'posting on a page of somebody else or of nobody',
        'posting without an entry',
      ]),
    );
    expect(found.mine).toEqual(
      expect.arrayContaining([
        'entry does not sum to zero',
        'posting on a page of somebody else or of nobody',
      ]),
    );
  });

  test("finds an entry on another household's ledger account", async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, bob);
    const found = await violationsAfter(
      bank,
      alice,
      () => bank.owner`
      select bank.post(${alice.id}, 'deposit', null, now(), now(), 'system', array[bank.system_account('cash_clearing'), ${id}], array['USD', 'USD'], array[-1, 1])`,
    );
    expect(found.mine).toContain('posting on a page of somebody else or of nobody');
    expect(found.everywhere).toContain('balance differs from its postings');
  });

  test("finds a row that customers see and the ledger doesn't have", async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const found = await violationsAfter(
      bank,
      alice,
      () => bank.owner`
      update transactions set amount = 12 where account_id = ${id}`,
    );
    expect(found.mine).toEqual(['history differs from the books']);
  });

  test('finds an account without a ledger account', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const found = await violationsAfter(
      bank,
      alice,
      () => bank.owner`
      update bank.ledger_accounts set id = gen_random_uuid() where id = ${id}`,
    );
    expect(found.mine).toEqual(['product without a page in the books']);
  });
});

describe('erasing a household', () => {
  test('removes everything of the customer, nothing of others, and leaves a tombstone with counts', async ({
    bank,
    alice,
    bob,
  }) => {
    const hers = await openAccount(bank, alice, { balance: 10 });
    const his = await openAccount(bank, bob, { balance: 20 });
    await bank.asCustomer(alice)`select deposit(${hers.id}, 5, request_id => 'one')`;
    await bank.asCustomer(alice)`insert into categories (name) values ('Hobby')`;
    const [erased] = await bank.asCustomer(alice)`select erase_household() as counts`;
    expect(erased?.counts).toEqual({ entries: 2, postings: 4, ledger_accounts: 1 });
    const [left] = await bank.owner`
      select (select count(*) from bank.entries where household_id = ${alice.id})::int
        + (select count(*) from bank.ledger_accounts where household_id = ${alice.id})::int
        + (select count(*) from bank.postings where ledger_id = ${hers.id})::int
        + (select count(*) from bank.requests where user_id = ${alice.id})::int
        + (select count(*) from customers where id = ${alice.id})::int
        + (select count(*) from accounts where user_id = ${alice.id})::int
        + (select count(*) from transactions where user_id = ${alice.id})::int
        + (select count(*) from categories where user_id = ${alice.id})::int
        + (select count(*) from bank.erasures)::int as rows`;
    expect(left).toEqual({ rows: 0 });
    expect(await bank.owner`select entries, postings, ledger_accounts from bank.erased_households`).toEqual([
      { entries: 2, postings: 4, ledger_accounts: 1 },
    ]);
    expect(await bank.asCustomer(bob)`select id, balance from accounts`).toEqual([
      { id: his.id, balance: '20.00' },
    ]);
    await expectSoundBooks(bank);
    expect(await getRefusal(bank.owner`delete from bank.entries`)).toMatchObject({ code: 'APPND' });
  });

  test("is limited to one's own household, except for the service", async ({ bank, alice, bob }) => {
    await openAccount(bank, alice, { balance: 10 });
    await expect(bank.asCustomer(bob)`select erase_household(${alice.id})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    const visitor = bank.asCustomer({ ...bob, claims: { sub: null } });
    await expect(visitor`select erase_household(${alice.id})`).rejects.toMatchObject({ code: 'NOUSR' });
    await bank.asService()`select erase_household(${alice.id})`;
    expect(await bank.owner`select from customers where id = ${alice.id}`).toEqual([]);
    // A returning customer starts over.
    await openAccount(bank, alice, { balance: 3 });
    await expectSoundBooks(bank);
  });
});
